import { wordsOf } from "./words-of.ts";

/** An instant in words, in the campaign's time zone where there is one, else in UTC. */
export function When({
  at,
  zone = "UTC",
  show = "both",
}: {
  readonly at: string;
  readonly zone?: string;
  readonly show?: "both" | "time" | "date";
}) {
  return (
    <time dateTime={at} title={at} className="num">
      {/* A line ends between the date and the time, and nowhere else. */}
      {show === "both" ? (
        <>
          <span>{wordsOf(at, zone, "date")},</span> <span>{wordsOf(at, zone, "time")}</span>
        </>
      ) : (
        wordsOf(at, zone, show)
      )}
    </time>
  );
}
