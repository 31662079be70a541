import { admit } from "./admit-booking.ts";
import { liveTickets, seatsHeld, type Booking } from "./booking.ts";
import { cancelRules } from "./cancel-booking.ts";
import type { CancelRefusal } from "./refusal.ts";
import { giveBackSeats, type SlotSeats } from "./seats.ts";

/** Where a booking moves to. `seats` are those of the slot before the move. */
export interface MoveTarget {
  readonly seats: SlotSeats;
  readonly hasWaitlist: boolean;
  /** Of the booking's ticket type there. */
  readonly hasLimitedCapacity: boolean;
  /** Whether only the ticket type changes. */
  readonly isSameSlot: boolean;
}

export interface Move {
  readonly status: "CONFIRMED" | "WAITLIST";
  /** Seats given back where the booking was. */
  readonly seatsFreed: number;
  /** Seats taken where it is then. */
  readonly seatsTaken: number;
}

/**
 * Why a booking cannot leave its slot, or null when it can: as for a cancel, but for the campaign's
 * cut-off, which binds callers and not the operator, who alone moves bookings.
 */
export function refuseMove(booking: Booking, now: number): CancelRefusal | null {
  for (const { name, refuse } of cancelRules) {
    const refusal = name === "cut-off" ? null : refuse(booking, now);
    if (refusal !== null) return refusal;
  }
  return null;
}

/**
 * Decides how a booking that `refuseMove` let pass comes into a slot: as a new booking would. Within
 * its slot it keeps its seats or its place in line.
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
  const comer = { tickets, hasLimitedCapacity, overbook: false };
  const { status, seatsTaken } = admit(before, hasWaitlist, comer);
  return { status, seatsFreed, seatsTaken };
}
