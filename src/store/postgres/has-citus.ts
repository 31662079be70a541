import { sql, type Kysely } from "kysely";
import type { Tables } from "../tables.ts";

/** An expression that is true where the database has Citus and its tables may be distributed. */
export const citusIsThere = "to_regclass('pg_catalog.pg_dist_node') is not null";

export async function hasCitus(database: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select ${sql.raw(citusIsThere)} as has`.execute(
    database,
  );
  return rows[0]?.has === true;
}
