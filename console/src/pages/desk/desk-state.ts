import type { Booking } from "../../api/operations.ts";
import type { Outcome } from "./outcome.ts";
import { isConflict, isOpen, type Scan } from "./scan.ts";

export interface DeskState {
  /** Newest first. */
  readonly scans: readonly Scan[];
  /** The party of the newest scan, while the operator chooses its tickets. */
  readonly asked: Booking | null;
  readonly canUndo: boolean;
  readonly unsent: number;
  /** Scans that were sent late and not checked in; they stay until they are dismissed. */
  readonly conflicts: readonly Scan[];
}

const scansKept = 200;

/**
 * Holds the desk's lines and reports their changes. An outcome appears in the line of its scan only.
 * `ofRequests` returns the members that follow from the desk's requests.
 */
export function openDeskState(
  now: () => number,
  ofRequests: () => Pick<DeskState, "canUndo" | "unsent">,
) {
  const listeners = new Set<() => void>();
  let serial = 0;
  let state: DeskState = { scans: [], asked: null, canUndo: false, unsent: 0, conflicts: [] };

  const change = (next: Partial<DeskState>) => {
    state = { ...state, ...next };
    state = { ...state, ...ofRequests() };
    for (const each of listeners) each();
  };

  const show = (outcome: Outcome, more: Partial<Pick<Scan, "at" | "late">> = {}): number => {
    serial += 1;
    const scan = { serial, outcome, at: now(), late: false, ...more };
    const scans = [scan, ...state.scans];
    const kept = scans.filter(({ outcome: { kind } }, at) => at < scansKept || isOpen(kind));
    change({ scans: kept, asked: null });
    return serial;
  };

  const settle = (at: number, outcome: Outcome, asked: Booking | null = null) => {
    const scans = state.scans.map((each) =>
      each.serial === at
        ? { ...each, outcome, late: each.late || outcome.kind === "unsent" }
        : each,
    );
    const conflicts = scans.filter((each) => each.serial === at && isConflict(each));
    const others = state.conflicts.filter((each) => each.serial !== at);
    const isNewest = scans[0]?.serial === at;
    change({
      scans,
      conflicts: [...conflicts, ...others],
      ...(isNewest && { asked }),
    });
  };

  return {
    present: () => state,
    /** The serial of the newest line. */
    newestSerial: () => serial,
    change,
    /** Adds a line and returns its serial. */
    show,
    /** Writes the outcome of the line with this serial. */
    settle,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
