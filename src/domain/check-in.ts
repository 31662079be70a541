import {
  liveTickets,
  unchanged,
  type Booking,
  type BookingChange,
  type Ticket,
  type Unchanged,
  mayHappen,
  findTicket,
} from "./booking.ts";
import { isRefused, type Refused, type TransitionRefusal } from "./refusal.ts";

/**
 * Checks in the attendee of one ticket, or of all live ones (`number` null). A repeated check-in changes
 * nothing, because scanners send twice. Check-in is recorded on the attendee: the booking stays CONFIRMED
 * with its time (interface, States and transitions).
 */
export function checkIn(
  booking: Booking,
  number: number | null,
  now: number,
): BookingChange | Unchanged | Refused<TransitionRefusal> {
  return changeCheckIns(booking, number, "checked-in", (ticket) => ticket.checkedInAt ?? now);
}

/** Undoes a check-in; a repetition changes nothing. */
export function undoCheckIn(
  booking: Booking,
  number: number | null,
): BookingChange | Unchanged | Refused<TransitionRefusal> {
  return changeCheckIns(booking, number, "check-in-undone", () => null);
}

function changeCheckIns(
  booking: Booking,
  number: number | null,
  event: "checked-in" | "check-in-undone",
  checkedInAt: (ticket: Ticket) => number | null,
): BookingChange | Unchanged | Refused<TransitionRefusal> {
  if (!mayHappen(event, booking.status)) {
    return { refused: { why: "not-confirmed", status: booking.status } };
  }
  const tickets = ticketsMeant(booking, number);
  if (isRefused<TransitionRefusal>(tickets)) return tickets;
  const checkIns = tickets
    .map((ticket) => ({ ticket, after: checkedInAt(ticket) }))
    .filter(({ ticket, after }) => ticket.checkedInAt !== after)
    .map(({ ticket, after }) => ({ ticket: ticket.number, checkedInAt: after }));
  if (checkIns.length === 0) return unchanged;
  const { status, bookedAt } = booking;
  return { event, status, bookedAt, cancelledTickets: [], checkIns, seatsFreed: 0 };
}

function ticketsMeant(
  booking: Booking,
  number: number | null,
): readonly Ticket[] | Refused<TransitionRefusal> {
  if (number === null) {
    const live = liveTickets(booking);
    return live.length > 0 ? live : { refused: { why: "ticket-already-cancelled" } };
  }
  const ticket = findTicket(booking, number);
  if (isRefused<TransitionRefusal>(ticket)) return ticket;
  return ticket.cancelledAt === null
    ? [ticket]
    : { refused: { why: "ticket-cancelled", ticket: number } };
}
