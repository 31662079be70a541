import { t } from "../../language/t.ts";
import { overlapWords, type Overlap } from "./overlap-words.ts";

/** The warning of a host who would have two slots at one time. */
export function OverlapNote({
  overlap,
  zone,
}: {
  readonly overlap: Overlap | null | undefined;
  /** The campaign's zone; the other slot may be of a campaign with another. */
  readonly zone: string;
}) {
  if (overlap == null) return null;
  return (
    <p className="note" data-tone="amber" role="status">
      {overlapWords(overlap, zone)}{" "}
      {t("If the host is a room or a desk, tick in its form that it may.")}
    </p>
  );
}
