import { carriedForward } from "../../domain/clock.ts";
import type { AuditContext } from "../accounts/audit.ts";
import { placeInHistory, type MovedPlace } from "../bookings/events.ts";
import type { BatchRows } from "../write/batch-rows.ts";
import type { BookingOfSlot } from "../write/slot-contents.ts";

/**
 * Makes the history events of bookings whose slot got another host or start. Each keeps its status, the time of it and so
 * its place in line. The invariants know by `because` that nobody was admitted.
 */
export function eventsOfSlotChange(
  bookings: readonly BookingOfSlot[],
  change: { readonly from: MovedPlace; readonly to: MovedPlace; readonly reason: string | null },
  audit: AuditContext,
): BatchRows["events"] & object {
  return bookings.map((booking) => ({
    booking_id: booking.id,
    number: booking.lastEvent + 1,
    kind: "moved",
    booking_status: booking.status,
    at: booking.bookedAt,
    recorded_at: carriedForward(audit.now, booking.bookedAt),
    actor: audit.actor,
    request_id: audit.requestId ?? null,
    details: JSON.stringify({
      booking_status: [booking.status, booking.status],
      from: placeInHistory(change.from, booking.ticketTypeId),
      to: placeInHistory(change.to, booking.ticketTypeId),
      because: "slot-changed",
      ...(change.reason !== null && { reason: change.reason }),
    }),
  }));
}
