import { liveTickets, seatsHeld, type Booking, type BookingChange } from "./booking.ts";
import type { CancelRefusal } from "./refusal.ts";

/**
 * Why a booking cannot be cancelled, or null when it can.
 *
 * Interface, States and transitions: a booking is refused when its ticket is already cancelled or
 * its attendee has checked in, whether it is CONFIRMED or on the WAITLIST. With several tickets it
 * is refused when none is left or when any attendee is checked in (decision A37). That a slot has
 * begun is no reason; a cut-off counts only where the campaign sets one (A36).
 */
export function refuseCancel(booking: Booking, now: number): CancelRefusal | null {
  if (booking.status === "CANCELLED" || liveTickets(booking).length === 0) {
    return { why: "ticket-already-cancelled" };
  }
  if (booking.tickets.some((ticket) => ticket.checkedInAt !== null)) {
    return { why: "attendee-checked-in" };
  }
  if (booking.cancellationCutoffMinutes !== null) {
    const cutoff = booking.slotStartingAt - booking.cancellationCutoffMinutes * 60_000;
    if (now > cutoff) return { why: "cancellation-closed" };
  }
  return null;
}

/** Cancels a booking that `refuseCancel` let pass, and its live tickets with it. */
export function markCancelled(booking: Booking, now: number): BookingChange {
  return {
    event: "cancelled",
    status: "CANCELLED",
    bookedAt: now,
    cancelledTickets: liveTickets(booking).map((ticket) => ticket.number),
    seatsFreed: seatsHeld(booking),
  };
}
