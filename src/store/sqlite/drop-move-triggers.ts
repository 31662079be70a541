import { sql, type Kysely } from "kysely";
import type { Tables } from "../tables.ts";

/** The schema has no other triggers than those of account moves. */
export async function dropMoveTriggers(transaction: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name
    from sqlite_master
    where type = 'trigger'`.execute(transaction);
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(transaction);
}
