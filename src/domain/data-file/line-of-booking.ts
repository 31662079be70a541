import type { Booking } from "../booking.ts";
import { changedAt, type PastEvent } from "../newest-wins.ts";
import type { BookingLine } from "./booking-line.ts";

/** The fields of a booking's line, and the history from which it takes `changed_at`. */
interface BookingState {
  readonly booking: Booking;
  readonly externalId: string;
  readonly publicKey: string;
  readonly activityId: string;
  readonly hostId: string | null;
  readonly ticketTypeId: string;
  /** By ticket number. */
  readonly attendees: ReadonlyMap<number, string | null>;
  readonly history: readonly (Omit<PastEvent, "details"> & { readonly details: unknown })[];
}

/** Makes a data file's line of the booking. */
export function lineOfBooking(details: BookingState): BookingLine {
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
