import { remembered } from "./memoized.ts";

const rfc3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?(?:[Zz]|([+-])\d\d:\d\d)$/;

/**
 * Parses an RFC 3339 timestamp with seconds and `Z` or an offset into milliseconds since 1970, UTC. A time
 * between two milliseconds becomes the half between them. A leap second, which is 23:59:60 UTC, is read as the
 * next second (RFC 3339, 5.7). Null for anything else, also for impossible dates.
 */
export function parseInstant(text: string): number | null {
  const match = rfc3339.exec(text);
  const day = match && startOfDay(text.slice(0, 10));
  if (match === null || day === null || Number.isNaN(day)) return null;
  const [, fraction, sign] = match;
  const [hour, minute, second] = [digitsAt(text, 11), digitsAt(text, 14), digitsAt(text, 17)];
  const [hours, minutes] = sign === undefined ? [0, 0] : [digitsAt(text, -5), digitsAt(text, -2)];
  if (hour > 23 || minute > 59 || second > 60 || hours > 23 || minutes > 59) return null;
  const offset = (hours * 60 + minutes) * (sign === "-" ? -60_000 : 60_000);
  const whole = day + (hour * 60 + minute) * 60_000 + second * 1000 - offset;
  if (second === 60 && whole % dayMs !== 0) return null;
  if (fraction === undefined) return whole;
  const finer = /[1-9]/.test(fraction.slice(4)) ? 0.5 : 0;
  return whole + Number(fraction.slice(1, 4).padEnd(3, "0")) + finer;
}

function digitsAt(text: string, index: number): number {
  const at = index < 0 ? text.length + index : index;
  return (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48;
}

/** Memoized like `formatDay`; NaN for a date that no calendar has. */
const startOfDay = remembered(10_000, (day: string) => {
  const date = new Date(`${day}T00:00:00Z`);
  // `Date` would turn 30 February into 2 March.
  return date.getUTCDate() === Number(day.slice(-2)) ? date.getTime() : NaN;
});

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
