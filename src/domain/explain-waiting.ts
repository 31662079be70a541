import {
  refuseMoveUp,
  type BookingWindow,
  type WaitlistPromotion,
  type WindowRefusal,
} from "./booking-window.ts";
import { liveTickets, type Booking } from "./booking.ts";
import { zonedTime } from "./local-time.ts";
import { freeSeats, type SlotSeats } from "./seats.ts";
import { leftOf, walkQueue, type QueueWalk, type TypeTerms, type Waiting } from "./waitlist.ts";
import { counted } from "./wording.ts";

/** The reason why a booking is still on its waitlist. */
export interface WaitingReason {
  /** From 1; null where the booking waits for no seat, has an offer, or stands behind the entries that were read. */
  readonly position: number | null;
  readonly seatsNeeded: number;
  readonly seatsFree: number;
  /** The seats that the limit of its ticket type leaves; null where the type has none. */
  readonly seatsFreeOfType: number | null;
  /** The limit that keeps it waiting, or the time of its slot or ticket type; null where its turn has come, or `position` is. */
  readonly limitedBy: "time" | "slot" | "ticket_type" | null;
  /** The earlier entry that keeps it from moving up; null where none does, or where no seat is free for either. */
  readonly blockedBy: Waiting | null;
  /** Until when seats are kept for it; null where none are. */
  readonly offerEndsAt: number | null;
  readonly promotion: WaitlistPromotion;
  /** The reason as a sentence for the customer. */
  readonly why: string;
}

/** A slot with its waitlist, or the first entries of it. */
export interface QueueState {
  readonly seats: SlotSeats;
  readonly types: ReadonlyMap<string, TypeTerms>;
  /** First come first; then those whose offer ended. */
  readonly waitlist: readonly Waiting[];
  readonly promotion: WaitlistPromotion;
}

/** Explains why a waitlisted booking has not been promoted, and what it waits for. */
export function explainWaiting(
  booking: Booking,
  ticketTypeId: string,
  { seats, types, promotion, waitlist }: QueueState,
  now: number,
): WaitingReason {
  const seatsNeeded = booking.hasLimitedCapacity ? liveTickets(booking).length : 0;
  const seatsFree = freeSeats(seats);
  const type = types.get(ticketTypeId);
  const seatsFreeOfType = type?.seats ? freeSeats(type.seats) : null;
  const by = promotion === "manual" ? "hand" : "itself";
  const closed = new Set(
    Array.from(types).flatMap(([id, { window }]) =>
      refuseMoveUp(window, now, by) === null ? [] : [id],
    ),
  );
  const byClock = type === undefined ? null : refuseMoveUp(type.window, now, by);
  const offerEndsAt = waitlist.find(({ id }) => id === booking.id)?.offerEndsAt ?? null;
  const line = waitlist.filter((entry) => entry.offerEndsAt === undefined);
  const index = line.findIndex(({ id }) => id === booking.id);
  const position = index === -1 ? null : index + 1;
  const ahead = line.slice(0, Math.max(0, index));
  const walk = walkQueue({ free: seatsFree, byType: leftOf(types, closed) }, ahead);
  const blocker = walk.passedOver.get(ticketTypeId) ?? walk.endedBy;
  const blockedBy = seatsFree > 0 || blocker !== walk.endedBy ? blocker : null;
  const leftOfType = walk.left.byType.get(ticketTypeId) ?? Number.POSITIVE_INFINITY;
  const isOfSlot = walk.endedBy !== null || seatsNeeded > walk.left.free;
  const isOfType = walk.passedOver.has(ticketTypeId) || seatsNeeded > leftOfType;
  const limitedBySlot = isOfSlot ? "slot" : null;
  const limitedBySeats = isOfType ? "ticket_type" : limitedBySlot;
  const limitedBy = byClock === null ? limitedBySeats : "time";
  const facts = {
    position,
    seatsNeeded,
    seatsFree,
    seatsFreeOfType,
    limitedBy: position === null ? null : limitedBy,
    blockedBy,
    offerEndsAt,
    promotion,
  } as const;
  if (offerEndsAt !== null) return { ...facts, why: offerSentence(offerEndsAt, type?.window) };
  if (facts.limitedBy === "time" && byClock !== null) {
    return { ...facts, why: timeSentence(facts, byClock, now) };
  }
  if (line[index]?.isLapsed === true) return { ...facts, why: lapsedSentence };
  return { ...facts, why: sentence(booking, ticketTypeId, facts, walk) };
}

function offerSentence(endsAt: number, window: BookingWindow | undefined): string {
  const when = zonedTime(endsAt, window?.timezone ?? "UTC", "minute");
  return `Its seats are kept for it until ${when}: it is confirmed when the offer is accepted.`;
}

const lapsedSentence =
  "Its offer ended: it stands behind all others, and moves up when a seat is freed and nobody else waits, or when an operator promotes it.";

function timeSentence(
  { position, seatsNeeded }: Pick<WaitingReason, "position" | "seatsNeeded">,
  { why, at, timezone, isOfSlot }: WindowRefusal,
  now: number,
): string {
  const place = `It is number ${position} on the waitlist and needs ${counted(seatsNeeded, "seat")}`;
  const when = zonedTime(at, timezone, "minute");
  if (isOfSlot === true) {
    return `${place}; the slot was closed at ${when}: nobody moves up unless it is opened.`;
  }
  if (now < at) {
    return `${place}; its seats are given until ${when}, which is too soon for an offer: it moves up when an operator promotes it.`;
  }
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
  const { position, seatsNeeded, seatsFree, seatsFreeOfType, limitedBy, blockedBy, promotion } =
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
  if (promotion === "offer") {
    return `${place}; ${free}: it is offered its seats with the next change of the slot or its waitlist, unless an operator promotes it.`;
  }
  return promotion === "automatic"
    ? `${place}; ${free}: it moves up with the next change of the slot or its waitlist, or when an operator promotes it.`
    : `${place}; ${free}: the campaign promotes by hand, so it waits until an operator promotes it.`;
}

function restOf(neededAhead: number): string {
  return neededAhead === 0
    ? ""
    : `, of which ${counted(neededAhead, "goes", "go")} to those before it`;
}
