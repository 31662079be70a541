import { t } from "../../language/t.ts";
import { wallTimeOf } from "../../../../src/domain/local-time.ts";
import { timeOfDay, type WallTime } from "../../kit/wall-time.ts";

/** A moment at which the clocks of a zone are put forward or back. */
export interface ClockChange {
  /** Milliseconds UTC. */
  readonly at: number;
  /** The wall time without the change, and with it. */
  readonly from: WallTime;
  readonly to: WallTime;
}

const dayMs = 86_400_000;

/** The clock changes of a zone between two instants, earliest first. */
export function clockChanges(from: number, to: number, zone: string): readonly ClockChange[] {
  const changes: ClockChange[] = [];
  for (let start = from; start < to; start += dayMs) {
    const end = Math.min(start + dayMs, to);
    const before = offsetAt(start, zone);
    const after = offsetAt(end, zone);
    if (before === after) continue;
    const at = firstWithAnotherOffset(start, end, before, zone);
    changes.push({ at, from: at + before, to: at + after });
  }
  return changes;
}

/** Clocks are changed on a whole minute; the search ends there. */
function firstWithAnotherOffset(start: number, end: number, offset: number, zone: string): number {
  let [same, other] = [Math.floor(start / 60_000), Math.ceil(end / 60_000)];
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2);
    if (offsetAt(middle * 60_000, zone) === offset) same = middle;
    else other = middle;
  }
  return other * 60_000;
}

function offsetAt(instant: number, zone: string): number {
  return wallTimeOf(instant, zone) - Math.floor(instant / 1000) * 1000;
}

/** A change of the clock in words that follow the name of a day. */
export function changeWords({ from, to }: ClockChange): string {
  return to > from
    ? t("clocks jump from {from} to {to}: times in between do not exist", {
        from: timeOfDay(from),
        to: timeOfDay(to),
      })
    : t("clocks go back from {from} to {to}: times in between come twice", {
        from: timeOfDay(from),
        to: timeOfDay(to),
      });
}
