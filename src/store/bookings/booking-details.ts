import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Booking, BookingId, BookingStatus } from "../../domain/booking.ts";
import type { Tables } from "../tables.ts";

/** A booking as an operator sees it. Instants are milliseconds UTC. */
export interface BookingDetails {
  readonly booking: Booking;
  readonly externalId: string;
  readonly publicKey: string;
  readonly activityId: string;
  /** Null where the activity offers no choice of hosts. */
  readonly hostId: string | null;
  readonly ticketTypeId: string;
  /** By ticket number. */
  readonly attendees: ReadonlyMap<number, string | null>;
  /** Oldest first. */
  readonly history: readonly BookingEvent[];
}

export interface BookingEvent {
  readonly number: number;
  readonly kind: string;
  readonly status: BookingStatus;
  /** When it took effect, and when it was written down. */
  readonly at: number;
  readonly recordedAt: number;
  readonly actor: string;
  readonly requestId: string | null;
  readonly details: unknown;
}

/** Which bookings to find; absent conditions let everything pass. */
export interface BookingFilter {
  readonly id?: BookingId;
  /** At least one. */
  readonly ids?: readonly string[];
  readonly externalId?: string;
  readonly publicKey?: string;
  readonly activityId?: string;
  readonly hostId?: string;
  /** Milliseconds UTC; `from` and `to` are inclusive bounds of the slot's start. */
  readonly slotStartingAt?: number;
  readonly from?: number;
  readonly to?: number;
  readonly statuses?: readonly BookingStatus[];
  /** Only bookings with an event that this request wrote. */
  readonly requestId?: string;
  /** Only bookings that come after this one. */
  readonly after?: { readonly slotStartingAt: number; readonly id: string };
  readonly limit: number;
}

/** The account's bookings that match, by slot start, then booking id. */
export async function findBookingDetails(
  reads: Kysely<Tables>,
  accountId: AccountId,
  filter: BookingFilter,
): Promise<BookingDetails[]> {
  const rows = await bookingRows(reads, accountId, filter);
  const ids = rows.map((row) => row.id);
  const tickets = Map.groupBy(await ticketRows(reads, accountId, ids), (row) => row.booking_id);
  const events = Map.groupBy(await eventRows(reads, accountId, ids), (row) => row.booking_id);
  return rows.map((row) => toDetails(row, tickets.get(row.id) ?? [], events.get(row.id) ?? []));
}

function bookingRows(reads: Kysely<Tables>, accountId: AccountId, filter: BookingFilter) {
  let select = reads
    .selectFrom("booking")
    .innerJoin("contact", (join) =>
      join
        .onRef("contact.account_id", "=", "booking.account_id")
        .onRef("contact.id", "=", "booking.contact_id"),
    )
    .innerJoin("interaction", (join) =>
      join
        .onRef("interaction.account_id", "=", "booking.account_id")
        .onRef("interaction.id", "=", "booking.interaction_id"),
    )
    .innerJoin("ticket_type", (join) =>
      join
        .onRef("ticket_type.account_id", "=", "booking.account_id")
        .onRef("ticket_type.interaction_id", "=", "booking.interaction_id")
        .onRef("ticket_type.activity_id", "=", "booking.activity_id")
        .onRef("ticket_type.id", "=", "booking.ticket_type_id"),
    )
    .selectAll("booking")
    .select([
      "contact.external_id",
      "interaction.public_key",
      "interaction.cancellation_cutoff_minutes",
      "ticket_type.has_limited_capacity",
    ])
    .where("booking.account_id", "=", accountId);
  const { id, externalId, publicKey, activityId, hostId, slotStartingAt, from, to } = filter;
  if (id !== undefined) select = select.where("booking.id", "=", id);
  if (filter.ids !== undefined) select = select.where("booking.id", "in", filter.ids);
  if (externalId !== undefined) select = select.where("contact.external_id", "=", externalId);
  if (publicKey !== undefined) select = select.where("interaction.public_key", "=", publicKey);
  if (activityId !== undefined) select = select.where("booking.activity_id", "=", activityId);
  if (hostId !== undefined) select = select.where("booking.host_id", "=", hostId);
  if (slotStartingAt !== undefined) {
    select = select.where("booking.slot_starting_at", "=", slotStartingAt);
  }
  if (from !== undefined) select = select.where("booking.slot_starting_at", ">=", from);
  if (to !== undefined) select = select.where("booking.slot_starting_at", "<=", to);
  const { after, requestId } = filter;
  if (requestId !== undefined) {
    select = select.where("booking.id", "in", bookingsOfRequest(reads, accountId, requestId));
  }
  if (after !== undefined) {
    select = select.where((where) =>
      where(
        where.refTuple("booking.slot_starting_at", "booking.id"),
        ">",
        where.tuple(after.slotStartingAt, after.id),
      ),
    );
  }
  if (filter.statuses !== undefined) {
    select = select.where("booking.booking_status", "in", filter.statuses);
  }
  return select
    .orderBy("booking.slot_starting_at")
    .orderBy("booking.id")
    .limit(filter.limit)
    .execute();
}

function bookingsOfRequest(reads: Kysely<Tables>, accountId: AccountId, requestId: string) {
  return reads
    .selectFrom("booking_event")
    .select("booking_id")
    .where("account_id", "=", accountId)
    .where("request_id", "=", requestId);
}

/** How many ids one statement names. */
const idsPerStatement = 500;

async function inChunks<Row>(
  ids: readonly string[],
  read: (some: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < ids.length; start += idsPerStatement) {
    rows.push(...(await read(ids.slice(start, start + idsPerStatement))));
  }
  return rows;
}

function ticketRows(reads: Kysely<Tables>, accountId: AccountId, ids: readonly string[]) {
  return inChunks(ids, (some) =>
    reads
      .selectFrom("ticket")
      .selectAll()
      .where("account_id", "=", accountId)
      .where("booking_id", "in", some)
      .orderBy("booking_id")
      .orderBy("number")
      .execute(),
  );
}

function eventRows(reads: Kysely<Tables>, accountId: AccountId, ids: readonly string[]) {
  return inChunks(ids, (some) =>
    reads
      .selectFrom("booking_event")
      .selectAll()
      .where("account_id", "=", accountId)
      .where("booking_id", "in", some)
      .orderBy("booking_id")
      .orderBy("number")
      .execute(),
  );
}

type BookingRow = Awaited<ReturnType<typeof bookingRows>>[number];

function toDetails(
  row: BookingRow,
  tickets: readonly Tables["ticket"][],
  events: readonly Tables["booking_event"][],
): BookingDetails {
  return {
    booking: {
      id: row.id as BookingId,
      status: row.booking_status,
      bookedAt: row.booked_at,
      slotStartingAt: row.slot_starting_at,
      hasLimitedCapacity: row.has_limited_capacity === 1,
      cancellationCutoffMinutes: row.cancellation_cutoff_minutes,
      tickets: tickets.map((ticket) => ({
        number: ticket.number,
        cancelledAt: ticket.cancelled_at,
        checkedInAt: ticket.attendee_checked_in_at,
      })),
    },
    externalId: row.external_id,
    publicKey: row.public_key,
    activityId: row.activity_id,
    hostId: row.host_id === "" ? null : row.host_id,
    ticketTypeId: row.ticket_type_id,
    attendees: new Map(tickets.map((ticket) => [ticket.number, ticket.attendee_display_name])),
    history: events.map(toEvent),
  };
}

function toEvent(row: Tables["booking_event"]): BookingEvent {
  return {
    number: row.number,
    kind: row.kind,
    status: row.booking_status,
    at: row.at,
    recordedAt: row.recorded_at,
    actor: row.actor,
    requestId: row.request_id,
    details: row.details === null ? null : JSON.parse(row.details),
  };
}
