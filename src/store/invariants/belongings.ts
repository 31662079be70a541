import type { Tables } from "../tables.ts";

/** A parent of a row, beside its account. */
export interface Belonging {
  readonly parent: keyof Tables;
  /** The row's columns, each with the parent's column that it refers to. */
  readonly by: Readonly<Record<string, string>>;
  /** The columns that identify the row in a report: never a hash, nor a value that a caller chose. */
  readonly toldBy: readonly string[];
}

const ofActivity = {
  parent: "activity",
  by: { interaction_id: "interaction_id", activity_id: "id" },
  toldBy: ["interaction_id", "activity_id", "id"],
} as const;

const ofBooking = {
  parent: "booking",
  by: { booking_id: "id" },
  toldBy: ["booking_id", "number"],
} as const;

const ofCredential = { parent: "credential", by: { client_id: "client_id" } } as const;

/**
 * The parents of each table's rows. The type demands an entry for every table; null means that the account is
 * the only parent. A booking's slot, ticket type and host have invariants of their own.
 */
export const belongings = {
  account: null,
  api_host: null,
  enabled_endpoint: null,
  directory: null,
  credential: null,
  client_secret: { ...ofCredential, toldBy: ["client_id", "id"] },
  access_token: {
    parent: "client_secret",
    by: { client_id: "client_id", secret_id: "id" },
    toldBy: ["client_id", "secret_id"],
  },
  group: null,
  interaction: {
    parent: "group",
    by: { group_unique_key: "unique_key" },
    toldBy: ["id", "public_key"],
  },
  activity: {
    parent: "interaction",
    by: { interaction_id: "id" },
    toldBy: ["interaction_id", "id"],
  },
  host: ofActivity,
  ticket_type: ofActivity,
  slot: { ...ofActivity, toldBy: ["interaction_id", "activity_id", "host_id", "starting_at"] },
  contact: null,
  booking: { parent: "contact", by: { contact_id: "id" }, toldBy: ["id"] },
  ticket: ofBooking,
  booking_event: ofBooking,
  slot_event: null,
  change_feed: null,
  outcome: { parent: "booking", by: { booking_id: "id" }, toldBy: ["booking_id"] },
  audit_event: null,
  rate_count: null,
  request_record: null,
  operator: null,
  operator_account: null,
} as const satisfies Record<keyof Tables, Belonging | null>;
