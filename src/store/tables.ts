import type { Environment } from "../domain/account.ts";
import type { SlotChange } from "../domain/change-feed.ts";
import type { ContactLimitCounts } from "../domain/contact-limit.ts";
import {
  bookingEventKind,
  bookingStatus,
  byDefault,
  flag,
  integer,
  json,
  nullable,
  oneOf,
  text,
  uuid,
  type Column,
  type ColumnType,
  type TablesOf,
} from "./columns.ts";
import { operatorTables } from "./accounts/operator-tables.ts";
import { holdTables } from "./holds/hold-tables.ts";
import { reminderTables } from "./reminders/reminder-tables.ts";
import { importTables } from "./import/import-tables.ts";
import { webhookTables } from "./webhooks/webhook-tables.ts";

/**
 * The tables that `migrations/` make. The types of the statements, the columns that a batch writes and what the catalogue's
 * columns store follow from them. Instants are milliseconds UTC; of a webhook's lists, an empty one means all.
 */
export const tables = {
  ...operatorTables,
  ...webhookTables,
  ...importTables,
  ...holdTables,
  ...reminderTables,
  account: {
    id: integer,
    tenant: text,
    environment: oneOf<Environment>(),
    created_at: integer,
    catalogue_version: byDefault(integer),
    deletion: nullable(json),
  },
  api_host: { host: text, account_id: integer, position: integer },
  enabled_endpoint: { account_id: integer, endpoint: text },
  /** With the highest id that an account ever had. */
  directory: { id: integer, version: integer, stamp: integer, last_account_id: integer },
  /** The latest changes of the directory; of the whole account where no client is named. */
  directory_change: {
    version: integer,
    stamp: integer,
    changed_account_id: integer,
    changed_client_id: nullable(text),
  },
  credential: {
    account_id: integer,
    client_id: text,
    audience: text,
    created_at: integer,
    revoked_at: nullable(integer),
    label: nullable(text),
  },
  client_secret: {
    account_id: integer,
    client_id: text,
    id: text,
    hash: text,
    prefix: text,
    created_at: integer,
    expires_at: nullable(integer),
    last_used_at: nullable(integer),
  },
  access_token: {
    account_id: integer,
    hash: text,
    client_id: text,
    secret_id: text,
    issued_at: integer,
    expires_at: integer,
  },
  /** `next_number` is the first that was not given to a row of the account. */
  account_number: { account_id: integer, next_number: integer },
  group: { account_id: integer, unique_key: text, display_name: text },
  interaction: {
    account_id: integer,
    id: text,
    public_key: text,
    group_unique_key: text,
    timezone: text,
    default_language: text,
    languages: json,
    cancellation_cutoff_minutes: nullable(integer),
    booking_cutoff_minutes: nullable(integer),
    waitlist_promotion: oneOf<"manual" | "automatic" | "offer">(),
    waitlist_offer_minutes: nullable(integer),
    reminder_minutes: nullable(json),
    title: byDefault(json),
    tickets_per_contact: nullable(integer),
    contact_limit_counts: oneOf<ContactLimitCounts>(),
    number: integer,
  },
  activity: {
    account_id: integer,
    interaction_id: text,
    id: text,
    title: json,
    location_hint: json,
    slot_duration_in_minutes: nullable(integer),
  },
  host: {
    account_id: integer,
    interaction_id: text,
    activity_id: text,
    id: text,
    display_name: text,
    slot_duration_in_minutes: nullable(integer),
    overlaps: byDefault(flag),
    number: integer,
  },
  ticket_type: {
    account_id: integer,
    interaction_id: text,
    activity_id: text,
    id: text,
    display_name: text,
    has_limited_capacity: flag,
    tickets_per_contact: nullable(integer),
    capacity_per_slot: nullable(integer),
    booking_cutoff_minutes: nullable(integer),
    bookable_from: nullable(integer),
    bookable_until: nullable(integer),
    number: integer,
  },
  slot: {
    account_id: integer,
    interaction_id: text,
    activity_id: text,
    /** `""` where the activity offers no choice of hosts. */
    host_id: text,
    starting_at: integer,
    capacity: integer,
    taken: integer,
    overbooked_by: integer,
    /** 0: none. */
    slot_duration_in_minutes: integer,
    utc_offset_minutes: integer,
    number: integer,
    /** When the first of its live holds and offers ends; null where it has none. */
    next_end_at: nullable(integer),
    closed_at: nullable(integer),
  },
  type_limit: {
    account_id: integer,
    slot_number: integer,
    until: integer,
    ticket_type_number: integer,
    capacity: nullable(integer),
    overbooked_by: integer,
  },
  contact: { account_id: integer, number: integer, id: uuid, external_id: text },
  booking: {
    account_id: integer,
    contact_number: integer,
    slot_starting_at: integer,
    id: uuid,
    slot_number: integer,
    interaction_number: integer,
    /** 0 where the activity offers no choice of hosts. */
    host_number: integer,
    ticket_type_number: integer,
    booking_status: bookingStatus,
    booked_at: integer,
  },
  booking_data: {
    account_id: integer,
    booking_id: uuid,
    interaction_number: integer,
    reference: nullable(text),
    data: nullable(json),
  },
  ticket: {
    account_id: integer,
    booking_id: uuid,
    number: integer,
    cancelled_at: nullable(integer),
    attendee_display_name: nullable(text),
    attendee_checked_in_at: nullable(integer),
    /** See `wordsToStore`. */
    attendee_words: nullable(text),
  },
  booking_event: {
    account_id: integer,
    booking_id: uuid,
    number: integer,
    kind: bookingEventKind,
    booking_status: bookingStatus,
    at: integer,
    recorded_at: integer,
    actor: text,
    request_id: nullable(text),
    details: nullable(json),
    /** Null until a reader of the feed of changes gives one. */
    position: nullable(integer),
  },
  slot_event: {
    account_id: integer,
    id: uuid,
    interaction_id: text,
    activity_id: text,
    host_id: text,
    starting_at: integer,
    capacity: integer,
    recorded_at: integer,
    actor: text,
    request_id: nullable(text),
    position: nullable(integer),
    kind: oneOf<SlotChange>(),
    details: nullable(json),
  },
  change_feed: {
    account_id: integer,
    since: integer,
    first_position: integer,
    last_position: integer,
    database_identity: text,
    epochs: json,
  },
  outcome: {
    account_id: integer,
    client_id: text,
    idempotency_key: text,
    /** Null for an attempt. */
    booking_id: nullable(uuid),
    answer: json,
    created_at: integer,
  },
  clock_mark: { number: integer, at: integer },
  rate_count: { limit_name: text, key: text, count: integer, ends_at: integer },
} as const;

/** The tables as the statements see them. */
export interface Tables extends TablesOf<typeof tables> {}

/** The types of some columns of a table, as parameters of a statement. */
export function columnTypes<Table extends keyof Tables, Name extends keyof Tables[Table] & string>(
  table: Table,
  names: readonly Name[],
): Readonly<Record<Name, ColumnType>> {
  const columns: Readonly<Record<string, Column<unknown>>> = tables[table];
  // The compiler has seen that the table has columns of these names.
  return Object.fromEntries(names.map((name) => [name, columns[name]?.type])) as Readonly<
    Record<Name, ColumnType>
  >;
}
