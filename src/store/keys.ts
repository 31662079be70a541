import { sql, type JoinBuilder } from "kysely";
import { columnTypes, type Tables } from "./tables.ts";

export type TableOfAccount = {
  [T in keyof Tables]: Tables[T] extends { account_id: number } ? T : never;
}[keyof Tables];

/**
 * Every table whose rows have an account each, before those that its foreign keys lead to, and the key beside the account.
 * A deletion takes them in this order: webhooks early, because they would post what is not whole any more. The audit log,
 * whose rows may have none, outlives the account.
 */
export const keys = {
  reminder: ["interaction_id", "minutes"],
  webhook_attempt: ["webhook_id", "delivery_id", "number"],
  webhook_delivery: ["webhook_id", "id"],
  webhook_secret: ["webhook_id", "id"],
  webhook: ["id"],
  access_token: ["hash"],
  client_secret: ["client_id", "id"],
  credential: ["client_id"],
  outcome: ["client_id", "idempotency_key"],
  operator_request: ["operator", "key_hash"],
  request_record: ["id"],
  import_left_out: ["import_id", "number"],
  import_job: ["id"],
  slot_event: ["id"],
  change_feed: ["account_id"],
  booking_event: ["booking_id", "number"],
  ticket: ["booking_id", "number"],
  booking_data: ["booking_id"],
  hold: ["id"],
  booking: ["contact_number", "slot_starting_at", "id"],
  contact: ["number"],
  type_limit: ["slot_number", "until", "ticket_type_number"],
  slot: ["interaction_id", "activity_id", "host_id", "starting_at"],
  ticket_type: ["interaction_id", "activity_id", "id"],
  host: ["interaction_id", "activity_id", "id"],
  activity: ["interaction_id", "id"],
  interaction: ["id"],
  group: ["unique_key"],
  account_number: ["account_id"],
  operator_account: ["operator_id"],
  enabled_endpoint: ["endpoint"],
  api_host: ["host"],
} as const satisfies Record<TableOfAccount, readonly string[]>;

/**
 * Joins the row that a row of another table names: in the same account, by the columns of its key, where `id` is
 * called after the table. A booking is named by its id alone.
 */
export function namedBy(table: "booking" | "interaction" | "activity", other: string) {
  const key = table === "booking" ? (["id"] as const) : keys[table];
  const columns = key.map((column) => [column, column === "id" ? `${table}_id` : column] as const);
  return joinBy(table, other, columns);
}

/** Joins the row that a row of another table names by its number. */
export function numberedBy(
  table: "contact" | "slot" | "interaction" | "host" | "ticket_type",
  other: string,
) {
  return joinBy(table, other, [["number", `${table}_number`]]);
}

function joinBy(table: string, other: string, columns: readonly (readonly [string, string])[]) {
  return <DB, TB extends keyof DB>(join: JoinBuilder<DB, TB>): JoinBuilder<DB, TB> =>
    [["account_id", "account_id"] as const, ...columns].reduce(
      // The names are made of the tables' own, which the compiler does not follow.
      (joined, [own, named]) =>
        joined.onRef(`${table}.${own}` as never, "=", `${other}.${named}` as never),
      join,
    );
}

/** The columns that name a slot, in its own table. */
export const slotName = sql.raw(keys.slot.map((column) => `slot.${column}`).join(", "));

/** The condition that a booking is one of a slot, where both are of one account already. */
export const isAtSlot = sql<boolean>`booking.slot_number = slot.number`;

/** The columns that name a slot, as parameters of a statement. */
export const slotNameTypes = columnTypes("slot", keys.slot);
