import { DatabaseUnavailable } from "../../src/store/engine.ts";
import { Unanswered } from "../../src/store/postgres/liveness.ts";

/**
 * Whether an error means that the database was busy, full or gone, or that a COMMIT got no answer. A storm goes on then, and
 * its last look at the database waits for an answer.
 */
export function isUnavailable(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || error instanceof Unanswered;
}
