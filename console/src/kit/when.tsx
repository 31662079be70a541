/** An instant in words: in the campaign's time zone with its name where there is one, else in UTC. */
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
      {wordsOf(at, zone, show)}
    </time>
  );
}

/** `Mon 4 May 2026, 10:00 CEST`; the zone's short name only beside a time of day. */
export function wordsOf(at: string, zone: string, show: "both" | "time" | "date" = "both"): string {
  const date: Intl.DateTimeFormatOptions = {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
  };
  const time: Intl.DateTimeFormatOptions = {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  };
  return new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    ...(show !== "time" && date),
    ...(show !== "date" && time),
  }).format(new Date(at));
}
