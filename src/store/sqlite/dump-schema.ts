import { sql, type Kysely } from "kysely";
import type { Tables } from "../tables.ts";

/** The schema from SQLite's catalogue: the statements that made it, tables first. */
export async function dumpSchema(reads: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ sql: string }>`
    select sql
    from sqlite_schema
    where sql is not null
    order by type desc, name`.execute(reads);
  return rows.map((row) => `${row.sql};\n`).join("\n");
}
