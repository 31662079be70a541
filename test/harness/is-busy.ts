import { DatabaseUnavailable } from "../../src/store/engine.ts";
import { Unanswered } from "../../src/store/postgres/liveness.ts";

/** Whether an error says that the database was too busy to answer, which is no fault of a storm's. */
export function isBusy(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || error instanceof Unanswered;
}
