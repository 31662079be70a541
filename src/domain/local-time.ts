/** Parses a calendar day such as `2031-03-30` into milliseconds as if it were UTC; null for anything else. */
export function parseDay(text: string): number | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (match === null) return null;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && year >= 1900 ? date.getTime() : null;
}

/** Parses a time of day such as `09:30` into minutes; null for anything else. */
export function parseTimeOfDay(text: string): number | null {
  const match = /^(\d\d):(\d\d)$/.exec(text);
  const [hour, minute] = [Number(match?.[1]), Number(match?.[2])];
  return match !== null && hour < 24 && minute < 60 ? hour * 60 + minute : null;
}

/** Formats a wall clock's time, `2031-03-30T02:30`, from milliseconds as if it were UTC. */
export function formatLocal(wallTime: number): string {
  return new Date(wallTime).toISOString().slice(0, 16);
}

const dayMs = 86_400_000;

/**
 * The instants at which the zone's wall clock shows this time, earliest first: one on most days, none when
 * the clock is put forward over it, two when it is put back over it.
 */
export function instantsOf(wallTime: number, timezone: string): readonly number[] {
  // Whatever the clock does that day, the offset is the one of the day before or of the day after.
  const offsets = new Set([
    offsetAt(wallTime - dayMs, timezone),
    offsetAt(wallTime + dayMs, timezone),
  ]);
  return [...offsets]
    .map((offset) => wallTime - offset)
    .filter((instant) => offsetAt(instant, timezone) === wallTime - instant)
    .toSorted((one, other) => one - other);
}

/** The zone's offset from UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timezone: string): number {
  const parts = formatterOf(timezone).formatToParts(instant);
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const wallTime = Date.UTC(
    value("year"),
    value("month") - 1,
    value("day"),
    value("hour"),
    value("minute"),
    value("second"),
  );
  return wallTime - Math.floor(instant / 1000) * 1000;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

// A formatter is cached, because its construction takes a thousand times longer than its use.
function formatterOf(timezone: string): Intl.DateTimeFormat {
  const known = formatters.get(timezone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    calendar: "gregory",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formatters.set(timezone, made);
  return made;
}
