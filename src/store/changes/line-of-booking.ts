import type { BookingLine } from "../../domain/data-file/booking-line.ts";
import { changedAt } from "../../domain/newest-wins.ts";
import type { BookingDetails } from "../bookings/booking-details.ts";

/** Makes a data file's line of the booking. */
export function lineOfBooking(details: BookingDetails): BookingLine {
  const { booking, attendees } = details;
  const events = details.history.map((event) => ({
    ...event,
    details: event.details === null ? null : JSON.stringify(event.details),
  }));
  return {
    kind: "booking",
    booking: booking.id,
    external_id: details.externalId,
    interaction: details.publicKey,
    activity: details.activityId,
    host: details.hostId,
    slot_starting_at: booking.slotStartingAt,
    ticket_type: details.ticketTypeId,
    booking_status: booking.status,
    booked_at: booking.bookedAt,
    tickets: booking.tickets.map(({ number, cancelledAt, checkedInAt }) => ({
      cancelled_at: cancelledAt,
      attendee: { display_name: attendees.get(number) ?? null, checked_in_at: checkedInAt },
    })),
    changed_at: changedAt(booking, events),
  };
}
