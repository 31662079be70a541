import { formatLocal, instantsOf } from "./local-time.ts";

export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof weekdays)[number];

/** Starts of slots that repeat weekly, by the wall clock of the campaign's zone. */
export interface WeeklyPattern {
  readonly timezone: string;
  /** The first and the last day, both included; milliseconds as if they were UTC. */
  readonly from: number;
  readonly to: number;
  readonly weekdays: readonly Weekday[];
  /** Minutes of the day. */
  readonly times: readonly number[];
}

export interface PatternStarts {
  /** Milliseconds UTC, ascending. */
  readonly startingAt: readonly number[];
  /** Local times that the clock skips on that day; no slot starts then. */
  readonly skipped: readonly string[];
  /** Local times that the clock shows twice on that day; the slot starts at the first. */
  readonly repeated: readonly string[];
}

/** Days of a pattern, at most: ten years. */
export const patternDaysMax = 3660;

const dayMs = 86_400_000;
const minuteMs = 60_000;

/**
 * Computes the starts of a pattern's slots. On the two nights of a clock change, a local time that does not
 * exist is left out and reported, because moving it would put two slots on one hour. Of a local time that exists
 * twice, the first counts (decision B66).
 */
export function weeklyStarts(pattern: WeeklyPattern): PatternStarts {
  const starts: number[] = [];
  const skipped: string[] = [];
  const repeated: string[] = [];
  for (let day = pattern.from; day <= pattern.to; day += dayMs) {
    if (!pattern.weekdays.includes(weekdayOf(day))) continue;
    for (const minutes of pattern.times) {
      const wallTime = day + minutes * minuteMs;
      const [first, second] = instantsOf(wallTime, pattern.timezone);
      if (first === undefined) skipped.push(formatLocal(wallTime));
      else starts.push(first);
      if (second !== undefined) repeated.push(formatLocal(wallTime));
    }
  }
  const startingAt = [...new Set(starts)].toSorted((one, other) => one - other);
  return { startingAt, skipped, repeated };
}

function weekdayOf(day: number): Weekday {
  // 1 January 1970 was a Thursday.
  const index = (((Math.floor(day / dayMs) + 3) % 7) + 7) % 7;
  return weekdays[index] ?? "mon";
}

/** Times of day from `first` on and before `end`, `stepMinutes` apart. */
export function timesBetween(first: number, end: number, stepMinutes: number): number[] {
  const times: number[] = [];
  for (let time = first; time < end; time += stepMinutes) times.push(time);
  return times;
}
