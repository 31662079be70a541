import { sql, type Kysely } from "kysely";
import type { Tables } from "../tables.ts";

/**
 * The cluster, the database in it, and the timeline. The cluster and the database differ after a dump
 * was restored elsewhere; the timeline differs after a promotion and after point-in-time recovery.
 */
export async function databaseIdentity(database: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select concat_ws(
      '/',
      (select system_identifier from pg_control_system()),
      (select oid from pg_database where datname = current_database()),
      left(pg_walfile_name(pg_current_wal_lsn()), 8)
    ) as identity`.execute(database);
  return rows[0]?.identity ?? "";
}
