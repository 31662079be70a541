import { t } from "../../language/t.ts";
import type { LeftScans } from "./left-scans.ts";

/** Says whose scans are not recorded, and who can send them. */
export function LeftScansList({ left }: { readonly left: LeftScans }) {
  return Object.entries(left)
    .filter(([operator]) => operator !== "")
    .map(([operator, count]) => (
      <div className="note" data-tone="amber" role="status" key={operator}>
        <strong>
          {t(
            "{count, plural, one {# scan of {operator} is} other {# scans of {operator} are}} not yet recorded.",
            { count, operator },
          )}
        </strong>
        <p>
          {t(
            "This browser keeps what {operator} scanned, and sends it when {operator} opens the desk here.",
            { operator },
          )}
        </p>
      </div>
    ));
}
