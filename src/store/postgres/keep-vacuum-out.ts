import { sql, type Kysely } from "kysely";
import type { Tables } from "../tables.ts";

/**
 * Longer than `deadlock_timeout` (1 s), because PostgreSQL ends an automatic vacuum only for a wait that lasts
 * as long. No request waits behind this lock.
 */
const vacuumWaitMs = 3_000;

/**
 * Ends an automatic vacuum of those of the tables that exist, and lets no other begin before the transaction
 * ends. A change of a table would otherwise give up each time, because its own wait is short.
 */
export async function keepVacuumOut(
  transaction: Kysely<Tables>,
  tables: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name
    from pg_class
    where relnamespace = current_schema()::regnamespace
      and relkind = 'r'
      and relname = any(${tables})
    order by relname`.execute(transaction);
  if (rows.length === 0) return;
  await sql.raw(`set local lock_timeout = ${vacuumWaitMs}`).execute(transaction);
  const names = sql.join(rows.map(({ name }) => sql.table(name)));
  await sql`lock table only ${names} in share update exclusive mode`.execute(transaction);
}
