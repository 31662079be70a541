import { changesClock, minutesByClock } from "./local-time.ts";

/** Whether a length is one of the clock, which ends when it shows so much later, or one of minutes that pass. */
export const lengthKinds = ["clock", "minutes"] as const;
export type LengthBy = (typeof lengthKinds)[number];

/** A slot lasts a day at most. */
export const longestSlotMinutes = 1440;

/** How long a slot lasts that starts then; null for no set length. */
export function lengthOfSlot(
  { minutes, by, timezone }: { minutes: number | null; by: LengthBy; timezone: string },
  startingAt: number,
): number | null {
  if (minutes === null || by === "minutes") return minutes;
  return Math.min(longestSlotMinutes, minutesByClock({ startingAt, minutes }, timezone));
}

/** A slot during which clocks change. */
export interface OverClockChange {
  readonly startingAt: number;
  readonly minutes: number;
}

/** Those of the slots during which clocks change: whoever adds them is told how long they last. */
export function overClockChange(
  slots: readonly { readonly startingAt: number; readonly minutes: number | null }[],
  timezone: string,
): OverClockChange[] {
  return slots.flatMap(({ startingAt, minutes }) =>
    minutes !== null && changesClock(startingAt, startingAt + minutes * 60_000, timezone)
      ? [{ startingAt, minutes }]
      : [],
  );
}
