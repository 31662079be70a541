import { readBody, serveBare } from "./bare-server.ts";

/** Selects the requested bookings, one row for each ticket; the callers append where to find them. */
export const readBookings = `
  select
    booking.id,
    booking.contact_number,
    booking.slot_starting_at,
    booking.slot_number,
    booking.booking_status,
    booking.booked_at,
    ticket_type.has_limited_capacity,
    interaction.cancellation_cutoff_minutes,
    ticket.number,
    ticket.cancelled_at,
    ticket.attendee_checked_in_at
  from booking
  join interaction
    on interaction.account_id = booking.account_id
    and interaction.number = booking.interaction_number
  join ticket_type
    on ticket_type.account_id = booking.account_id
    and ticket_type.number = booking.ticket_type_number
  join ticket
    on ticket.account_id = booking.account_id
    and ticket.booking_id = booking.id
  where booking.account_id = 1`;

/** A booking with one of its tickets, as the references read it. */
export interface CancelRow {
  readonly id: string;
  readonly contact_number: number;
  readonly slot_starting_at: number;
  readonly slot_number: number;
  readonly booking_status: string;
  readonly booked_at: number;
  readonly has_limited_capacity: number;
  readonly cancellation_cutoff_minutes: number | null;
  readonly number: number;
  readonly cancelled_at: number | null;
  readonly attendee_checked_in_at: number | null;
}

export interface Cancelled {
  readonly row: CancelRow;
  readonly seats: number;
  readonly details: string;
}

/** The service's rule, on the rows of one booking; null refuses. */
export function decideCancel(rows: readonly CancelRow[], now: number): Cancelled | null {
  const [row] = rows;
  if (row === undefined || row.booking_status === "CANCELLED") return null;
  const live = rows.filter((ticket) => ticket.cancelled_at === null);
  if (live.length === 0) return null;
  if (rows.some((ticket) => ticket.attendee_checked_in_at !== null)) return null;
  const cutoff = row.cancellation_cutoff_minutes;
  if (cutoff !== null && now > row.slot_starting_at - cutoff * 60_000) return null;
  const isLimited = row.has_limited_capacity === 1;
  const seats = isLimited && row.booking_status === "CONFIRMED" ? live.length : 0;
  const details = JSON.stringify({
    booking_status: [row.booking_status, "CANCELLED"],
    cancelled_tickets: live.map((ticket) => ticket.number),
    check_ins: [],
    seats_freed: seats,
    has_limited_capacity: isLimited,
  });
  return { row, seats, details };
}

export const cancelAnswer = "{}";
export const refusedAnswer = '{"code":9,"message":"This booking cannot be cancelled."}';
/** The record by which an unanswered commit is resolved: one row, however many changes it holds. */
export function outcomeOf(changes: number): string {
  return JSON.stringify(Array.from({ length: changes }, () => ({ changed: true })));
}
export const actor = "client: bench";

/** Answers each request with the outcome for the booking in its body. */
export function serveOrders(order: (id: string) => Promise<string>): void {
  serveBare(async (request) => {
    const { booking } = JSON.parse(await readBody(request)) as { booking: string };
    return order(booking);
  });
}
