import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BookingId } from "../../domain/booking.ts";
import { acceptOffer, promote, type Promotion } from "../../domain/waitlist.ts";
import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import { takeSeats, type SlotSeats } from "../../domain/seats.ts";
import type { AuditContext } from "../accounts/audit.ts";
import { joinRows, type BatchRows } from "../write/batch-rows.ts";
import { eventOfPromotion, type SeatNotes } from "./events.ts";
import { loadBookings, type LoadedBooking } from "../write/load.ts";
import { runBookingTransaction } from "./transaction.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { lockSlot, isSameSlot, slotOfBooking, slotRow, type SlotKey } from "../write/slot.ts";
import { rowsOfTaken, type TypeInSlot } from "../write/type-limits.ts";
import { nextEndAt } from "../write/held-seats.ts";
import { readAdmission } from "./read-admission.ts";
import { lockMoveUp, rowsOfMoveUp, type MoveUp } from "./move-up.ts";

export interface PromoteOrder {
  readonly bookingId: BookingId;
  /** Passes over earlier entries; the history records it. */
  readonly overtake: boolean;
  /** Passes over the slot's start, a cut-off and a window; the history records it. */
  readonly late?: boolean;
  /** Only what is offered to it is taken. */
  readonly isAccept?: boolean;
}

/** The facts that decide a promotion, read under the slot's lock. */
interface PromotionFacts {
  readonly found: LoadedBooking;
  readonly seats: SlotSeats;
  readonly type: TypeInSlot;
  readonly notes: SeatNotes;
  readonly at: number;
  readonly answer: Promotion | Refused<SeatRefusal>;
  /** The entries that take the remaining free seats, where the campaign promotes automatically. */
  readonly moveUp: MoveUp | null;
  /** When the first of the slot's holds ends without its offer, null where there is no other; absent without a live offer. */
  readonly nextEnd?: number | null;
}

/**
 * Confirms a waitlisted booking in one transaction. The slot is locked before the booking: a booking leaves
 * the waitlist for a seat only under the slot's lock, and a cancel of a waiting booking needs no slot or
 * locks it first, so no two transactions wait for each other in a circle. Where the campaign promotes
 * automatically, later entries that fit now move up as well.
 */
export async function promoteBooking(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  order: PromoteOrder,
): Promise<Promotion | Refused<SeatRefusal>> {
  for (;;) {
    const answer = await attempt(engine, accountId, audit, order);
    if (!isRefused<SeatRefusal | MovedAway>(answer)) return answer;
    const { refused } = answer;
    if (refused.why !== movedAway) return { refused };
  }
}

async function readFacts(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  audit: AuditContext,
  { bookingId, overtake, late = false, isAccept = false }: PromoteOrder,
): Promise<FoundFacts> {
  const slotKey = await readSlotKey(transaction, accountId, bookingId);
  if (slotKey === null) return null;
  const seats = await lockSlot(transaction, accountId, slotKey, audit.now);
  if (seats === null) return movedAway;
  let found: LoadedBooking | undefined;
  do {
    const order = { bookingId, idempotencyKey: null };
    const { standing } = await loadBookings(transaction, accountId, [order], "waitlist");
    found = standing.get(bookingId);
    // The booking may have joined a waitlist since its lock was requested.
  } while (found === undefined);
  if (found.booking.status === "WAITLIST" && !isSameSlot(found.slotKey, slotKey)) return movedAway;
  const { booking, ticketTypeId, offer } = found;
  const place = { id: booking.id, enteredAt: placeInLine(found) };
  const arrival = { ticketTypeId, now: audit.now, place, late };
  const { type, heldBackBy, notes, byClock, times } = await readAdmission(
    transaction,
    accountId,
    slotKey,
    arrival,
  );
  if (type === undefined) throw new Error("A booking's ticket type is missing.");
  const { timezone } = type.window;
  const refused = isAccept ? await refuseAccept(transaction, accountId, { found, timezone }) : null;
  if (refused !== null) return { refused };
  const room = {
    slot: seats,
    type: type.seats && { id: ticketTypeId, ...type.seats },
    heldBackBy: heldBackBy?.id ?? null,
    byClock,
  };
  if (offer?.isLive === true) {
    const nextEnd = await nextEndAt(transaction, accountId, slotKey, offer.id);
    const answer = acceptOffer(booking, byClock);
    return { found, seats, type, notes, at: times.at, answer, moveUp: null, nextEnd };
  }
  const answer = promote(booking, room, overtake);
  const facts = { found, seats, type, notes, at: times.at, answer, moveUp: null };
  if (isRefused<SeatRefusal>(answer) || !found.movesUp) return facts;
  const { seatsTaken } = answer;
  const unwritten = new Map([[ticketTypeId, seatsTaken]]);
  const slot = { slotKey, seats: takeSeats(seats, seatsTaken), unwritten, freesNone: true };
  const leaving = { id: bookingId, needs: 0 };
  return { ...facts, moveUp: await lockMoveUp(transaction, accountId, slot, times.at, leaving) };
}

function attempt(engine: Engine, accountId: AccountId, audit: AuditContext, order: PromoteOrder) {
  return runBookingTransaction<FoundFacts, Promotion | Refused<SeatRefusal | MovedAway>>(
    engine,
    accountId,
    audit.now,
    (transaction) => readFacts(transaction, accountId, audit, order),
    (facts) => {
      if (facts === null) {
        return { answer: { refused: { why: "unknown-booking" } }, change: null };
      }
      if (facts === movedAway) return { answer: { refused: { why: movedAway } }, change: null };
      if (isRefused<SeatRefusal>(facts)) return { answer: facts, change: null };
      const { answer } = facts;
      if (isRefused<SeatRefusal>(answer)) return { answer, change: null };
      const { bookingId } = order;
      const rows = rowsOf(audit, facts, answer);
      return { answer, change: { rows, bookingId, holds: { bookingId } } };
    },
    audit.once,
  );
}

/**
 * The booking moved to another slot, or its slot to another start, while this transaction waited for the slot's lock. The
 * order starts again.
 */
const movedAway = "moved-away";
type FoundFacts = PromotionFacts | Refused<SeatRefusal> | typeof movedAway | null;
interface MovedAway {
  readonly why: typeof movedAway;
}

/** Whose offer ended stands behind all who wait (A110). */
function placeInLine({ booking, offer }: LoadedBooking): number {
  return offer === null || offer.isLive ? booking.bookedAt : Number.MAX_SAFE_INTEGER;
}

/** Why there is nothing to accept; null where a live offer is. */
async function refuseAccept(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  {
    found: { booking, offer },
    timezone,
  }: { readonly found: LoadedBooking; readonly timezone: string },
): Promise<SeatRefusal | null> {
  if (offer !== null) {
    return offer.isLive ? null : { why: "offer-ended", at: offer.endsAt, timezone };
  }
  const accepted = await transaction
    .selectFrom("hold")
    .select("id")
    .where("account_id", "=", accountId)
    .where("booking_id", "=", booking.id)
    .where("state", "=", "booked")
    .limit(1)
    .executeTakeFirst();
  const isAgain = booking.status === "CONFIRMED" && accepted !== undefined;
  return { why: "no-offer", isAgain };
}

async function readSlotKey(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  bookingId: BookingId,
): Promise<SlotKey | null> {
  const row = await transaction
    .selectFrom("booking")
    .select(["slot_number", "interaction_number", "slot_starting_at"])
    .where("account_id", "=", accountId)
    .where("booking.id", "=", bookingId)
    .executeTakeFirst();
  return row === undefined ? null : slotOfBooking(row);
}

function rowsOf(audit: AuditContext, facts: PromotionFacts, promotion: Promotion): BatchRows {
  const { moveUp } = facts;
  const own = rowsOfPromotion(audit, facts, promotion);
  if (moveUp === null || moveUp.entries.length === 0) return own;
  // The slot is written once, as it is when everybody has moved up.
  return joinRows({ ...own, slots: [] }, rowsOfMoveUp(moveUp, audit));
}

function rowsOfPromotion(
  audit: AuditContext,
  { found, seats, type, notes, at, nextEnd }: PromotionFacts,
  promotion: Promotion,
): BatchRows {
  const { booking, contactNumber, lastEvent, slotKey, offer } = found;
  const { seatsTaken } = promotion;
  const isAccepted = offer?.isLive === true;
  const { hasLimitedCapacity } = booking;
  return {
    bookings: [
      {
        contact_number: contactNumber,
        slot_starting_at: slotKey.startingAt,
        id: booking.id,
        booking_status: "CONFIRMED",
        booked_at: at,
      },
    ],
    events: [
      eventOfPromotion({ id: booking.id, lastEvent }, audit, at, promotion, {
        hasLimitedCapacity,
        automatic: false,
        isAccepted,
        notes: seatsTaken > 0 && !isAccepted ? notes : { ...notes, passed: [] },
      }),
    ],
    endedOffers:
      offer === null
        ? []
        : [{ id: offer.id, state: isAccepted ? "booked" : "released", ended_at: at }],
    slotEnds: nextEnd === undefined ? [] : [{ number: slotKey.number, next_end_at: nextEnd }],
    // An accepted offer's seats are taken already.
    slots: seatsTaken > 0 && !isAccepted ? [slotRow(slotKey, takeSeats(seats, seatsTaken))] : [],
    typeLimits: isAccepted ? [] : rowsOfTaken(slotKey, type, seatsTaken),
  };
}
