import { liveTickets, seatsHeld, type Booking, type BookingChange } from "./booking.ts";
import { markCancelled, refuseCancel } from "./cancel-booking.ts";
import { isRefused, type Refused, type TransitionRefusal } from "./refusal.ts";
import { findTicket } from "./find-ticket.ts";

/**
 * Cancels one ticket of a booking. The rules are those of a booking's cancel, but only this ticket's attendee
 * counts. The cancel of the last live ticket cancels the booking.
 */
export function cancelTicket(
  booking: Booking,
  number: number,
  now: number,
): BookingChange | Refused<TransitionRefusal> {
  const ticket = findTicket(booking, number);
  if (isRefused<TransitionRefusal>(ticket)) return ticket;
  if (ticket.cancelledAt !== null) return { refused: { why: "ticket-cancelled", ticket: number } };
  const refused = refuseCancel({ ...booking, tickets: [ticket] }, now);
  if (refused !== null) return { refused };
  if (liveTickets(booking).length === 1) return markCancelled(booking, now);
  return {
    event: "ticket-cancelled",
    status: booking.status,
    bookedAt: booking.bookedAt,
    cancelledTickets: [number],
    checkIns: [],
    seatsFreed: Math.min(1, seatsHeld(booking)),
  };
}
