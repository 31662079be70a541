import { sql, type Kysely } from "kysely";
import { DatabaseUnavailable, type Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { sqlState } from "./faults.ts";
import { hasCitus } from "./nodes.ts";
import { placement, visibleTables } from "./placement.ts";

/**
 * Counts the rows of all or of grown tables for the planner. An automatic ANALYZE comes a minute or more after many rows,
 * and until then PostgreSQL may join them as if there were one. A table that is locked is being analyzed, or will
 * be.
 */
export async function analyzeTables(write: Engine["write"], which: "all" | "grown"): Promise<void> {
  try {
    await write(
      async (transaction) => {
        if (await hasCitus(transaction)) return;
        const tables = await (which === "all" ? visibleTables : grownTables)(transaction);
        if (tables.length === 0) return;
        const names = sql.join(tables.map((name) => sql.table(name)));
        await sql`analyze (skip_locked) ${names}`.execute(transaction);
      },
      { timeouts: "task" },
    );
  } catch (error) {
    // What was written stays, and the server counts it later.
    if (!(error instanceof DatabaseUnavailable)) throw error;
  }
}

/** The service's tables that have more than twice the pages that they had when they were counted. */
async function grownTables(transaction: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name
    from pg_class
    where pg_table_is_visible(oid)
      and relkind = 'r'
      and relname = any(${Object.keys(placement)})
      and pg_relation_size(oid) > 2 * relpages::bigint * current_setting('block_size')::bigint
    order by relname`.execute(transaction);
  return rows.map(({ name }) => name);
}

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
