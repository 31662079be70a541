/*
 * The waitlist of a slot: its WAITLIST bookings in the order in which they joined, those whose offer ended behind all
 * others. The first entry that fits moves up when seats are freed; one that the seats refuse holds back everybody behind
 * it, one that its type's limit refuses only its own type (A40, A87). A campaign says whether this happens by itself
 * (`store/bookings/move-up.ts`). An entry leaves by a promotion, an accepted offer, a cancel, a move or an import.
 */

import type { BookingWindow } from "./booking-window.ts";
import { liveTickets, type Booking, type BookingChange, mayHappen } from "./booking.ts";
import type { Refused, SeatRefusal } from "./refusal.ts";
import { freeSeats, type SlotSeats } from "./seats.ts";

/** An entry of a waitlist, its ticket type, and the number of seats that it needs. */
export interface Waiting {
  readonly id: string;
  readonly ticketTypeId: string;
  readonly needs: number;
  /** Until when seats are kept for it: it is not in line. */
  readonly offerEndsAt?: number;
  /** Whether its offer ended: it stands behind all others, and before nobody. */
  readonly isLapsed?: boolean;
}

/** The seats that are left in a slot, and for each ticket type that has a limit there. */
export interface SeatsLeft {
  readonly free: number;
  readonly byType: ReadonlyMap<string, number>;
}

/** What becomes of a queue's entries, from the first one on. */
export interface QueueWalk<W> {
  /** Who moves up, each past the entries of these ticket types. */
  readonly promoted: readonly { readonly entry: W; readonly past: readonly string[] }[];
  /** By ticket type: the first entry that the type's limit refuses. It holds back only its own type. */
  readonly passedOver: ReadonlyMap<string, W>;
  /** The entry that its type's limit admits and the seats refuse: it holds back everybody behind it. */
  readonly endedBy: W | null;
  readonly left: SeatsLeft;
}

/**
 * Walks along a queue and promotes every entry that fits into both limits. An entry that its type's limit refuses is
 * passed over with everybody of its type behind it, also where seats lack too. The first entry that its type's limit
 * admits and the seats refuse ends the walk (A40, A87). One whose offer ended holds back nobody.
 */
export function walkQueue<W extends Waiting>(
  { free, byType }: SeatsLeft,
  inOrder: readonly W[],
): QueueWalk<W> {
  const promoted: { entry: W; past: string[] }[] = [];
  const passedOver = new Map<string, W>();
  const left = { free, byType: new Map(byType) };
  let endedBy: W | null = null;
  for (const entry of inOrder) {
    const { ticketTypeId: type, needs } = entry;
    if (passedOver.has(type)) continue;
    const ofType = left.byType.get(type) ?? Number.POSITIVE_INFINITY;
    if (entry.isLapsed === true && needs > Math.min(ofType, left.free)) continue;
    if (needs > ofType) {
      passedOver.set(type, entry);
    } else if (needs > left.free) {
      endedBy = entry;
      break;
    } else {
      promoted.push({ entry, past: [...passedOver.keys()] });
      left.free -= needs;
      if (left.byType.has(type)) left.byType.set(type, ofType - needs);
    }
  }
  return { promoted, passedOver, endedBy, left };
}

/** How a queue stands to somebody behind it. */
export interface HeldBack<W> {
  /** The first entry that holds it back; null when nobody does. */
  readonly by: W | null;
  /** The ticket types whose limit refuses an entry; others may pass it. */
  readonly passedOver: readonly string[];
}

/**
 * Whether the entries ahead hold back a booking of this type: one of its own type does, and one that its type's limit
 * admits, even where seats are free, because it is the next to get them. `ahead` may be the first of each type alone.
 */
export function holdsBack<W extends Waiting>(
  byType: SeatsLeft["byType"],
  ahead: readonly W[],
  ticketTypeId: string,
): HeldBack<W> {
  // Without a free seat, the walk ends at the first entry that its type's limit admits.
  const { passedOver, endedBy } = walkQueue({ free: 0, byType }, ahead);
  return { by: passedOver.get(ticketTypeId) ?? endedBy, passedOver: [...passedOver.keys()] };
}

/** The state of a slot at a promotion. */
export interface PromotionRoom {
  readonly slot: SlotSeats;
  /** The seats of the booking's ticket type, with its id; null where nothing limits it. */
  readonly type: (SlotSeats & { readonly id: string }) | null;
  /** The first entry that holds the booking back; null when nobody does. */
  readonly heldBackBy: string | null;
  /** Why the clock refuses it; null where it does not, or where the order passes over that. */
  readonly byClock: Refused<SeatRefusal> | null;
}

export interface Promotion {
  readonly seatsTaken: number;
  /** Whether the promotion passes an entry that holds it back, as the order allows. */
  readonly overtaking: boolean;
}

/**
 * Decides whether an entry of the waitlist gets its seats. Only one that nobody holds back does, unless the order
 * allows overtaking, and only free seats are given, within the limit of its type (A40, A87). An entry of an unlimited
 * type, which an import has made, or which waited before its type became so, needs no seat and overtakes nobody.
 */
export function promote(
  booking: Booking,
  { slot, type, heldBackBy, byClock }: PromotionRoom,
  overtake: boolean,
): Promotion | Refused<SeatRefusal> {
  if (!mayHappen("promoted", booking.status)) {
    return { refused: { why: "not-waitlisted", status: booking.status } };
  }
  const needs = liveTickets(booking).length;
  if (needs === 0) return { refused: { why: "no-live-ticket" } };
  if (byClock !== null) return byClock;
  if (!booking.hasLimitedCapacity) return { seatsTaken: 0, overtaking: false };
  if (heldBackBy !== null && !overtake) {
    return { refused: { why: "not-first", first: heldBackBy } };
  }
  if (type !== null && needs > freeSeats(type)) {
    const free = freeSeats(type);
    return { refused: { why: "seats-missing", needs, free, ticketType: type.id } };
  }
  const free = freeSeats(slot);
  if (needs > free) return { refused: { why: "seats-missing", needs, free } };
  return { seatsTaken: needs, overtaking: heldBackBy !== null };
}

/** Decides whether a booking takes the seats of its live offer, which the clock alone may refuse. */
export function acceptOffer(
  booking: Booking,
  byClock: PromotionRoom["byClock"],
): Promotion | Refused<SeatRefusal> {
  return byClock ?? { seatsTaken: liveTickets(booking).length, overtaking: false };
}

/**
 * Whether a cancel may let others move up: it frees a seat, or it alters an entry of the queue, which may be the one that
 * held back the others (decision B60). A check-in does neither.
 */
export function mayLetOthersMoveUp(
  { status, hasLimitedCapacity }: Booking,
  { seatsFreed }: BookingChange,
): boolean {
  // Unlimited types never wait for a seat.
  return seatsFreed > 0 || (status === "WAITLIST" && hasLimitedCapacity);
}

/** A ticket type in a slot. */
export interface TypeTerms {
  /** Null where nothing limits it. */
  readonly seats: SlotSeats | null;
  readonly window: BookingWindow;
}

/** What is left of the ticket types, by id: what their limits leave, and nothing of a type that is closed. */
export function leftOf(
  types: ReadonlyMap<string, TypeTerms>,
  closed: ReadonlySet<string>,
): Map<string, number> {
  const left = new Map<string, number>();
  for (const [id, { seats }] of types) {
    if (closed.has(id)) left.set(id, 0);
    else if (seats !== null) left.set(id, freeSeats(seats));
  }
  return left;
}
