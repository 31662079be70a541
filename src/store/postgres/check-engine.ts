import { sql, type Kysely } from "kysely";
import type { EngineCheck } from "../engine.ts";
import type { Tables } from "../tables.ts";

/** Class XX: an index or a table that is corrupted. */
const corrupted = /^XX00[12]$/;
const insufficientPrivilege = "42501";

/** The check of the extension amcheck, where it is installed and the role may use it. */
export async function checkPostgres(reads: Kysely<Tables>): Promise<EngineCheck> {
  const installed = await sql`select 1 from pg_extension where extname = 'amcheck'`.execute(reads);
  if (installed.rows.length === 0) return notRun("the extension amcheck is not installed");
  const { rows: indexes } = await sql<{ oid: number; name: string }>`
    select pg_class.oid::integer as oid, pg_class.relname as name
    from pg_class
    join pg_index on pg_index.indexrelid = pg_class.oid
    join pg_am on pg_am.oid = pg_class.relam
    where pg_am.amname = 'btree'
      and pg_class.relnamespace = to_regnamespace(current_schema())
      and pg_index.indisvalid
    order by pg_class.relname`.execute(reads);
  const findings: string[] = [];
  for (const { oid, name } of indexes) {
    try {
      // With the heap: each row of the table is in the index.
      await sql`select bt_index_check(${oid}::regclass, true)`.execute(reads);
    } catch (error) {
      const { code = "", message } = error as { code?: string; message: string };
      if (code === insufficientPrivilege) return notRun("the role may not use amcheck");
      if (!corrupted.test(code)) throw error;
      findings.push(`${name}: ${message}`);
    }
  }
  return { findings, notRun: null };
}

function notRun(why: string): EngineCheck {
  return { findings: [], notRun: why };
}
