import { useSharedZone } from "../api/campaigns.ts";
import { instantWords } from "./instant-words.ts";

interface Time {
  readonly at: string;
  readonly show?: "both" | "time" | "date";
}

/** An instant in words: in the campaign's time zone, else in the one that all campaigns share, else in UTC (A96). */
export function When({ zone, ...time }: Time & { readonly zone?: string | undefined }) {
  return zone === undefined ? <SharedWhen {...time} /> : <ZonedWhen {...time} zone={zone} />;
}

function SharedWhen(time: Time) {
  return <ZonedWhen {...time} zone={useSharedZone()} />;
}

function ZonedWhen({ at, zone, show = "both" }: Time & { readonly zone: string }) {
  return (
    <time dateTime={at} title={at} className="num">
      {/* A line ends between the date and the time, and nowhere else. */}
      {show === "both" ? (
        <>
          <span>{instantWords(at, zone, "date")},</span>{" "}
          <span>{instantWords(at, zone, "time")}</span>
        </>
      ) : (
        instantWords(at, zone, show)
      )}
    </time>
  );
}
