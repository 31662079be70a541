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
