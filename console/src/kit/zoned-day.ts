import { wallTimeOf } from "../../../src/domain/local-time.ts";
import { dayOf } from "./wall-time.ts";

const minuteMs = 60_000;

/** The day of an instant (milliseconds) in a zone, `2026-11-21`. */
export function dayIn(zone: string, instant: number): string {
  return dayOf(wallTimeOf(instant, zone));
}

/** The first and the last instant of a day in a zone, in milliseconds; both belong to it. */
export function boundsOfDay(
  day: string,
  zone: string,
): { readonly from: number; readonly to: number } {
  const from = startOfDay(day, zone);
  // A day has up to 25 hours, and the next one begins within the 24 after that.
  const to = startOfDay(dayIn(zone, from + 30 * 60 * minuteMs), zone) - 1;
  return { from, to };
}

/** Where clocks skip midnight, the day begins after the skipped time. */
function startOfDay(day: string, zone: string): number {
  const wall = Date.parse(`${day}T00:00:00Z`);
  const offsets = [-24, 0, 24].map((hours) => {
    const at = wall + hours * 60 * minuteMs;
    return wallTimeOf(at, zone) - at;
  });
  const starts = offsets.map((offset) => wall - offset).toSorted((one, other) => one - other);
  const inDay = starts.find((at) => wallTimeOf(at, zone) >= wall);
  return inDay ?? wall;
}
