import { sql, type Kysely } from "kysely";
import { counted } from "../../domain/wording.ts";
import { DatabaseUnavailable, type DatabaseFacts } from "../engine.ts";
import type { EngineCheck } from "../engine-check.ts";
import type { Tables } from "../tables.ts";
import { sqliteDialect } from "./dialect.ts";
import { concernsContent } from "./faults.ts";

/** Opening the database has checked the settings already; this reads them for display. */
export async function inspectSqlite(reads: Kysely<Tables>): Promise<DatabaseFacts> {
  const { rows } = await sql<{ version: string; now: number; journal: string; sync: number }>`
    select
      sqlite_version() as version,
      ${sqliteDialect.clock} as now,
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
    sessionsMax: null,
  };
}

const findingsMax = 100;

/**
 * SQLite's own check of every page, index and constraint; it reads the whole file. Foreign keys are a check of their
 * own: SQLite's shell has them off, so that an edit by hand can break them.
 */
export async function checkSqlite(reads: Kysely<Tables>): Promise<EngineCheck> {
  try {
    const { rows } = await sql<{ integrity_check: string }>`
      pragma integrity_check(${sql.lit(findingsMax)})`.execute(reads);
    const findings = rows.map((row) => row.integrity_check).filter((finding) => finding !== "ok");
    return { findings: [...findings, ...(await missingParents(reads))], notRun: null };
  } catch (error) {
    const cause = error instanceof DatabaseUnavailable ? error.cause : error;
    if (!concernsContent(cause)) throw error;
    return { findings: [(cause as Error).message], notRun: null };
  }
}

async function missingParents(reads: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ child: string; parent: string; rows: number }>`
    select "table" as child, parent, count(*) as rows
    from pragma_foreign_key_check
    group by 1, 2
    order by 1, 2`.execute(reads);
  return rows.map(
    (row) => `${row.child} has ${counted(row.rows, "row")} whose row of ${row.parent} is missing`,
  );
}
