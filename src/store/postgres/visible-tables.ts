import { sql, type Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { placement } from "./placement.ts";

const names = Object.keys(placement);

/** The service's tables that the database has, in order. */
export async function visibleTables(transaction: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name
    from pg_class
    where pg_table_is_visible(oid)
      and relkind = 'r'
      and relname = any(${names})
    order by relname`.execute(transaction);
  return rows.map(({ name }) => name);
}
