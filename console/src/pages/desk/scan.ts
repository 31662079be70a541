import type { Outcome } from "./outcome.ts";

/** A scan at the desk, with the outcome that is known so far. */
export interface Scan {
  readonly serial: number;
  readonly outcome: Outcome;
  /** Milliseconds. */
  readonly at: number;
  /** The scan was unsent for a while, so its attendee may have gone in. */
  readonly late: boolean;
}

/** Whether the outcome is still unknown. */
export function isOpen(kind: Outcome["kind"]): boolean {
  return kind === "waiting" || kind === "unsent" || kind === "regretted";
}

const fine: ReadonlySet<Outcome["kind"]> = new Set(["checked-in", "undone", "withdrawn"]);

/** Whether a late scan was not checked in, so that an operator has to look. */
export function isConflict({ late, outcome: { kind } }: Scan): boolean {
  return late && !isOpen(kind) && !fine.has(kind);
}
