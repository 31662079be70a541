import { sql, type Kysely } from "kysely";
import { DatabaseUnavailable, type EngineCheck } from "../engine.ts";
import { concernsContent } from "./faults.ts";
import type { Tables } from "../tables.ts";

const findingsMax = 100;

/** SQLite's own check of every page, index and constraint; it reads the whole file. */
export async function checkSqlite(reads: Kysely<Tables>): Promise<EngineCheck> {
  try {
    const { rows } = await sql<{ integrity_check: string }>`
      pragma integrity_check(${sql.lit(findingsMax)})`.execute(reads);
    const findings = rows.map((row) => row.integrity_check).filter((finding) => finding !== "ok");
    return { findings, notRun: null };
  } catch (error) {
    const cause = error instanceof DatabaseUnavailable ? error.cause : error;
    if (!concernsContent(cause)) throw error;
    return { findings: [(cause as Error).message], notRun: null };
  }
}
