import { parseInstant } from "./instant.ts";
import { offsetAt, zoneAbbreviation } from "./zones/zone-clock.ts";

const dayMs = 86_400_000;
const minuteMs = 60_000;
const firstDay = Date.UTC(1900, 0, 1);

/** Parses a calendar day such as `2031-03-30` into milliseconds as if it were UTC; null for anything else. */
export function parseDay(text: string): number | null {
  const day = parseInstant(`${text}T00:00:00Z`);
  return day !== null && day >= firstDay ? day : null;
}

/** Calendar days, both included; milliseconds as if they were UTC. */
export interface Days {
  readonly from: number;
  readonly to: number;
}

/** Parses a time of day such as `09:30` or `9:30` into minutes; null for anything else. */
export function parseTimeOfDay(text: string): number | null {
  const time = parseInstant(`1970-01-01T${text.replace(/^\d:/, "0$&")}:00Z`);
  return time === null ? null : time / minuteMs;
}

/** Formats a wall clock's time, `2031-03-30T02:30`, from milliseconds as if it were UTC. */
export function formatLocal(wallTime: number): string {
  return new Date(wallTime).toISOString().slice(0, 16);
}

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

/** The first instant of a day in the zone. Where clocks skip midnight, the day begins with the first time they show. */
export function startOfDay(day: number, timezone: string): number {
  for (let wallTime = day; ; wallTime += minuteMs) {
    const [first] = instantsOf(wallTime, timezone);
    if (first !== undefined) return first;
  }
}

/** `2030-05-01 10:00 CEST`; a time to the second always has seconds, one to the minute where it begins no minute. */
export function zonedTime(instant: number, timezone: string, to: "minute" | "second"): string {
  const wallTime = new Date(wallTimeOf(instant, timezone)).toISOString();
  const length = to === "minute" && instant % minuteMs === 0 ? 16 : 19;
  const time = wallTime.slice(0, length).replace("T", " ");
  return `${time} ${zoneAbbreviation(instant, timezone)}`;
}

/** A time as a spreadsheet reads it: `2030-05-01 09:00`. */
export function localTime(instant: number, timezone: string): string {
  return formatLocal(wallTimeOf(instant, timezone)).replace("T", " ");
}

/** The time that the zone's wall clock shows at an instant, in milliseconds as if it were UTC. */
export function wallTimeOf(instant: number, timezone: string): number {
  return instant + offsetAt(instant, timezone);
}

/** The month of the zone's calendar at an instant, `2030-05`. */
export function calendarMonth(instant: number, timezone: string): string {
  return formatLocal(wallTimeOf(instant, timezone)).slice(0, 7);
}

/** The Monday of the week of the zone's calendar at an instant, `2030-05-06`. */
export function mondayOf(instant: number, timezone: string): string {
  const wallTime = wallTimeOf(instant, timezone);
  const sinceMonday = (new Date(wallTime).getUTCDay() + 6) % 7;
  return formatLocal(wallTime - sinceMonday * dayMs).slice(0, 10);
}

/** The zone's offset from UTC at an instant, in whole minutes. */
export function offsetInMinutes(instant: number, timezone: string): number {
  return Math.trunc(offsetAt(instant, timezone) / minuteMs);
}

export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof weekdays)[number];

/** Starts of slots that repeat weekly, by the wall clock of the campaign's zone. */
export interface WeeklyPattern {
  readonly timezone: string;
  /** The first and the last day, both included; milliseconds as if they were UTC. */
  readonly from: number;
  readonly to: number;
  readonly weekdays: readonly Weekday[];
  /** Minutes of the day; beyond 1440 they are of the next one. */
  readonly times: readonly number[];
  /** Days of the range on which no slot starts. */
  readonly except?: ReadonlySet<number>;
}

export interface PatternStarts {
  /** Milliseconds UTC, ascending. */
  readonly startingAt: readonly number[];
  /** Local times that the clock skips on that day; no slot starts then. */
  readonly skipped: readonly string[];
  /** Local times that the clock shows twice on that day; the slot starts at the first. */
  readonly repeated: readonly string[];
  /** The days of the pattern that are excepted, 2030-12-25. */
  readonly excepted: readonly string[];
}

/** Days of a pattern, at most: ten years. */
export const patternDaysMax = 3660;

/**
 * Computes the starts of a pattern's slots. On the two nights of a clock change, a local time that does not
 * exist is left out and reported, because moving it would put two slots on one hour. Of a local time that exists
 * twice, the first counts (decision B66).
 */
export function weeklyStarts(pattern: WeeklyPattern): PatternStarts {
  const starts: number[] = [];
  const skipped: string[] = [];
  const repeated: string[] = [];
  const excepted: string[] = [];
  for (let day = pattern.from; day <= pattern.to; day += dayMs) {
    if (!pattern.weekdays.includes(weekdayOf(day))) continue;
    if (pattern.except?.has(day) === true) {
      excepted.push(formatLocal(day).slice(0, "2030-12-25".length));
      continue;
    }
    for (const minutes of pattern.times) {
      const wallTime = day + minutes * minuteMs;
      const [first, second] = instantsOf(wallTime, pattern.timezone);
      if (first === undefined) skipped.push(formatLocal(wallTime));
      else starts.push(first);
      if (second !== undefined) repeated.push(formatLocal(wallTime));
    }
  }
  const startingAt = [...new Set(starts)].toSorted((one, other) => one - other);
  return { startingAt, skipped, repeated, excepted };
}

/**
 * How many minutes pass until the zone's clock shows so many more than at the start. An end that the clock skips is the
 * moment of the change; of one that comes twice, the first counts.
 */
export function minutesByClock(
  { startingAt, minutes }: Readonly<Record<"startingAt" | "minutes", number>>,
  timezone: string,
): number {
  const end = wallTimeOf(startingAt, timezone) + minutes * minuteMs;
  for (let wallTime = end; ; wallTime += minuteMs) {
    const instant = instantsOf(wallTime, timezone).find((each) => each > startingAt);
    if (instant !== undefined) return (instant - startingAt) / minuteMs;
  }
}

/** Whether clocks in the zone change between the two instants. */
export function changesClock(from: number, to: number, timezone: string): boolean {
  return offsetAt(from, timezone) !== offsetAt(to, timezone);
}

function weekdayOf(day: number): Weekday {
  // 1 January 1970 was a Thursday.
  const weekday = weekdays[(((Math.floor(day / dayMs) + 3) % 7) + 7) % 7];
  if (weekday === undefined) throw new RangeError("A day must be a finite number.");
  return weekday;
}

/** Times of day from `first` on and before `end`, all in minutes; empty where `end` is not later. */
export function timesBetween({
  first,
  end,
  step,
}: Readonly<Record<"first" | "end" | "step", number>>): number[] {
  const times: number[] = [];
  for (let time = first; time < end; time += step) times.push(time);
  return times;
}
