import { sql, type Kysely } from "kysely";
import type { Tables } from "../tables.ts";

/**
 * Reads the server's start, the database in it, and the timeline. Whatever puts other data into the place of
 * these, a data folder restored from a copy included, ends the server first. A start that changed nothing
 * begins a new epoch too, which costs no reader anything (B251). A promotion does not end the server, and
 * changes the timeline.
 */
export async function databaseIdentity(database: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select concat_ws(
      '/',
      extract(epoch from pg_postmaster_start_time()),
      (select oid from pg_database where datname = current_database()),
      left(pg_walfile_name(pg_current_wal_lsn()), 8)
    ) as identity`.execute(database);
  return rows[0]?.identity ?? "";
}
