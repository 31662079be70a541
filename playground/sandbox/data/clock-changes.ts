import { offsetAt } from "../../../src/domain/zones/zone-clock.ts";
import { dayMs, hourMs } from "../../lines.ts";

/** Clock changes are weeks apart, so one probe a week misses none. */
const strideMs = 7 * dayMs;
/** A zone with clock changes has at least one in this time. */
const stridesAhead = 60;

/**
 * The next instants, on the hour, at which a zone changes its clocks, earliest first; milliseconds UTC. Fewer
 * than `count` where the zone has no more changes.
 */
export function nextClockChanges(timeZone: string, after: number, count: number): number[] {
  const offset = (instant: number) => offsetAt(instant, timeZone);
  const changes: number[] = [];
  let begins = Math.ceil(after / hourMs) * hourMs;
  for (let stride = 0; stride < stridesAhead && changes.length < count; stride += 1) {
    const ends = begins + strideMs;
    if (offset(begins) !== offset(ends)) changes.push(findChange(offset, begins, ends));
    begins = ends;
  }
  return changes;
}

/** The hour between two instants from which the later offset holds. */
function findChange(offset: (instant: number) => number, begins: number, ends: number): number {
  let [before, after] = [begins, ends];
  while (after - before > hourMs) {
    const middle = before + Math.floor((after - before) / hourMs / 2) * hourMs;
    if (offset(middle) === offset(begins)) before = middle;
    else after = middle;
  }
  return after;
}
