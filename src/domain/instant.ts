import { remembered } from "./memoized.ts";

const rfc3339 =
  /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/**
 * Parses an RFC 3339 timestamp with seconds and `Z` or an offset into milliseconds since 1970, UTC. A time
 * between two milliseconds becomes the half between them. A leap second, which is 23:59:60 UTC, is read as the
 * next second (RFC 3339, 5.7). Null for anything else, also for impossible dates: `Date` would turn 30 February
 * into 2 March.
 */
export function parseInstant(text: string): number | null {
  const match = rfc3339.exec(text);
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as Six;
  const [offsetHours, offsetMinutes] = [Number(match[9] ?? 0), Number(match[10] ?? 0)];
  if (hour > 23 || minute > 59 || second > 60 || offsetHours > 23 || offsetMinutes > 59)
    return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  const offset = (offsetHours * 60 + offsetMinutes) * (match[8] === "-" ? -60_000 : 60_000);
  const digits = match[7]?.slice(1) ?? "";
  const finer = /[1-9]/.test(digits.slice(3)) ? 0.5 : 0;
  const fraction = Number(digits.slice(0, 3).padEnd(3, "0")) + finer;
  const whole = date.setUTCHours(hour, minute, second) - offset;
  return second === 60 && whole % dayMs !== 0 ? null : whole + fraction;
}

type Six = [number, number, number, number, number, number];

/**
 * Formats RFC 3339 in UTC ending in Z, with three digits of a second where they are not zero (decision A6).
 */
export function formatInstant(instant: number): string {
  const day = Math.floor(instant / dayMs);
  const ms = instant - day * dayMs;
  const [hours, minutes, seconds] = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60];
  const time = `${twoDigits(hours)}:${twoDigits(minutes)}:${twoDigits(seconds)}`;
  const fraction = ms % 1000 === 0 ? "" : `.${String(Math.floor(ms % 1000)).padStart(3, "0")}`;
  return `${formatDay(day)}T${time}${fraction}Z`;
}

/** The same for an instant that may be null. */
export function formatInstantOrNull(instant: number | null): string | null {
  return instant === null ? null : formatInstant(instant);
}

const dayMs = 86_400_000;

const digits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));
const twoDigits = (number: number) => digits[Math.floor(number)];

/** The day's text is memoized, because the calendar takes longer than everything else. */
const formatDay = remembered(10_000, (day: number) =>
  new Date(day * dayMs).toISOString().slice(0, -"T00:00:00.000Z".length),
);
