import { sql, type Kysely } from "kysely";
import type { Tables } from "../tables.ts";

/** Locks `account_move`, so that no move begins before the transaction ends. The triggers go with their functions. */
export async function dropMoveTriggers(transaction: Kysely<Tables>): Promise<void> {
  await sql`lock table account_move in access exclusive mode`.execute(transaction);
  const { rows } = await sql<{ name: string }>`
    select proname as name
    from pg_proc
    where pronamespace = current_schema()::regnamespace
      and proname like 'follow\\_account\\_%'`.execute(transaction);
  for (const { name } of rows) {
    await sql`drop function ${sql.ref(name)}() cascade`.execute(transaction);
  }
}
