import type { ColumnType } from "../row-targets.ts";

/** The columns that name a slot, as parameters of a statement. */
export const slotNameTypes = {
  interaction_id: "text",
  activity_id: "text",
  host_id: "text",
  starting_at: "bigint",
} as const;

const slotColumns = {
  number: "bigint",
  capacity: "bigint",
  taken: "bigint",
  overbooked_by: "bigint",
} as const;

const bookingColumns = {
  contact_number: "bigint",
  slot_starting_at: "bigint",
  id: "uuid",
  slot_number: "bigint",
  interaction_number: "bigint",
  host_number: "bigint",
  ticket_type_number: "bigint",
  booking_status: "booking_status",
  booked_at: "bigint",
} as const;

const ticketColumns = {
  booking_id: "uuid",
  number: "bigint",
  cancelled_at: "bigint",
  attendee_display_name: "text",
  attendee_checked_in_at: "bigint",
  attendee_words: "text",
} as const;

/** The columns that each kind of row has as parameters of a statement, beside the account's id. */
export const batchColumns = {
  groups: { unique_key: "text", display_name: "text" },
  interactions: {
    id: "text",
    public_key: "text",
    group_unique_key: "text",
    timezone: "text",
    default_language: "text",
    languages: "text",
    cancellation_cutoff_minutes: "bigint",
    booking_cutoff_minutes: "bigint",
    waitlist_promotion: "text",
    waitlist_offer_minutes: "bigint",
    title: "text",
    tickets_per_contact: "bigint",
    contact_limit_counts: "text",
    number: "bigint",
  },
  activities: {
    interaction_id: "text",
    id: "text",
    title: "text",
    location_hint: "text",
    slot_duration_in_minutes: "bigint",
  },
  hosts: {
    interaction_id: "text",
    activity_id: "text",
    id: "text",
    display_name: "text",
    slot_duration_in_minutes: "bigint",
    number: "bigint",
  },
  ticketTypes: {
    interaction_id: "text",
    activity_id: "text",
    id: "text",
    display_name: "text",
    has_limited_capacity: "bigint",
    tickets_per_contact: "bigint",
    capacity_per_slot: "bigint",
    booking_cutoff_minutes: "bigint",
    bookable_from: "bigint",
    bookable_until: "bigint",
    number: "bigint",
  },
  newSlots: {
    ...slotNameTypes,
    ...slotColumns,
    slot_duration_in_minutes: "bigint",
    utc_offset_minutes: "bigint",
  },
  contacts: { number: "bigint", id: "uuid", external_id: "text" },
  newBookings: bookingColumns,
  newTickets: ticketColumns,
  ticketNames: {
    booking_id: "uuid",
    number: "bigint",
    attendee_display_name: "text",
    attendee_words: "text",
  },
  bookingData: {
    booking_id: "uuid",
    interaction_number: "bigint",
    reference: "text",
    data: "text",
  },
  movedBookings: { contact_before: "bigint", slot_starting_before: "bigint", ...bookingColumns },
  bookings: {
    contact_number: "bigint",
    slot_starting_at: "bigint",
    id: "uuid",
    booking_status: "booking_status",
    booked_at: "bigint",
  },
  cancelledTickets: { booking_id: "uuid", number: "bigint", cancelled_at: "bigint" },
  tickets: ticketColumns,
  droppedTickets: { booking_id: "uuid", number: "bigint" },
  checkIns: { booking_id: "uuid", number: "bigint", attendee_checked_in_at: "bigint" },
  events: {
    booking_id: "uuid",
    number: "bigint",
    kind: "text",
    booking_status: "booking_status",
    at: "bigint",
    recorded_at: "bigint",
    actor: "text",
    request_id: "text",
    details: "text",
  },
  slotEvents: {
    id: "uuid",
    ...slotNameTypes,
    kind: "text",
    capacity: "bigint",
    recorded_at: "bigint",
    actor: "text",
    request_id: "text",
    details: "text",
  },
  newHolds: {
    id: "uuid",
    slot_number: "bigint",
    ticket_type_number: "bigint",
    contact_number: "bigint",
    booking_id: "uuid",
    tickets: "bigint",
    state: "text",
    made_at: "bigint",
    seconds: "bigint",
    asked_until: "bigint",
    expires_at: "bigint",
    ended_at: "bigint",
    passed: "text",
  },
  shrunkHolds: { id: "uuid", tickets: "bigint" },
  extendedHolds: { id: "uuid", asked_until: "bigint", expires_at: "bigint" },
  givenHolds: { id: "uuid", contact_number: "bigint" },
  endedHolds: { id: "uuid", state: "text", ended_at: "bigint" },
  slots: slotColumns,
  slotEnds: { number: "bigint", next_end_at: "bigint" },
  typeLimits: {
    slot_number: "bigint",
    until: "bigint",
    ticket_type_number: "bigint",
    capacity: "bigint",
    overbooked_by: "bigint",
  },
  freedOfTypes: { slot_number: "bigint", ticket_type_number: "bigint", freed: "bigint" },
  slotStarts: { number: "bigint", starting_at: "bigint", utc_offset_minutes: "bigint" },
  slotDurations: { number: "bigint", slot_duration_in_minutes: "bigint" },
  expiredRecords: { client_id: "text", idempotency_key: "text" },
  records: {
    client_id: "text",
    idempotency_key: "text",
    booking_id: "uuid",
    answer: "text",
    created_at: "bigint",
  },
  requests: {
    operator: "text",
    key_hash: "text",
    digest: "text",
    attempt: "text",
    status: "bigint",
    made: "text",
    created_at: "bigint",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ColumnType>>>>;

export type RowKind = keyof typeof batchColumns;

type BatchRow<Kind extends RowKind> = {
  readonly [Column in keyof (typeof batchColumns)[Kind]]: string | number | null;
};

/** The rows that a batch writes, by kind. A changed row appears once. */
export type BatchRows = { readonly [Kind in RowKind]?: readonly BatchRow<Kind>[] };

/** Joins the rows of several decisions. */
export function joinRows(...parts: readonly BatchRows[]): BatchRows {
  const joined: { [Kind in RowKind]?: readonly object[] } = {};
  for (const part of parts) {
    for (const [kind, rows] of Object.entries(part)) {
      joined[kind as RowKind] = [...(joined[kind as RowKind] ?? []), ...rows];
    }
  }
  // The loop appends to each list only rows of the list's own kind.
  return joined as BatchRows;
}
