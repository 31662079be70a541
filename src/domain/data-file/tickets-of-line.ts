import type { BookingStatus } from "../booking.ts";
import { formatInstantOrNull } from "../instant.ts";
import { objectWith, optional, type ObjectOf } from "./field.ts";
import { mismatch, type Mismatch, displayName, pastInstant } from "./values.ts";

/** Tickets of one booking, at most. */
export const ticketsMax = 1000;
const unknownAttendee = { display_name: null, checked_in_at: null };

export const ticketFields = {
  cancelled_at: optional(pastInstant, null),
  attendee: optional(
    objectWith({
      display_name: optional(displayName, null),
      checked_in_at: optional(pastInstant, null),
    }),
    unknownAttendee,
  ),
};

/** A ticket and its attendee. Instants are milliseconds UTC. */
export type TicketOfLine = ObjectOf<typeof ticketFields>;

interface LineWithTickets {
  readonly booking_status: BookingStatus;
  readonly booked_at: number;
  readonly tickets: readonly TicketOfLine[] | null;
}

/** A line without tickets has one. */
export function withTickets<Line extends LineWithTickets>(
  line: Line,
): (Omit<Line, "tickets"> & { readonly tickets: readonly TicketOfLine[] }) | Mismatch {
  const cancelled = line.booking_status === "CANCELLED";
  const tickets = line.tickets ?? [
    { cancelled_at: cancelled ? line.booked_at : null, attendee: unknownAttendee },
  ];
  const live = tickets.findIndex((ticket) => ticket.cancelled_at === null);
  // A CONFIRMED booking without a live ticket is accepted; `booking verify` reports it (A38).
  return cancelled && live !== -1
    ? mismatch("a time: a CANCELLED booking has no live ticket", `.tickets[${live}].cancelled_at`)
    : Object.assign(line, { tickets });
}

/** A ticket is written in full. */
export function formatTicket({ cancelled_at, attendee }: TicketOfLine): object {
  return {
    cancelled_at: formatInstantOrNull(cancelled_at),
    attendee: {
      display_name: attendee.display_name,
      checked_in_at: formatInstantOrNull(attendee.checked_in_at),
    },
  };
}
