import { getPriority, setPriority } from "node:os";

/**
 * Long commands and the operator's thread run at a niceness of 10, so tests of them would wait for all tests that
 * run beside them. One less is nearly the same, and differs enough for a test to see it.
 */
const niceness = 9;

/** Lowers the priority of this process and of those that it will start. */
export function lowerPriority(): void {
  try {
    setPriority(Math.max(getPriority(), niceness));
  } catch {
    // Where the system refuses it, it refuses it to commands too.
  }
}
