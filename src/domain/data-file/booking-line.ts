import { bookingStatuses } from "../booking.ts";
import {
  isMismatch,
  listOf,
  mismatch,
  objectWith,
  optional,
  required,
  type ObjectOf,
  type Reader,
} from "./reader.ts";
import {
  bookingId,
  displayName,
  externalId,
  identifier,
  instant,
  oneOf,
  pastInstant,
  writtenAsInstant,
} from "./values.ts";

/** Tickets of one booking, at most. */
export const ticketsMax = 1000;

const unknownAttendee = { display_name: null, checked_in_at: null };

const readTicket = objectWith({
  cancelled_at: optional(pastInstant, null),
  attendee: optional(
    objectWith({
      display_name: optional(displayName, null),
      checked_in_at: optional(pastInstant, null),
    }),
    unknownAttendee,
  ),
});

const readTickets = listOf(readTicket, {
  min: 1,
  max: ticketsMax,
  expected: `a list of 1 to ${ticketsMax} tickets`,
});

export const bookingFields = {
  kind: required(oneOf(["booking"])),
  booking: required(bookingId),
  external_id: required(externalId),
  interaction: required(identifier),
  activity: required(identifier),
  host: optional(identifier, null),
  slot_starting_at: required(instant, writtenAsInstant),
  ticket_type: required(identifier),
  booking_status: required(oneOf(bookingStatuses)),
  booked_at: required(pastInstant, writtenAsInstant),
  tickets: optional(readTickets, null),
  // When the line's own system last changed the booking.
  changed_at: optional(pastInstant, null, writtenAsInstant),
};

/** A contact's booking, in the state of another system. */
export type BookingLine = Omit<ObjectOf<typeof bookingFields>, "tickets"> & {
  readonly tickets: readonly TicketOfLine[];
};

/** A ticket and its attendee. Instants are milliseconds UTC. */
export interface TicketOfLine {
  readonly cancelled_at: number | null;
  readonly attendee: {
    readonly display_name: string | null;
    readonly checked_in_at: number | null;
  };
}

const readFields = objectWith(bookingFields);

export const readBookingLine: Reader<BookingLine> = (value, now) => {
  const line = readFields(value, now);
  if (isMismatch(line)) return line;
  const cancelled = line.booking_status === "CANCELLED";
  const tickets = line.tickets ?? [
    { cancelled_at: cancelled ? line.booked_at : null, attendee: unknownAttendee },
  ];
  const live = tickets.findIndex((ticket) => ticket.cancelled_at === null);
  // A CONFIRMED booking without a live ticket is accepted; `booking verify` reports it (A38).
  return cancelled && live !== -1
    ? mismatch("a time: a CANCELLED booking has no live ticket", `.tickets[${live}].cancelled_at`)
    : { ...line, tickets };
};
