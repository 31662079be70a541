import type { Booking, BookingChange } from "../../domain/booking.ts";
import type { BookingChangeOrder } from "./booking-change.ts";

/** What a booking's history says of a change; `before` is the booking as the change found it. */
export function eventOfChange(
  before: Pick<Booking, "status" | "hasLimitedCapacity">,
  order: BookingChangeOrder,
  change: BookingChange,
) {
  return {
    kind: change.event,
    booking_status: change.status,
    // A change of status took effect at its own time; anything else when it was done.
    at: change.status === before.status ? order.now : change.bookedAt,
    recorded_at: order.now,
    actor: order.actor,
    request_id: order.requestId,
    details: JSON.stringify({
      booking_status: [before.status, change.status],
      cancelled_tickets: change.cancelledTickets,
      check_ins: change.checkIns.map(({ ticket, checkedInAt }) => ({
        ticket,
        checked_in_at: checkedInAt,
      })),
      seats_freed: change.seatsFreed,
      has_limited_capacity: before.hasLimitedCapacity,
    }),
  };
}
