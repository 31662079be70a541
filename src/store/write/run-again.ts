import { DatabaseUnavailable } from "../engine.ts";

/** The transaction has changed nothing and has to run again, without the locks that it took. */
export type RunAgain = "run again";

/** How often a transaction runs because others changed its bookings between its first read and its locks. */
const attemptsMax = 100;

/** Runs a transaction until the rows that it locked are those that it read. */
export async function runUntilLocked<T>(run: () => Promise<T | RunAgain>): Promise<T> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const answer = await run();
    if (answer !== "run again") return answer;
  }
  throw new DatabaseUnavailable("The bookings change faster than they can be locked.");
}
