/**
 * How far ahead of now a date may lie for later ones to follow it; milliseconds. An import takes dates from as far
 * ahead.
 */
export const carriedMaxMs = 60_000;

/**
 * The time of a change whose order counts: now, or the latest of the dates that it may not precede. Clocks of
 * several machines differ by seconds. A date that lies further ahead comes from a clock that was wrong, and
 * following it would date every later change by that clock.
 */
export function carriedForward(now: number, ...dates: readonly number[]): number {
  return Math.max(now, ...dates.filter((date) => date <= now + carriedMaxMs));
}

/** The time between two marks of the clock. */
const markEveryMs = 3_600_000;
/** A longer time between two marks is a jump, or the service was off. */
const jumpMs = 2 * markEveryMs;
/** How far back the marks have to reach. */
const steadyForMs = 24 * markEveryMs;
/** Marks that are kept; as many as a day has, some times over, for clocks that disagree. */
export const marksMax = 100;

/** A step of the clock, or a time without a service; milliseconds UTC. */
export interface ClockJump {
  readonly from: number;
  readonly to: number;
}

/** `jump` is null where the marks do not reach back a day. */
export type ClockVerdict =
  | { readonly isSteady: true }
  | { readonly isSteady: false; readonly jump: ClockJump | null };

/** Whether the clock has gone on without a jump for a day. The marks come as they were written, the last first. */
export function judgeClock(marks: readonly number[], now: number): ClockVerdict {
  let later = now;
  for (const at of marks) {
    if (isBackward(at, later) || later - at > jumpMs) {
      return { isSteady: false, jump: { from: at, to: later } };
    }
    if (at <= now - steadyForMs) return { isSteady: true };
    later = at;
  }
  return { isSteady: false, jump: null };
}

/** Whether the clock needs another mark: after an hour, and after it was set back. */
export function isMarkDue(last: number | undefined, now: number): boolean {
  return last === undefined || now - last >= markEveryMs || isBackward(last, now);
}

/** Clocks of several machines differ by seconds. */
export function isBackward(earlier: number, later: number): boolean {
  return earlier > later + carriedMaxMs;
}

/**
 * Returns the time at each call: `now` at first, and then as long after it as `monotonicMs` has gone on. So the
 * time of a long work is never set back.
 */
export function timeFrom(now: number, monotonicMs: () => number): () => number {
  const beganAt = monotonicMs();
  return () => now + Math.trunc(monotonicMs() - beganAt);
}
