import type { Outcome } from "./outcome.ts";

/** A scan at the desk, with the outcome that is known so far. */
export interface Scan {
  readonly serial: number;
  readonly outcome: Outcome;
  /** Milliseconds. */
  readonly at: number;
  /** It was unsent for a while, so that who stood at the door may have gone in. */
  readonly late: boolean;
}

/** Whether its outcome is still to come. */
export function isOpen(kind: Outcome["kind"]): boolean {
  return kind === "waiting" || kind === "unsent" || kind === "regretted";
}

const fine: ReadonlySet<Outcome["kind"]> = new Set(["checked-in", "undone", "withdrawn"]);

/** Whether it was late and its person was not let in, so that somebody has to look. */
export function isConflict({ late, outcome: { kind } }: Scan): boolean {
  return late && !isOpen(kind) && !fine.has(kind);
}
