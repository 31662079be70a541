import { sql, type Kysely } from "kysely";
import { DatabaseUnavailable, type Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { hasCitus } from "./has-citus.ts";
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
