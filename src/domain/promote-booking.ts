import { liveTickets, type Booking, type BookingChange } from "./booking.ts";
import { mayHappen } from "./booking-states.ts";
import type { Refused, SeatRefusal } from "./refusal.ts";

/** Somebody on the waitlist of a slot, and how many seats they need. */
export interface Waiting {
  readonly id: string;
  readonly needs: number;
}

/** What is known about a slot when somebody is to be promoted there. */
export interface WaitingRoom {
  readonly free: number;
  /** Who entered first; null when nobody waits for a seat. */
  readonly first: string | null;
}

export interface Promotion {
  readonly seatsTaken: number;
  /** Whether an earlier entry is passed over, which was asked for. */
  readonly overtaking: boolean;
}

/**
 * Decides whether an entry of the waitlist gets its seats. Only the first one does, unless overtaking
 * is asked for, and only seats that are free (decision A40). One of an unlimited type, which only an
 * import can have put there, needs no seat and passes nobody.
 */
export function promote(
  booking: Booking,
  { free, first }: WaitingRoom,
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
 * Who moves up into free seats: from the first entry on, everybody who fits, until one does not. That
 * one holds back everybody behind it (decision A40).
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
 * Whether others may move up once this change of a booking is made: it frees a seat, or it alters an
 * entry of the queue, which may be the one that held everybody back (decision B60).
 */
export function mayLetOthersMoveUp(booking: Booking, { seatsFreed }: BookingChange): boolean {
  return seatsFreed > 0 || standsInLine(booking);
}

/** Whether the booking is an entry of its slot's queue: unlimited types never wait for a seat. */
function standsInLine({ status, hasLimitedCapacity }: Booking): boolean {
  return status === "WAITLIST" && hasLimitedCapacity;
}
