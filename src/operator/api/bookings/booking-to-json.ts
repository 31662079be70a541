import { formatAccountName, type AccountName } from "../../../domain/account.ts";
import { formatInstant, formatInstantOrNull } from "../../../domain/instant.ts";
import type { BookingDetails } from "../../../store/bookings/booking-details.ts";
import type { Booking } from "./booking-schema.ts";
import type { FoundBooking } from "../../../usecases/operator/find-booking.ts";
import type { Sent } from "../../../operations/fields.ts";

/** A booking for `--json` and the API: one flat object. */
export function bookingToJson(account: AccountName, details: BookingDetails): Sent<typeof Booking> {
  const { booking, hostId } = details;
  return {
    booking: booking.id,
    account: formatAccountName(account),
    external_id: details.externalId,
    interaction: details.publicKey,
    activity: details.activityId,
    ...(hostId !== null && { host: hostId }),
    slot_starting_at: formatInstant(booking.slotStartingAt),
    ticket_type: details.ticketTypeId,
    booking_status: booking.status,
    booked_at: formatInstant(booking.bookedAt),
    tickets: booking.tickets.map((ticket) => ({
      number: ticket.number,
      cancelled_at: formatInstantOrNull(ticket.cancelledAt),
      attendee: {
        display_name: details.attendees.get(ticket.number) ?? null,
        checked_in_at: formatInstantOrNull(ticket.checkedInAt),
      },
    })),
    history: details.history.map((event) => ({
      number: event.number,
      event: event.kind,
      booking_status: event.status,
      at: formatInstant(event.at),
      recorded_at: formatInstant(event.recordedAt),
      actor: event.actor,
      request_id: event.requestId,
      details: event.details,
    })),
  };
}

export function foundBookingToJson({ account, details }: FoundBooking): Sent<typeof Booking> {
  return bookingToJson(account.name, details);
}
