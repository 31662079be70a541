import { liveTickets, type Booking, type BookingChange } from "./booking.ts";
import { mayHappen } from "./booking-states.ts";
import type { Refused, SeatRefusal } from "./refusal.ts";

/** An entry of a waitlist, and the number of seats that it needs. */
export interface Waiting {
  readonly id: string;
  readonly needs: number;
}

/** The state of a slot at a promotion. */
export interface WaitlistState {
  readonly free: number;
  /** The first entry that waits for a seat; null when there is none. */
  readonly first: string | null;
}

export interface Promotion {
  readonly seatsTaken: number;
  /** Whether the promotion passes over an earlier entry, as the order allows. */
  readonly overtaking: boolean;
}

/**
 * Decides whether an entry of the waitlist gets its seats. Only the first one does, unless the order allows
 * overtaking, and only free seats are given (decision A40). An entry of an unlimited type, which only an
 * import can have made, needs no seat and overtakes nobody.
 */
export function promote(
  booking: Booking,
  { free, first }: WaitlistState,
  overtake: boolean,
): Promotion | Refused<SeatRefusal> {
  if (!mayHappen("promoted", booking.status)) {
    return { refused: { why: "not-waitlisted", status: booking.status } };
  }
  const needs = liveTickets(booking).length;
  if (needs === 0) return { refused: { why: "no-live-ticket" } };
  if (!booking.hasLimitedCapacity) return { seatsTaken: 0, overtaking: false };
  const overtaking = first !== null && first !== booking.id;
  if (overtaking && !overtake) return { refused: { why: "not-first", first } };
  if (needs > free) return { refused: { why: "seats-missing", needs, free } };
  return { seatsTaken: needs, overtaking };
}

/**
 * The entries that move up into free seats: from the first one on, every entry that fits, until one does not.
 * That one holds back all behind it (decision A40).
 */
export function whoMovesUp<W extends Waiting>(free: number, inOrder: readonly W[]): readonly W[] {
  let left = free;
  const end = inOrder.findIndex(({ needs }) => {
    left -= needs;
    return left < 0;
  });
  return end === -1 ? inOrder : inOrder.slice(0, end);
}

/**
 * Whether a change of a booking may let others move up: it frees a seat, or it alters an entry of the queue,
 * which may be the one that held back the others (decision B60).
 */
export function mayLetOthersMoveUp(booking: Booking, { seatsFreed }: BookingChange): boolean {
  return seatsFreed > 0 || standsInLine(booking);
}

/** Whether the booking is an entry of its slot's queue; unlimited types never wait for a seat. */
function standsInLine({ status, hasLimitedCapacity }: Booking): boolean {
  return status === "WAITLIST" && hasLimitedCapacity;
}
