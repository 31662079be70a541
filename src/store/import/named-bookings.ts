import type { BookingStatus } from "../../domain/booking.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { Scratch } from "./scratch.ts";

/** A known booking whose line differs from its state, with both states. */
export interface NamedBooking {
  readonly line: number;
  readonly booking: string;
  readonly here: NamedState;
  readonly file: NamedState;
}

interface NamedState {
  readonly booking_status: BookingStatus;
  /** RFC 3339, UTC. */
  readonly booked_at: string;
}

/** How many bookings a report names; it counts all of them. */
export const bookingsNamed = 1000;

/** The first bookings that keep their state although their line differs. */
export function keptBookings(scratch: Scratch): NamedBooking[] {
  return name(scratch, "no not in (select no from found_change)");
}

/** The first bookings that took their line's state although their own was newer. */
export function overwrittenBookings(scratch: Scratch): NamedBooking[] {
  return name(scratch, "no in (select no from found_change where overwritten = 1)");
}

type State = readonly [status: BookingStatus, bookedAt: number];

function name(scratch: Scratch, condition: string): NamedBooking[] {
  if (!scratch.has("booking")) return [];
  const rows = scratch.select<[line: number, id: string, ...State, ...State]>(
    `select
       booking.line,
       booking.id,
       known_booking.booking_status,
       known_booking.booked_at,
       booking.booking_status,
       booking.booked_at
     from found_difference
     join booking using (no)
     join known_booking using (no)
     where ${condition}
     order by booking.line
     limit ?`,
    bookingsNamed,
  );
  return Array.from(rows, ([line, booking, ...states]) => ({
    line,
    booking,
    here: { booking_status: states[0], booked_at: formatInstant(states[1]) },
    file: { booking_status: states[2], booked_at: formatInstant(states[3]) },
  }));
}
