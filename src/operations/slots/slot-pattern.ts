import { parseDay, parseTimeOfDay, timesBetween } from "../../domain/local-time.ts";
import { BadInput } from "../machinery/validation.ts";

export function dayOf(field: string, sent: string): number {
  const day = parseDay(sent);
  if (day === null) throw new BadInput(field, "must be a day, such as 2030-05-01");
  return day;
}

/** A range of the clock: divided, or one slot. */
interface Range {
  readonly from: string;
  readonly to: string;
  readonly every_minutes?: number;
}

export function timesOf(at: readonly string[], between: Range | null): number[] {
  const times = at.map((each) => timeOfDay("at", each));
  if (between !== null) {
    const [first, end] = endsOf(between);
    const isWhole = between.every_minutes === undefined;
    times.push(...(isWhole ? [first] : timesBetween(first, end, between.every_minutes)));
  }
  if (times.length === 0) throw new BadInput("at", "must have times, unless between has them");
  return times;
}

function endsOf({ from, to }: Range): readonly [first: number, end: number] {
  const end = to === "24:00" ? 1440 : timeOfDay("between.to", to);
  return [timeOfDay("between.from", from), end];
}

/** The length that a pattern says: its own, or that of an undivided range. */
export function lengthOf(
  said: number | null | undefined,
  at: readonly string[],
  between: Range | null,
): number | null | undefined {
  if (said !== undefined || between === null || between.every_minutes !== undefined) return said;
  if (at.length > 0) throw new BadInput("between.every_minutes", "must be there beside at");
  const [first, end] = endsOf(between);
  if (end <= first) throw new BadInput("between.to", "must be after between.from");
  return end - first;
}

function timeOfDay(field: string, sent: string): number {
  const minutes = parseTimeOfDay(sent);
  if (minutes === null) throw new BadInput(field, "must be a time of day, such as 09:30");
  return minutes;
}
