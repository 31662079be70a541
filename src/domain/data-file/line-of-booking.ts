import type { Booking } from "../booking.ts";
import { changedAt, type PastEvent } from "../newest-wins.ts";
import type { BookingLine } from "./data-line.ts";
import { clockSkewMs } from "./values.ts";

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

/** The line with every time that an import would refuse as in the future set to now. */
export function notAfter(line: BookingLine, now: number): BookingLine {
  const cut = (at: number) => (at > now + clockSkewMs ? now : at);
  const cutOrNull = (at: number | null) => (at === null ? null : cut(at));
  const tickets = line.tickets.map(({ cancelled_at, attendee }) => ({
    cancelled_at: cutOrNull(cancelled_at),
    attendee: { ...attendee, checked_in_at: cutOrNull(attendee.checked_in_at) },
  }));
  const bookedAt = cut(line.booked_at);
  const times = tickets.flatMap((each) => [each.cancelled_at, each.attendee.checked_in_at]);
  const latest = Math.max(bookedAt, ...times.map((at) => at ?? 0));
  const changed = cutOrNull(line.changed_at);
  return {
    ...line,
    booked_at: bookedAt,
    // No earlier than any time that stays.
    changed_at: changed === null ? null : Math.max(changed, latest),
    tickets,
  };
}
