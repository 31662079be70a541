import { dayMs, hourMs } from "../../fixtures/durations.ts";

/** Clocks are changed weeks apart, so that a look a week misses none. */
const strideMs = 7 * dayMs;
/** Zones that change their clocks do so at least once in this time. */
const stridesAhead = 60;

/**
 * The next instants, on the hour, at which the clocks of a zone are changed, the earliest first;
 * milliseconds UTC. Fewer than `count` where the zone changes its clocks no more.
 */
export function nextClockChanges(timeZone: string, after: number, count: number): number[] {
  const clock = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  const offsetAt = (instant: number) =>
    clock.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value;
  const changes: number[] = [];
  let begins = Math.ceil(after / hourMs) * hourMs;
  for (let stride = 0; stride < stridesAhead && changes.length < count; stride += 1) {
    const ends = begins + strideMs;
    if (offsetAt(begins) !== offsetAt(ends)) changes.push(findChange(offsetAt, begins, ends));
    begins = ends;
  }
  return changes;
}

/** The hour between two instants from which on the later one's offset holds. */
function findChange(
  offsetAt: (instant: number) => string | undefined,
  begins: number,
  ends: number,
): number {
  let [before, after] = [begins, ends];
  while (after - before > hourMs) {
    const middle = before + Math.floor((after - before) / hourMs / 2) * hourMs;
    if (offsetAt(middle) === offsetAt(begins)) before = middle;
    else after = middle;
  }
  return after;
}
