import { sql, type Kysely } from "kysely";
import type { Tables } from "../tables.ts";

/**
 * Reads the cluster, the database in it, and the timeline. The cluster and the database differ after a dump
 * was restored elsewhere; the timeline differs after a promotion and after point-in-time recovery.
 *
 * A role may be forbidden to read the cluster's identifier. The server's start then stands in its place. It
 * changes more often, and a new epoch costs no reader anything (B251).
 */
export function prepareIdentityReader(): (database: Kysely<Tables>) => Promise<string> {
  let cluster: typeof identifier | null = null;
  return async (database) => {
    cluster ??= (await mayReadIdentifier(database)) ? identifier : startOfServer;
    const { rows } = await sql<{ identity: string }>`
      select concat_ws(
        '/',
        ${cluster},
        (select oid from pg_database where datname = current_database()),
        left(pg_walfile_name(pg_current_wal_lsn()), 8)
      ) as identity`.execute(database);
    return rows[0]?.identity ?? "";
  };
}

const identifier = sql`(select system_identifier from pg_control_system())`;
const startOfServer = sql`extract(epoch from pg_postmaster_start_time())`;

/** A statement that names a forbidden function fails even where it does not call it. */
async function mayReadIdentifier(database: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select has_function_privilege('pg_control_system()', 'execute') as may`.execute(database);
  return rows[0]?.may ?? false;
}
