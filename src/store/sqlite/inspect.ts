import { sql, type Kysely } from "kysely";
import type { DatabaseFacts } from "../engine.ts";
import type { Tables } from "../tables.ts";

/** Opening the database has checked the settings already; this reads them for display. */
export async function inspectSqlite(reads: Kysely<Tables>): Promise<DatabaseFacts> {
  const { rows } = await sql<{ version: string; now: number; journal: string; sync: number }>`
    select
      sqlite_version() as version,
      cast(unixepoch('subsec') * 1000 as integer) as now,
      (select journal_mode from pragma_journal_mode) as journal,
      (select synchronous from pragma_synchronous) as sync`.execute(reads);
  const [found] = rows;
  return {
    version: `SQLite ${found?.version}`,
    now: found?.now ?? 0,
    durability: [
      { setting: "journal_mode", value: found?.journal ?? "", isDurable: found?.journal === "wal" },
      { setting: "synchronous", value: String(found?.sync), isDurable: found?.sync === 2 },
    ],
    certificateEndsAt: null,
    isPooled: false,
  };
}
