import { DatabaseUnavailable } from "../../src/store/engine.ts";
import { Unanswered } from "../../src/store/postgres/liveness.ts";

/** Whether an error means that the database was too busy, which is no fault under a storm. */
export function isBusy(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || error instanceof Unanswered;
}
