import { liveTickets, type Booking, type BookingChange, mayHappen } from "./booking.ts";
import type { Refused, SeatRefusal } from "./refusal.ts";
import { counted } from "./wording.ts";
import { freeSeats, type SlotSeats } from "./seats.ts";

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
export function mayLetOthersMoveUp(
  { status, hasLimitedCapacity }: Booking,
  { seatsFreed }: BookingChange,
): boolean {
  // Unlimited types never wait for a seat.
  return seatsFreed > 0 || (status === "WAITLIST" && hasLimitedCapacity);
}

/** The reason why a booking is still on its waitlist. */
export interface WaitingReason {
  /** From 1; null where the booking waits for no seat, or stands behind the entries that were read. */
  readonly position: number | null;
  readonly seatsNeeded: number;
  readonly seatsFree: number;
  /** The earlier entry that needs more seats than are free. */
  readonly blockedBy: Waiting | null;
  /** Whether the campaign promotes automatically. */
  readonly automatic: boolean;
  /** The reason as a sentence for the customer. */
  readonly why: string;
}

/** Explains why a waitlisted booking has not been promoted, and what it waits for. */
export function explainWaiting(
  booking: Booking,
  seats: SlotSeats,
  automatic: boolean,
  waitlist: readonly Waiting[],
): WaitingReason {
  const seatsNeeded = booking.hasLimitedCapacity ? liveTickets(booking).length : 0;
  const seatsFree = freeSeats(seats);
  const index = waitlist.findIndex(({ id }) => id === booking.id);
  const position = index === -1 ? null : index + 1;
  const ahead = waitlist.slice(0, Math.max(0, index));
  const blocker = ahead[whoMovesUp(seatsFree, ahead).length] ?? null;
  const blockedBy = seatsFree > 0 ? blocker : null;
  const facts = { position, seatsNeeded, seatsFree, blockedBy, automatic };
  return { ...facts, why: sentence(booking, facts, ahead) };
}

function sentence(
  booking: Booking,
  { position, seatsNeeded, seatsFree, blockedBy, automatic }: Omit<WaitingReason, "why">,
  ahead: readonly Waiting[],
): string {
  if (liveTickets(booking).length === 0) {
    return "All its tickets are cancelled: there is nothing to wait for.";
  }
  if (!booking.hasLimitedCapacity) {
    return "Its ticket type is unlimited and needs no seat: it can be promoted at any time.";
  }
  if (position === null) return "It stands further back than the entries that were read.";
  const place = `It is number ${position} on the waitlist and needs ${counted(seatsNeeded, "seat")}`;
  if (seatsFree === 0) return `${place}; none is free.`;
  const free = counted(seatsFree, "seat is free", "seats are free");
  if (blockedBy !== null) {
    return (
      `${place}; ${free}, but booking ${blockedBy.id} before it needs ${blockedBy.needs} and holds ` +
      "back everybody behind it."
    );
  }
  const neededAhead = ahead.reduce((sum, { needs }) => sum + needs, 0);
  if (neededAhead + seatsNeeded > seatsFree) {
    const rest =
      ahead.length === 0
        ? ""
        : `, of which ${counted(neededAhead, "goes", "go")} to those before it`;
    return `${place}; ${free}${rest}.`;
  }
  return automatic
    ? `${place}; ${free}: it moves up with the next change of the slot or its waitlist, or when an operator promotes it.`
    : `${place}; ${free}: the campaign promotes by hand, so it waits until an operator promotes it.`;
}
