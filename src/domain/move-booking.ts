import { admit, giveBackSeats, type Room, type SlotSeats } from "./seats.ts";
import { liveTickets, seatsHeld, type Booking } from "./booking.ts";

/** The destination of a move. `slot` has the seats before the move. */
export interface MoveTarget extends Room {
  /** The capacity of the ticket type that the booking has there. */
  readonly hasLimitedCapacity: boolean;
  /** Whether an entry of that ticket type waits there. */
  readonly typeWaits: boolean;
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
 * Decides how a booking that may leave its slot enters another: as a new booking would that does not overbook. Within its
 * slot it keeps its seats, as far as the limit of its new ticket type admits it, or its place in line.
 */
export function moveInto(booking: Booking, target: MoveTarget): Move {
  const { slot, type, isHeldBack, typeWaits, hasLimitedCapacity, isSameSlot } = target;
  const tickets = liveTickets(booking).length;
  const seatsFreed = seatsHeld(booking);
  if (isSameSlot && hasLimitedCapacity && booking.status === "WAITLIST") {
    return { status: "WAITLIST", seatsFreed, seatsTaken: 0 };
  }
  const before = isSameSlot ? giveBackSeats(slot, seatsFreed) : slot;
  const keepsSeats = isSameSlot && hasLimitedCapacity && seatsFreed > 0;
  // A seat that it keeps is nobody else's; only the limit of its new type has to admit it.
  const room = keepsSeats
    ? { slot: withRoomFor(before, tickets), type, isHeldBack: type !== null && typeWaits }
    : { slot: before, type, isHeldBack };
  const { status, seatsTaken } = admit(room, { tickets, hasLimitedCapacity, overbook: false });
  return { status, seatsFreed, seatsTaken };
}

/** A booking keeps its seats also in a slot that is overbooked. */
function withRoomFor(slot: SlotSeats, tickets: number): SlotSeats {
  return { ...slot, capacity: Math.max(slot.capacity, slot.taken + tickets) };
}
