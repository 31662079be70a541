import { shopColumnsOf, type ShopColumns } from "../write/shop-columns.ts";
import type { AccountId } from "../../domain/account.ts";
import type { Booking, BookingEventKind, BookingId, BookingStatus } from "../../domain/booking.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { BookingLine } from "../../domain/data-file/data-line.ts";
import type { TicketOfLine } from "../../domain/data-file/tickets-of-line.ts";
import { changedAt } from "../../domain/newest-wins.ts";
import type { Tables } from "../tables.ts";
import {
  findCommonName,
  searchAttendees,
  type Place,
  type Reader,
  nextWindow,
} from "./attendee-search.ts";
import { bookingRows, orderOf, type BookingFilter } from "./booking-rows.ts";
import { toBooking } from "../write/booking-of-rows.ts";
import { fromHostColumn } from "../write/slot.ts";
import type { Engine } from "../engine.ts";

/** A booking as an operator sees it. Instants are milliseconds UTC. */
export interface BookingDetails {
  readonly booking: Booking;
  readonly line: BookingLine;
  /** Until when seats are kept for it; null where none are. */
  readonly offerEndsAt: number | null;
  /** Oldest first. */
  readonly history: readonly BookingEvent[];
}

interface BookingEvent {
  readonly number: number;
  readonly kind: BookingEventKind;
  readonly status: BookingStatus;
  /** When the change took effect, and when it was written to the history. */
  readonly at: number;
  readonly recordedAt: number;
  readonly actor: string;
  readonly requestId: string | null;
  readonly details: unknown;
}

/**
 * Finds the account's bookings that match, by slot start, then booking id, or backwards. One statement reads them with
 * their tickets and histories, so all parts show the same moment.
 */
export async function findBookingDetails(
  engine: Reader,
  accountId: AccountId,
  filter: BookingFilter,
): Promise<BookingDetails[]> {
  const { words } = filter;
  if (words === undefined) return readDetails(engine, accountId, filter);
  return (await searchBookingDetails(engine, accountId, { ...filter, words }, () => false)).found;
}

/**
 * The same for a name. What needs longer than until `isOver` is answered in part: `next` is where to go on, null at the
 * end and where there are as many as the limit.
 */
export async function searchBookingDetails(
  engine: Reader,
  accountId: AccountId,
  { words, ...filter }: BookingFilter & { readonly words: readonly string[] },
  isOver: () => boolean,
): Promise<{ readonly found: BookingDetails[]; readonly next: Place | null }> {
  const { reads } = engine;
  const attendees = await searchAttendees(reads, accountId, words);
  if (attendees !== null) {
    return { found: await readDetails(engine, accountId, { ...filter, attendees }), next: null };
  }
  const { ids, next } = await findCommonName(engine, accountId, filter, { words, isOver });
  const found = ids.length === 0 ? [] : await readDetails(engine, accountId, { ...filter, ids });
  return { found, next };
}

async function readDetails(
  engine: Reader,
  accountId: AccountId,
  filter: BookingFilter,
): Promise<BookingDetails[]> {
  const rows = await engine.reads
    // The subquery limits the bookings first, so tickets and histories are read for these alone.
    .selectFrom(bookingRows(engine.reads, accountId, filter).as("booking"))
    .selectAll("booking")
    .select((columns) => [
      engine
        .rowsAsJson(
          columns
            .selectFrom("ticket")
            .select([
              "ticket.number",
              "ticket.cancelled_at",
              "ticket.attendee_display_name",
              "ticket.attendee_checked_in_at",
            ])
            .where("ticket.account_id", "=", accountId)
            .whereRef("ticket.booking_id", "=", "booking.id"),
        )
        .as("tickets"),
      engine
        .rowsAsJson(
          columns
            .selectFrom("booking_event as event")
            .select([
              "event.number",
              "event.kind",
              "event.booking_status",
              "event.at",
              "event.recorded_at",
              "event.actor",
              "event.request_id",
              "event.details",
            ])
            .where("event.account_id", "=", accountId)
            .whereRef("event.booking_id", "=", "booking.id"),
        )
        .as("events"),
    ])
    .select((columns) =>
      columns
        .selectFrom("hold")
        .select("hold.expires_at")
        .where("hold.account_id", "=", accountId)
        .whereRef("hold.booking_id", "=", "booking.id")
        .where("hold.state", "=", "live")
        .limit(1)
        .as("offer_ends_at"),
    )
    .orderBy("booking.slot_starting_at", orderOf(filter))
    .orderBy("booking.id", orderOf(filter))
    .execute();
  return rows.map(toDetails);
}

type BookingRow = Awaited<ReturnType<ReturnType<typeof bookingRows>["execute"]>>[number] & {
  readonly offer_ends_at: number | null;
  /** JSON of `TicketRow`s. */
  readonly tickets: string;
  /** JSON of `EventRow`s. */
  readonly events: string;
};
type TicketRow = Omit<Tables["ticket"], "account_id" | "booking_id">;
type EventRow = Omit<Tables["booking_event"], "account_id" | "booking_id">;

function toDetails(row: BookingRow): BookingDetails {
  const tickets = inOrder(JSON.parse(row.tickets) as TicketRow[]);
  const events = inOrder(JSON.parse(row.events) as EventRow[]);
  const booking = toBooking(row, tickets);
  const past = events.map(({ recorded_at, ...event }) => ({ ...event, recordedAt: recorded_at }));
  return {
    booking,
    line: lineOfRows(row, tickets, changedAt(booking, past)),
    offerEndsAt: row.offer_ends_at,
    history: events.map(toEvent),
  };
}

/** The engines aggregate rows in no fixed order. */
function inOrder<Row extends { readonly number: number }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => one.number - other.number);
}

function toEvent(row: EventRow): BookingEvent {
  return {
    number: row.number,
    kind: row.kind,
    status: row.booking_status,
    at: row.at,
    recordedAt: row.recorded_at,
    actor: row.actor,
    requestId: row.request_id,
    details: row.details === null ? null : detailsOf(row.details),
  };
}

/** `held_since` is stored in milliseconds, which an invariant compares, and answered as an instant. */
function detailsOf(stored: string): unknown {
  const details = JSON.parse(stored) as { readonly held_since?: number };
  const { held_since: heldSince } = details;
  return heldSince === undefined ? details : { ...details, held_since: formatInstant(heldSince) };
}

/** A booking's own columns, with the names of its contact, its slot and its ticket type. */
type LineRow = Pick<Tables["booking"], "id" | "slot_starting_at" | "booking_status" | "booked_at"> &
  Pick<Tables["contact"], "external_id"> &
  Pick<Tables["interaction"], "public_key"> &
  Pick<Tables["slot"], "activity_id" | "host_id"> &
  ShopColumns & { readonly ticket_type_id: string };

type LineTicketRow = Pick<
  Tables["ticket"],
  "cancelled_at" | "attendee_display_name" | "attendee_checked_in_at"
>;

/** Makes a booking's line of its rows; the tickets come in the order of their numbers. */
export function lineOfRows(
  row: LineRow,
  tickets: readonly LineTicketRow[],
  changed_at: number | null,
): BookingLine {
  return {
    kind: "booking",
    booking: row.id as BookingId,
    external_id: row.external_id,
    interaction: row.public_key,
    activity: row.activity_id,
    host: fromHostColumn(row.host_id),
    slot_starting_at: row.slot_starting_at,
    ticket_type: row.ticket_type_id,
    booking_status: row.booking_status,
    booked_at: row.booked_at,
    tickets: tickets.map(toTicket),
    ...shopColumnsOf(row),
    changed_at,
  };
}

function toTicket(row: LineTicketRow): TicketOfLine {
  const { attendee_display_name: display_name, attendee_checked_in_at: checked_in_at } = row;
  return { cancelled_at: row.cancelled_at, attendee: { display_name, checked_in_at } };
}

/** A window has so many slots, because a page of all bookings would read and sort the account each time. */
const slotsAtATime = 300;
const bookingsAtATime = 200;

/** Reads all bookings that match, by slot start, then id, in portions, at one moment. */
export async function* everyBooking(
  engine: Engine,
  accountId: AccountId,
  filter: Omit<BookingFilter, "limit" | "after" | "latestFirst">,
): AsyncGenerator<readonly BookingDetails[]> {
  await using snapshot = await engine.within(accountId, () => engine.snapshot());
  const { reads } = snapshot;
  const reader = { reads, rowsAsJson: engine.rowsAsJson };
  const isNamed = [
    filter.ids,
    filter.externalId,
    filter.reference,
    filter.requestId,
    filter.words,
  ].some(Boolean);
  const page = { ...filter, limit: bookingsAtATime };
  const start = filter.slotStartingAt;
  let from = start ?? filter.from ?? Number.MIN_SAFE_INTEGER;
  const to = start ?? filter.to ?? Number.MAX_SAFE_INTEGER;
  for (;;) {
    const window = isNamed
      ? null
      : await nextWindow(reads, accountId, { ...page, from, to }, slotsAtATime);
    const bounds = window ?? (isNamed ? {} : { from, to, isWindow: true });
    for (let after: BookingFilter["after"] | undefined; ;) {
      const next = { ...page, ...bounds, ...(after !== undefined && { after }) };
      const found = await findBookingDetails(reader, accountId, next);
      if (found.length > 0) yield found;
      const last = found.at(-1);
      if (last === undefined || found.length < bookingsAtATime) break;
      after = { slotStartingAt: last.booking.slotStartingAt, id: last.booking.id };
      await new Promise((resume) => setImmediate(resume));
    }
    if (window === null) return;
    from = window.to + 1;
    // The embedded engine returns rows without waiting, so the loop yields to the process's other work.
    await new Promise((resume) => setImmediate(resume));
  }
}
