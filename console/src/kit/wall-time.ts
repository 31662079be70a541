import { locale } from "../language/t.ts";

/** The reading of a wall clock, in milliseconds as if it were UTC. */
export type WallTime = number;

const dayMs = 86_400_000;

/** The wall time in a zone at an instant, both in milliseconds; to the second. */
export function wallTimeAt(instant: number, zone: string): WallTime {
  const parts = formatterOf(zone).formatToParts(instant);
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(
    value("year"),
    value("month") - 1,
    value("day"),
    value("hour"),
    value("minute"),
    value("second"),
  );
}

/** The day of a wall time, `2026-11-21`. */
export function dayOf(wall: WallTime): string {
  return new Date(wall).toISOString().slice(0, 10);
}

/** The time of day of a wall time, `09:30`. */
export function timeOfDay(wall: WallTime): string {
  return new Date(wall).toISOString().slice(11, 16);
}

/** The day so many days later, `2026-11-21` in both. */
export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + days * dayMs);
}

/** The Monday of the week in which a day lies. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** A day in words, `Sun 29 Mar 2026`. */
export function dayWords(day: string, style: "short" | "long" = "short"): string {
  return new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    weekday: style,
    day: "numeric",
    month: style,
    year: "numeric",
  }).format(new Date(`${day}T00:00:00Z`));
}

/** `CEST`, `EST`, `AEDT`, in every language; `GMT-5` for a zone whose clocks no English-speaking country names by letters. */
export function zoneAbbreviation(instant: number, zone: string): string {
  const names = abbreviatorsOf(zone).map(
    (each) => each.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value,
  );
  return names.find((name) => name !== undefined && !/\d/.test(name)) ?? names[0] ?? zone;
}

const abbreviators = new Map<string, readonly Intl.DateTimeFormat[]>();

/** Each knows the letters of its own part of the world. */
function abbreviatorsOf(timeZone: string): readonly Intl.DateTimeFormat[] {
  const known = abbreviators.get(timeZone);
  if (known !== undefined) return known;
  const made = ["en-GB", "en-US", "en-AU", "en-NZ", "en-IN", "en-ZA"].map(
    (each) => new Intl.DateTimeFormat(each, { timeZone, timeZoneName: "short" }),
  );
  abbreviators.set(timeZone, made);
  return made;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

// A formatter takes a thousand times longer to make than to use.
function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "gregory",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formatters.set(zone, made);
  return made;
}

/**
 * The instants that have this wall time in the zone, earliest first: one on most days, none where clocks
 * skip it, two where clocks are set back over it.
 */
export function instantsAt(wall: WallTime, zone: string): readonly number[] {
  const around = [wall - dayMs, wall + dayMs].map((each) => wallTimeAt(each, zone) - each);
  return [...new Set(around)]
    .map((offset) => wall - offset)
    .filter((instant) => wallTimeAt(instant, zone) === wall)
    .toSorted((one, other) => one - other);
}
