import { sql } from "kysely";
import { DatabaseUnavailable, type Engine } from "../engine.ts";
import { hasCitus } from "./has-citus.ts";
import { visibleTables } from "./visible-tables.ts";

/**
 * Counts the rows for the planner. An automatic ANALYZE comes a minute or more after many rows, and until then
 * PostgreSQL may join them as if there were one. A table that is locked is being analyzed, or will be.
 */
export async function analyzeTables(write: Engine["write"]): Promise<void> {
  try {
    await write(
      async (transaction) => {
        if (await hasCitus(transaction)) return;
        const tables = await visibleTables(transaction);
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
