import { sql, type JoinBuilder, type RawBuilder } from "kysely";
import type { Tables } from "./tables.ts";

export type TableOfAccount = {
  [T in keyof Tables]: Tables[T] extends { account_id: number } ? T : never;
}[keyof Tables];

/**
 * Every table with rows of accounts, each before those that its foreign keys lead to, and the key beside the account.
 * Webhooks go first: they would post what is not whole any more.
 */
export const keys = {
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
  booking: ["contact_id", "slot_starting_at", "id"],
  contact: ["id"],
  type_limit: [
    "interaction_id",
    "activity_id",
    "host_id",
    "starting_at",
    "until",
    "ticket_type_id",
  ],
  slot: ["interaction_id", "activity_id", "host_id", "starting_at"],
  ticket_type: ["interaction_id", "activity_id", "id"],
  host: ["interaction_id", "activity_id", "id"],
  activity: ["interaction_id", "id"],
  interaction: ["id"],
  group: ["unique_key"],
  operator_account: ["operator_id"],
  enabled_endpoint: ["endpoint"],
  api_host: ["host"],
} as const satisfies Record<TableOfAccount, readonly string[]>;

/**
 * Joins the row that a row of another table names: in the same account, by the columns of its key, where `id` is
 * called after the table. A booking is named by its id alone.
 */
export function namedBy(
  table: "booking" | "contact" | "interaction" | "activity" | "host" | "ticket_type",
  other: string,
) {
  const key = table === "booking" ? (["id"] as const) : keys[table];
  const columns = key.map((column) => [column, column === "id" ? `${table}_id` : column]);
  return <DB, TB extends keyof DB>(join: JoinBuilder<DB, TB>): JoinBuilder<DB, TB> =>
    [["account_id", "account_id"], ...columns].reduce(
      // The names are made of the tables' own, which the compiler does not follow.
      (joined, [own, named]) =>
        joined.onRef(`${table}.${own}` as never, "=", `${other}.${named}` as never),
      join,
    );
}

/** The key of a slot as a list of columns, in the slot's own table and in that of bookings. */
export const slotKey = sql.raw(keys.slot.map((column) => `slot.${column}`).join(", "));
export const slotOfBooking = sql`booking.interaction_id, booking.activity_id, booking.host_id, booking.slot_starting_at`;

/** The condition that rows of these tables, of the same account, are about one slot. */
export function aboutOneSlot(one: string, other: string): RawBuilder<boolean> {
  const conditions = keys.slot.map(
    (column) => sql`${columnOf(one, column)} = ${columnOf(other, column)}`,
  );
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

function columnOf(table: string, column: string): RawBuilder<unknown> {
  const isStart = column === "starting_at" && table === "booking";
  return sql.ref(`${table}.${isStart ? "slot_starting_at" : column}`);
}

/** The condition that a booking is one of a slot of the same account. */
export const isAtSlot = aboutOneSlot("booking", "slot");
