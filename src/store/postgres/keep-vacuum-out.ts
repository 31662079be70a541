import { sql, type Kysely } from "kysely";
import { DatabaseUnavailable } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { sqlState } from "./faults.ts";

/**
 * A change of a table that found it locked keeps vacuums out at each attempt whose number is a multiple of this: an
 * automatic vacuum that is ended begins again later, and every end costs its work.
 */
const attemptsPerVacuum = 5;
/**
 * Longer than `deadlock_timeout` (1 s), because PostgreSQL ends an automatic vacuum only for a wait that lasts
 * as long. No request waits behind this lock.
 */
const vacuumWaitMs = 3_000;

/**
 * Ends an automatic vacuum of the tables, and lets no other begin before the transaction
 * ends. A change of a table would otherwise give up each time, because its own wait is short. A table that
 * something else has locked is passed over: the change may not need it.
 */
export async function keepVacuumOut(
  transaction: Kysely<Tables>,
  tables: readonly string[],
  attempt: number,
): Promise<void> {
  if (attempt % attemptsPerVacuum !== 0) return;
  await sql.raw(`set local lock_timeout = ${vacuumWaitMs}`).execute(transaction);
  for (const name of tables) {
    await sql`savepoint vacuum`.execute(transaction);
    try {
      await sql`lock table only ${sql.table(name)} in share update exclusive mode`.execute(
        transaction,
      );
    } catch (error) {
      const cause = error instanceof DatabaseUnavailable ? error.cause : error;
      if (sqlState(cause) !== "55P03") throw error;
      await sql`rollback to savepoint vacuum`.execute(transaction);
    }
  }
}
