import { admit, giveBackSeats, type SlotSeats } from "./seats.ts";
import { liveTickets, seatsHeld, type Booking } from "./booking.ts";

/** The destination of a move. `seats` are those of the slot before the move. */
export interface MoveTarget {
  readonly seats: SlotSeats;
  readonly hasWaitlist: boolean;
  /** The capacity of the ticket type that the booking has there. */
  readonly hasLimitedCapacity: boolean;
  /** Whether only the ticket type changes. */
  readonly isSameSlot: boolean;
}

export interface Move {
  readonly status: "CONFIRMED" | "WAITLIST";
  /** Seats that the booking gives back at its old place. */
  readonly seatsFreed: number;
  /** Seats that the booking takes at its new place. */
  readonly seatsTaken: number;
}

/**
 * Decides how a booking that may leave its slot enters another: as a new booking would. Within its slot it
 * keeps its seats or its place in line.
 */
export function moveInto(booking: Booking, target: MoveTarget): Move {
  const { seats, hasWaitlist, hasLimitedCapacity, isSameSlot } = target;
  const tickets = liveTickets(booking).length;
  const seatsFreed = seatsHeld(booking);
  if (isSameSlot && hasLimitedCapacity) {
    if (booking.status === "WAITLIST") return { status: "WAITLIST", seatsFreed, seatsTaken: 0 };
    if (seatsFreed > 0) return { status: "CONFIRMED", seatsFreed, seatsTaken: tickets };
  }
  const before = isSameSlot ? giveBackSeats(seats, seatsFreed) : seats;
  const request = { tickets, hasLimitedCapacity, overbook: false };
  const { status, seatsTaken } = admit(before, hasWaitlist, request);
  return { status, seatsFreed, seatsTaken };
}
