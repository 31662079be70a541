import { recordName, slotName } from "../catalogue/catalogue-state.ts";
import type { BadLine, FileLine } from "../data-file/data-line.ts";
import { contestSeats } from "./contest-seats.ts";
import type { ImportState } from "./decide-booking-line.ts";
import { decideLines, type LinesDecision } from "./decide-lines.ts";
import { ImportReport, type CountsByKind } from "./import-report.ts";
import type { ImportRules } from "./import-rules.ts";
import {
  isOverfull,
  overfullLine,
  movesUpAfter,
  seatsAfter,
  settleSlots,
  waitingBesideSeats,
  type SettledSlot,
} from "./settle-slots.ts";

/** A portion that is decided. */
export interface Decided {
  readonly decision: LinesDecision;
  readonly settled: readonly SettledSlot[];
  readonly state: ImportState;
  readonly report: ImportReport;
  readonly bad: readonly BadLine[];
}

interface Moment {
  /** Milliseconds UTC. */
  readonly now: number;
  /** How often lines of each kind repeat others. */
  readonly repeats?: CountsByKind | undefined;
}

/** Decides the lines of a portion, and the slots that they fill. */
export function decidePortion(
  lines: readonly FileLine[],
  state: ImportState,
  rules: ImportRules,
  { now, repeats = {} }: Moment,
): Decided {
  const { allowOverbooked, skipBad } = rules;
  const report = new ImportReport();
  report.addRepeats(repeats);
  const decision = decideLines(lines, state, rules, report);
  const settled = settleSlots(decision.slots, state);
  const overfull = allowOverbooked ? [] : settled.filter(isOverfull);
  const beyond = overfull.flatMap((slot) =>
    skipBad
      ? contestSeats(slot, decision.claims.get(slotName(slot.effect.place)) ?? [])
      : [overfullLine(slot)],
  );
  const bad = [...decision.bad, ...beyond];
  const afterwards = seatsAfter(settled);
  for (const [name, effect] of decision.slots) {
    const before = state.slots.get(name) ?? null;
    const after = afterwards.get(name) ?? before;
    if (after === null || !movesUpAfter(state, effect.place.interaction)) continue;
    report.waitingBesideSeats += waitingBesideSeats(effect, { before, after, now });
  }
  return { decision, settled, state, report, bad };
}

/** Leaves out the lines that are bad by now, and those that are bad without them. */
export function decideWithoutBad(
  lines: readonly FileLine[],
  found: ImportState,
  rules: ImportRules,
  now: number,
): Decided {
  const leftOut: BadLine[] = [];
  let [rest, state] = [lines, found];
  for (;;) {
    const decided = decidePortion(rest, state, { ...rules, skipBad: true }, { now });
    const { bad } = decided;
    if (bad.length === 0) return { ...decided, bad: leftOut };
    const numbers = new Set(bad.map(({ line }) => line));
    const good = rest.filter(({ line }) => !numbers.has(line));
    if (good.length === rest.length) throw new Error("A portion is bad by none of its lines.");
    leftOut.push(...bad);
    [rest, state] = [good, withoutLines(found, lines, numbers)];
  }
}

/** The state without the records that these lines define. */
function withoutLines(
  found: ImportState,
  lines: readonly FileLine[],
  numbers: ReadonlySet<number>,
): ImportState {
  const defined = new Map(found.defined);
  for (const { line, content } of lines) {
    if (numbers.has(line) && content.kind !== "booking") defined.delete(recordName(content));
  }
  return { ...found, defined };
}
