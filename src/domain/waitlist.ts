/*
 * The waitlist of a slot: its WAITLIST bookings in the order in which they joined. The first entry that fits moves up
 * when seats are freed; one that the seats refuse holds back everybody behind it, one that its type's limit refuses only
 * its own type (A40, A87). A campaign says whether this happens by itself. An entry leaves by a promotion, a cancel or a
 * move.
 */

import { refuseMoveUp, type BookingWindow, type WindowRefusal } from "./booking-window.ts";
import { liveTickets, type Booking, type BookingChange, mayHappen } from "./booking.ts";
import type { Refused, SeatRefusal } from "./refusal.ts";
import { zonedTime } from "./local-time.ts";
import { counted } from "./wording.ts";
import { freeSeats, type SlotSeats } from "./seats.ts";

/** An entry of a waitlist, its ticket type, and the number of seats that it needs. */
export interface Waiting {
  readonly id: string;
  readonly ticketTypeId: string;
  readonly needs: number;
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
 * admits and the seats refuse ends the walk (A40, A87).
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
 * type, which only an import can have made, needs no seat and overtakes nobody.
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
  /** The seats that the limit of its ticket type leaves; null where the type has none. */
  readonly seatsFreeOfType: number | null;
  /** The limit that keeps it waiting, or the time of its slot or ticket type; null where its turn has come. */
  readonly limitedBy: "time" | "slot" | "ticket_type" | null;
  /** The earlier entry that keeps it from moving up. */
  readonly blockedBy: Waiting | null;
  /** Whether the campaign promotes automatically. */
  readonly automatic: boolean;
  /** The reason as a sentence for the customer. */
  readonly why: string;
}

/** A ticket type in a slot. */
export interface TypeTerms {
  /** Null where nothing limits it. */
  readonly seats: SlotSeats | null;
  readonly window: BookingWindow;
}

/** A slot with its waitlist, or the first entries of it. */
export interface QueueState {
  readonly seats: SlotSeats;
  readonly types: ReadonlyMap<string, TypeTerms>;
  readonly waitlist: readonly Waiting[];
  readonly promotes: boolean;
}

/** Explains why a waitlisted booking has not been promoted, and what it waits for. */
export function explainWaiting(
  booking: Booking,
  ticketTypeId: string,
  { seats, types, promotes: automatic, waitlist }: QueueState,
  now: number,
): WaitingReason {
  const seatsNeeded = booking.hasLimitedCapacity ? liveTickets(booking).length : 0;
  const seatsFree = freeSeats(seats);
  const type = types.get(ticketTypeId);
  const seatsFreeOfType = type?.seats ? freeSeats(type.seats) : null;
  const by = automatic ? "itself" : "hand";
  const closed = new Set(
    Array.from(types).flatMap(([id, { window }]) =>
      refuseMoveUp(window, now, by) === null ? [] : [id],
    ),
  );
  const byClock = type === undefined ? null : refuseMoveUp(type.window, now, by);
  const index = waitlist.findIndex(({ id }) => id === booking.id);
  const position = index === -1 ? null : index + 1;
  const ahead = waitlist.slice(0, Math.max(0, index));
  const walk = walkQueue({ free: seatsFree, byType: leftOf(types, closed) }, ahead);
  const blocker = walk.passedOver.get(ticketTypeId) ?? walk.endedBy;
  const blockedBy = seatsFree > 0 || blocker !== walk.endedBy ? blocker : null;
  const leftOfType = walk.left.byType.get(ticketTypeId) ?? Number.POSITIVE_INFINITY;
  const isOfSlot = walk.endedBy !== null || seatsNeeded > walk.left.free;
  const isOfType = walk.passedOver.has(ticketTypeId) || seatsNeeded > leftOfType;
  const limitedBy =
    byClock === null ? (isOfType ? "ticket_type" : isOfSlot ? "slot" : null) : "time";
  const facts = {
    position,
    seatsNeeded,
    seatsFree,
    seatsFreeOfType,
    limitedBy: position === null ? null : limitedBy,
    blockedBy,
    automatic,
  } as const;
  const why =
    facts.limitedBy === "time" && byClock !== null
      ? timeSentence(facts, byClock)
      : sentence(booking, ticketTypeId, facts, walk);
  return { ...facts, why };
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

function timeSentence(
  { position, seatsNeeded }: Pick<WaitingReason, "position" | "seatsNeeded">,
  { why, at, timezone }: WindowRefusal,
): string {
  const place = `It is number ${position} on the waitlist and needs ${counted(seatsNeeded, "seat")}`;
  const when = zonedTime(at, timezone, "minute");
  return why === "slot-has-begun"
    ? `${place}; the slot began at ${when}: nobody moves up any more, unless an operator gives a seat on purpose.`
    : `${place}; the cut-off of its ticket type passed at ${when}: it moves up by itself no more, and until the start when an operator promotes it.`;
}

function sentence(
  booking: Booking,
  ticketTypeId: string,
  facts: Omit<WaitingReason, "why">,
  walk: QueueWalk<Waiting>,
): string {
  const { position, seatsNeeded, seatsFree, seatsFreeOfType, limitedBy, blockedBy, automatic } =
    facts;
  if (liveTickets(booking).length === 0) {
    return "All its tickets are cancelled: there is nothing to wait for.";
  }
  if (!booking.hasLimitedCapacity) {
    return "Its ticket type is unlimited and needs no seat: it can be promoted at any time.";
  }
  if (position === null) return "It stands further back than the entries that were read.";
  const place = `It is number ${position} on the waitlist and needs ${counted(seatsNeeded, "seat")}`;
  if (limitedBy === "ticket_type" && seatsFreeOfType !== null) {
    const limit = `${place}; the limit of its ticket type ${ticketTypeId} leaves ${counted(seatsFreeOfType, "seat")}`;
    const first = walk.passedOver.get(ticketTypeId);
    const leftOfType = walk.left.byType.get(ticketTypeId) ?? seatsFreeOfType;
    return first === undefined
      ? `${limit}${restOf(seatsFreeOfType - leftOfType)}.`
      : `${limit}, and booking ${first.id} before it waits for ${first.needs} of that type.`;
  }
  if (seatsFree === 0) return `${place}; none is free.`;
  const free = counted(seatsFree, "seat is free", "seats are free");
  if (blockedBy !== null) {
    return (
      `${place}; ${free}, but booking ${blockedBy.id} before it needs ${blockedBy.needs} and holds ` +
      "back everybody behind it."
    );
  }
  if (seatsNeeded > walk.left.free) {
    return `${place}; ${free}${restOf(seatsFree - walk.left.free)}.`;
  }
  return automatic
    ? `${place}; ${free}: it moves up with the next change of the slot or its waitlist, or when an operator promotes it.`
    : `${place}; ${free}: the campaign promotes by hand, so it waits until an operator promotes it.`;
}

function restOf(neededAhead: number): string {
  return neededAhead === 0
    ? ""
    : `, of which ${counted(neededAhead, "goes", "go")} to those before it`;
}
