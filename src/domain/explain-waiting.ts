import { liveTickets, type Booking } from "./booking.ts";
import { counted } from "./counted.ts";
import { whoMovesUp, type Waiting } from "./promote-booking.ts";
import { freeSeats, type SlotSeats } from "./seats.ts";

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
