import { sql, type Kysely } from "kysely";
import type { Tables } from "../tables.ts";

/**
 * Where the rows of a table are in a database that Citus distributes: together with the other rows of their
 * account on one of the nodes, as a copy on each node, or on the coordinator alone.
 *
 * A statement that changes a table with copies needs every node. `account` is the only such table, because a
 * list reads the version of the account's catalogue there. Credentials and secrets are on the coordinator, so
 * an operator can rotate and revoke them while a node is down (B364).
 */
export type Place = "with the account" | "on each node" | "on the coordinator";

/** Each table, and the one of migrations. The type demands an entry for every table. */
export const placement = {
  schema_migration: "on the coordinator",
  account: "on each node",
  api_host: "on the coordinator",
  enabled_endpoint: "on the coordinator",
  directory: "on the coordinator",
  credential: "on the coordinator",
  client_secret: "on the coordinator",
  access_token: "with the account",
  group: "with the account",
  interaction: "with the account",
  activity: "with the account",
  host: "with the account",
  ticket_type: "with the account",
  slot: "with the account",
  contact: "with the account",
  booking: "with the account",
  ticket: "with the account",
  booking_event: "with the account",
  slot_event: "with the account",
  change_feed: "with the account",
  outcome: "with the account",
  audit_event: "on the coordinator",
  clock_mark: "on the coordinator",
  rate_count: "on the coordinator",
  request_record: "with the account",
  operator: "on the coordinator",
  operator_account: "on the coordinator",
} as const satisfies Readonly<Record<keyof Tables | "schema_migration", Place>>;

export type PlacedTable = keyof typeof placement;

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
