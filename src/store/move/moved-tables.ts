import type { Tables } from "../tables.ts";
import type { FollowedTable } from "./account-triggers.ts";

type StaysBehind =
  | "account"
  | "directory"
  | "operator"
  | "operator_account"
  | "rate_count"
  | "account_move"
  | "moved_row";

export type MovedTableName = Exclude<keyof Tables, StaysBehind>;

/**
 * The columns that identify a row of the account, for each table whose rows move with it. A table stands after
 * those that it refers to. The type demands an entry for every table that does not stay behind.
 */
const keys = {
  api_host: ["host"],
  enabled_endpoint: ["endpoint"],
  credential: ["client_id"],
  client_secret: ["client_id", "id"],
  access_token: ["hash"],
  group: ["unique_key"],
  interaction: ["id"],
  activity: ["interaction_id", "id"],
  host: ["interaction_id", "activity_id", "id"],
  ticket_type: ["interaction_id", "activity_id", "id"],
  slot: ["interaction_id", "activity_id", "host_id", "starting_at"],
  contact: ["id"],
  // A moved booking changes its primary key, but never its id.
  booking: ["id"],
  ticket: ["booking_id", "number"],
  booking_event: ["booking_id", "number"],
  slot_event: ["id"],
  change_feed: [],
  outcome: ["client_id", "idempotency_key"],
  audit_event: ["id"],
  request_record: ["id"],
} as const satisfies { readonly [T in MovedTableName]: readonly (keyof Tables[T])[] };

export const movedTableNames = Object.keys(keys) as MovedTableName[];

export function keyOf(table: MovedTableName): readonly string[] {
  return keys[table];
}

/** The columns of the constraint that a repeated insert meets. */
export function conflictOf(table: MovedTableName): readonly string[] {
  const isOfInstallation = table === "api_host" || table === "audit_event";
  return isOfInstallation ? keys[table] : ["account_id", ...keys[table]];
}

/**
 * A column that is unique beside the key, and that a later row may take over from an earlier one. Changed rows
 * give it up before any of them gets its new value.
 */
export function reusedColumnOf(table: MovedTableName): string | null {
  if (table === "interaction") return "public_key";
  return table === "contact" ? "external_id" : null;
}

/** The tables that get triggers while an account moves. */
export const followedTables: readonly FollowedTable[] = movedTableNames.map((name) => ({
  name,
  key: keys[name],
  // Records of requests are written behind the answers, and no answer depends on them.
  refuses: name !== "request_record",
}));
