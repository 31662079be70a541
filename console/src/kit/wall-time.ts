import { locale } from "../language/t.ts";

/** The reading of a wall clock, in milliseconds as if it were UTC. */
export type WallTime = number;

const dayMs = 86_400_000;

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
