import type { SelectType } from "kysely";
import { integer, text, type ColumnType } from "../columns.ts";
import { columnTypes, tables, type Tables } from "../tables.ts";

/** Rows of one table that a batch writes, with the columns that they have beside the account's id. */
interface Kind<Table extends keyof Tables, Row> {
  readonly table: Table;
  readonly columns: Readonly<Record<keyof Row, ColumnType>>;
}

type NameIn<Table extends keyof Tables> = keyof Tables[Table] & string;
type RowOf<Table extends keyof Tables, Name extends NameIn<Table>> = {
  readonly [Each in Name]: SelectType<Tables[Table][Each]>;
};

function rowsOf<Table extends keyof Tables, Name extends NameIn<Table>>(
  table: Table,
  names: readonly Name[],
): Kind<Table, RowOf<Table, Name>> {
  return { table, columns: columnTypes(table, names) };
}

/** All columns but those that the database fills, or another kind of rows. */
function wholeRowsOf<Table extends keyof Tables, Left extends NameIn<Table> = never>(
  table: Table,
  left: readonly Left[] = [],
): Kind<Table, RowOf<Table, Exclude<NameIn<Table>, Left | "account_id">>> {
  const others: ReadonlySet<string> = new Set(["account_id", ...left]);
  const names = Object.keys(tables[table]).filter((name) => !others.has(name));
  return rowsOf(table, names as Exclude<NameIn<Table>, Left | "account_id">[]);
}

const slotSeats = ["number", "capacity", "taken", "overbooked_by"] as const;

/** The kinds of rows that a batch writes. */
export const rowKinds = {
  groups: wholeRowsOf("group"),
  interactions: wholeRowsOf("interaction"),
  remindersInForce: remindersInForce(),
  newReminders: wholeRowsOf("reminder"),
  activities: wholeRowsOf("activity"),
  hosts: wholeRowsOf("host"),
  ticketTypes: wholeRowsOf("ticket_type"),
  newSlots: wholeRowsOf("slot", ["next_end_at"]),
  reminderLooks: rowsOf("slot", ["interaction_id", "starting_at"]),
  contacts: wholeRowsOf("contact"),
  newBookings: wholeRowsOf("booking"),
  newTickets: wholeRowsOf("ticket"),
  ticketNames: rowsOf("ticket", [
    "booking_id",
    "number",
    "attendee_display_name",
    "attendee_words",
  ]),
  bookingData: wholeRowsOf("booking_data"),
  movedBookings: movedBookings(),
  bookings: rowsOf("booking", [
    "contact_number",
    "slot_starting_at",
    "id",
    "booking_status",
    "booked_at",
  ]),
  cancelledTickets: rowsOf("ticket", ["booking_id", "number", "cancelled_at"]),
  tickets: wholeRowsOf("ticket"),
  droppedTickets: rowsOf("ticket", ["booking_id", "number"]),
  checkIns: rowsOf("ticket", ["booking_id", "number", "attendee_checked_in_at"]),
  events: wholeRowsOf("booking_event", ["position"]),
  slotEvents: wholeRowsOf("slot_event", ["position"]),
  newHolds: wholeRowsOf("hold"),
  shrunkHolds: rowsOf("hold", ["id", "tickets"]),
  extendedHolds: rowsOf("hold", ["id", "asked_until", "expires_at"]),
  givenHolds: rowsOf("hold", ["id", "contact_number"]),
  endedHolds: rowsOf("hold", ["id", "state", "ended_at"]),
  endedOffers: rowsOf("hold", ["id", "state", "ended_at"]),
  slots: rowsOf("slot", slotSeats),
  slotClosings: rowsOf("slot", ["number", "closed_at"]),
  slotEnds: rowsOf("slot", ["number", "next_end_at"]),
  typeLimits: wholeRowsOf("type_limit"),
  freedOfTypes: freedOfTypes(),
  slotStarts: rowsOf("slot", ["number", "starting_at", "utc_offset_minutes"]),
  slotDurations: rowsOf("slot", ["number", "slot_duration_in_minutes"]),
  expiredRecords: rowsOf("outcome", ["client_id", "idempotency_key"]),
  records: wholeRowsOf("outcome"),
  requests: wholeRowsOf("operator_request"),
} as const;

/** A booking's key begins with its contact and its slot's start, and a move changes them. */
function movedBookings(): Kind<
  "booking",
  { readonly contact_before: number; readonly slot_starting_before: number } & RowOf<
    "booking",
    Exclude<NameIn<"booking">, "account_id">
  >
> {
  const { table, columns } = wholeRowsOf("booking");
  const before = { contact_before: integer.type, slot_starting_before: integer.type };
  return { table, columns: { ...before, ...columns } };
}

/** A booking with another contact or another start of its slot; it is found by the key that it had. */
export function movedRow(
  booking: Tables["booking"],
  to: Partial<Pick<Tables["booking"], "contact_number" | "slot_starting_at">>,
) {
  return {
    contact_before: booking.contact_number,
    slot_starting_before: booking.slot_starting_at,
    contact_number: booking.contact_number,
    slot_starting_at: booking.slot_starting_at,
    id: booking.id,
    slot_number: booking.slot_number,
    interaction_number: booking.interaction_number,
    host_number: booking.host_number,
    ticket_type_number: booking.ticket_type_number,
    booking_status: booking.booking_status,
    booked_at: booking.booked_at,
    ...to,
  };
}

/** All numbers of a campaign's reminders, between commas. */
function remindersInForce(): Kind<
  "reminder",
  { readonly in_force: string } & RowOf<"reminder", "interaction_id">
> {
  const { table, columns } = rowsOf("reminder", ["interaction_id"]);
  return { table, columns: { ...columns, in_force: text.type } };
}

/** How many seats above the limit of a type are free again. */
function freedOfTypes(): Kind<
  "type_limit",
  { readonly freed: number } & RowOf<"type_limit", "slot_number" | "ticket_type_number">
> {
  const { table, columns } = rowsOf("type_limit", ["slot_number", "ticket_type_number"]);
  return { table, columns: { ...columns, freed: integer.type } };
}

export type RowKind = keyof typeof rowKinds;

type BatchRow<Name extends RowKind> =
  (typeof rowKinds)[Name] extends Kind<infer _, infer Row> ? Readonly<Row> : never;

/** The rows that a batch writes, by kind. A changed row appears once. */
export type BatchRows = { readonly [Name in RowKind]?: readonly BatchRow<Name>[] };

/** Joins the rows of several decisions. */
export function joinRows(...parts: readonly BatchRows[]): BatchRows {
  const joined: { [Name in RowKind]?: readonly object[] } = {};
  for (const part of parts) {
    for (const [kind, rows] of Object.entries(part)) {
      joined[kind as RowKind] = [...(joined[kind as RowKind] ?? []), ...rows];
    }
  }
  // The loop appends to each list only rows of the list's own kind.
  return joined as BatchRows;
}
