/** A day of the calendar, `2031-03-30`; null for what is none. Milliseconds as if it were in UTC. */
export function parseDay(text: string): number | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (match === null) return null;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && year >= 1900 ? date.getTime() : null;
}

/** A time of day, `09:30`, in minutes; null for what is none. */
export function parseTimeOfDay(text: string): number | null {
  const match = /^(\d\d):(\d\d)$/.exec(text);
  const [hour, minute] = [Number(match?.[1]), Number(match?.[2])];
  return match !== null && hour < 24 && minute < 60 ? hour * 60 + minute : null;
}

/** A time as a wall clock shows it, `2031-03-30T02:30`, from milliseconds as if it were in UTC. */
export function formatLocal(wallTime: number): string {
  return new Date(wallTime).toISOString().slice(0, 16);
}

const dayMs = 86_400_000;

/**
 * The instants at which a wall clock in the zone shows this time, earliest first: one on most days,
 * none when the clock is put forward over it, two when it is put back over it.
 */
export function instantsOf(wallTime: number, timezone: string): readonly number[] {
  // Whatever happens to the clock that day, the offset is the one before or the one after it.
  const offsets = new Set([
    offsetAt(wallTime - dayMs, timezone),
    offsetAt(wallTime + dayMs, timezone),
  ]);
  return [...offsets]
    .map((offset) => wallTime - offset)
    .filter((instant) => offsetAt(instant, timezone) === wallTime - instant)
    .toSorted((one, other) => one - other);
}

/** How far the zone's wall clock is ahead of UTC at an instant, in milliseconds. */
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

// Making one takes a thousand times longer than using it.
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
