import type { Generated } from "kysely";
import type { BookingStatus } from "../domain/booking.ts";
import type { Environment } from "../domain/account.ts";
import type { SlotChange } from "../domain/change-feed.ts";
import type { ContactLimitCounts } from "../domain/contact-limit.ts";
import type { OperatorRole } from "../domain/operator.ts";
import type { HoldTables } from "./holds/hold-tables.ts";
import type { ImportTables } from "./import/import-tables.ts";
import type { WebhookTables } from "./webhooks/webhook-tables.ts";

/**
 * The tables as the statements see them; `migrations/` makes them. Instants are milliseconds UTC, texts by language JSON
 * maps, lists JSON arrays, of which an empty one of a webhook means all.
 */
export interface Tables extends WebhookTables, ImportTables, HoldTables {
  account: {
    id: number;
    tenant: string;
    environment: Environment;
    created_at: number;
    catalogue_version: Generated<number>;
    deletion: string | null;
  };
  api_host: { host: string; account_id: number; position: number };
  enabled_endpoint: { account_id: number; endpoint: string };
  /** With the highest id that an account ever had. */
  directory: { id: number; version: number; stamp: number; last_account_id: number };
  /** The latest changes of the directory; of the whole account where no client is named. */
  directory_change: {
    version: number;
    stamp: number;
    changed_account_id: number;
    changed_client_id: string | null;
  };
  credential: {
    account_id: number;
    client_id: string;
    audience: string;
    created_at: number;
    revoked_at: number | null;
    label: string | null;
  };
  client_secret: {
    account_id: number;
    client_id: string;
    id: string;
    hash: string;
    prefix: string;
    created_at: number;
    expires_at: number | null;
    last_used_at: number | null;
  };
  access_token: {
    account_id: number;
    hash: string;
    client_id: string;
    secret_id: string;
    issued_at: number;
    expires_at: number;
  };
  /** `next_number` is the first that was not given to a row of the account. */
  account_number: { account_id: number; next_number: number };
  group: { account_id: number; unique_key: string; display_name: string };
  interaction: {
    account_id: number;
    id: string;
    public_key: string;
    group_unique_key: string;
    timezone: string;
    default_language: string;
    languages: string;
    cancellation_cutoff_minutes: number | null;
    booking_cutoff_minutes: number | null;
    waitlist_promotion: "manual" | "automatic" | "offer";
    waitlist_offer_minutes: number | null;
    title: Generated<string>;
    tickets_per_contact: number | null;
    contact_limit_counts: ContactLimitCounts;
    number: number;
  };
  activity: {
    account_id: number;
    interaction_id: string;
    id: string;
    title: string;
    location_hint: string;
    slot_duration_in_minutes: number | null;
  };
  host: {
    account_id: number;
    interaction_id: string;
    activity_id: string;
    id: string;
    display_name: string;
    slot_duration_in_minutes: number | null;
    number: number;
  };
  ticket_type: {
    account_id: number;
    interaction_id: string;
    activity_id: string;
    id: string;
    display_name: string;
    has_limited_capacity: 0 | 1;
    tickets_per_contact: number | null;
    capacity_per_slot: number | null;
    booking_cutoff_minutes: number | null;
    bookable_from: number | null;
    bookable_until: number | null;
    number: number;
  };
  slot: {
    account_id: number;
    interaction_id: string;
    activity_id: string;
    /** `""` where the activity offers no choice of hosts. */
    host_id: string;
    starting_at: number;
    capacity: number;
    taken: number;
    overbooked_by: number;
    /** 0: none. */
    slot_duration_in_minutes: number;
    utc_offset_minutes: number;
    number: number;
    /** When the first of its live holds ends. */
    next_end_at: number | null;
  };
  type_limit: {
    account_id: number;
    slot_number: number;
    until: number;
    ticket_type_number: number;
    capacity: number | null;
    overbooked_by: number;
  };
  contact: { account_id: number; number: number; id: string; external_id: string };
  booking: {
    account_id: number;
    contact_number: number;
    slot_starting_at: number;
    id: string;
    slot_number: number;
    interaction_number: number;
    /** 0 where the activity offers no choice of hosts. */
    host_number: number;
    ticket_type_number: number;
    booking_status: BookingStatus;
    booked_at: number;
  };
  booking_data: {
    account_id: number;
    booking_id: string;
    interaction_number: number;
    reference: string | null;
    data: string | null;
  };
  ticket: {
    account_id: number;
    booking_id: string;
    number: number;
    cancelled_at: number | null;
    attendee_display_name: string | null;
    attendee_checked_in_at: number | null;
    /** See `wordsToStore`. */
    attendee_words: string | null;
  };
  booking_event: {
    account_id: number;
    booking_id: string;
    number: number;
    kind: string;
    booking_status: BookingStatus;
    at: number;
    recorded_at: number;
    actor: string;
    request_id: string | null;
    details: string | null;
    /** Null until a reader of the feed of changes gives one. */
    position: number | null;
  };
  slot_event: {
    account_id: number;
    id: string;
    interaction_id: string;
    activity_id: string;
    host_id: string;
    starting_at: number;
    capacity: number;
    recorded_at: number;
    actor: string;
    request_id: string | null;
    position: number | null;
    kind: SlotChange;
    details: string | null;
  };
  change_feed: {
    account_id: number;
    since: number;
    first_position: number;
    last_position: number;
    database_identity: string;
    epochs: string;
  };
  outcome: {
    account_id: number;
    client_id: string;
    idempotency_key: string;
    booking_id: string;
    answer: string;
    created_at: number;
  };
  operator_request: {
    /** 0 for a request on the installation. */
    account_id: number;
    operator: string;
    key_hash: string;
    digest: string;
    attempt: string;
    status: number;
    made: string;
    created_at: number;
  };
  audit_event: {
    id: string;
    at: number;
    actor: string;
    action: string;
    account_id: number | null;
    subject: string;
    details: string | null;
    request_id: string | null;
  };
  operator_session: {
    secret_hash: string;
    id: string;
    operator_id: string;
    holder: string;
    begun_at: number;
    ends_at: number;
    used_at: number;
  };
  operator: {
    id: string;
    name: string;
    role: OperatorRole;
    /** JSON of `Limits` in `accounts/operators.ts`; null for a role of the first three without an end. */
    limits: string | null;
    all_accounts: 0 | 1;
    key_hash: string;
    key_prefix: string;
    created_at: number;
    revoked_at: number | null;
    last_used_at: number | null;
  };
  operator_account: { account_id: number; operator_id: string };
  clock_mark: { number: number; at: number };
  rate_count: { limit_name: string; key: string; count: number; ends_at: number };
  request_record: {
    account_id: number;
    id: string;
    request_id: string;
    at: number;
    client_id: string;
    endpoint: string;
    /** JSON: method, names of parameters, the booking of a cancel. */
    request: string;
    status: number;
    refusal: string | null;
    answer: string;
    duration_ms: number;
  };
}
