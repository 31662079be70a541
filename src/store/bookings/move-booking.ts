import type { AccountId } from "../../domain/account.ts";
import { carriedForward } from "../../domain/clock.ts";
import { exceededLimit } from "../../domain/contact-limit.ts";
import { liveTickets } from "../../domain/booking.ts";
import { refuseCancel } from "../../domain/cancel-rules.ts";
import { moveInto, type Move } from "../../domain/move-booking.ts";
import {
  isRefused,
  type CancelRefusal,
  type Refused,
  type SeatRefusal,
} from "../../domain/refusal.ts";
import { giveBackSeats, seatsMissing, takeSeats, type SlotSeats } from "../../domain/seats.ts";
import type { AuditContext, Within } from "../accounts/audit.ts";
import { joinRows, type BatchRows } from "../write/batch-rows.ts";
import { eventOfMove, type MovedPlace, type SeatNotes } from "./events.ts";
import { inLockOrder, type WrongLockOrder } from "./change-alone.ts";
import {
  lockSlot,
  movesUpNow,
  inLockingOrder,
  isSameSlot,
  slotRow,
  type SlotKey,
} from "../write/slot.ts";
import { rowsOfTaken, type TypeInSlot } from "../write/type-limits.ts";
import { readAdmission } from "./read-admission.ts";
import { changeWithinSlot, lockMoveUp, rowsOfMoveUp, type MoveUp } from "./move-up.ts";
import { loadBookings, type LoadedBooking } from "../write/load.ts";
import { runBookingTransaction } from "./transaction.ts";
import type { Engine } from "../engine.ts";
import { countsTogether, overLimit, readBookedType } from "./contact-limits.ts";
import { nextEndAfter, seatsKept } from "./offers.ts";
import { lockContact, placeOf, readPlace, standsAt, type MoveOrder } from "./move-target.ts";
import { findSlotKey, type KnownSlot } from "../write/named-slot.ts";

export type MoveRefusal = CancelRefusal | SeatRefusal;

/** The booking's state after the move; null when it was there already. */
export type MoveAnswer = { readonly moved: Move | null } | Refused<MoveRefusal>;

/** An allowed move, with both slots as it leaves them. */
interface MoveFacts {
  readonly found: LoadedBooking;
  readonly from: MovedPlace;
  readonly target: KnownSlot;
  readonly move: Move;
  /** The booking's ticket type after the move. */
  readonly ticketTypeId: string;
  readonly type: TypeInSlot;
  readonly notes: SeatNotes;
  /** Whether it exceeds a limit per contact, as its order allows. */
  readonly isOverLimit: boolean;
  readonly slots: readonly { readonly slotKey: SlotKey; readonly seats: SlotSeats }[];
  readonly at: number;
  /** The entries that move up in the slot that the booking left. */
  readonly moveUp: MoveUp | null;
  /** When the first of the old slot's holds ends, where the move ends an offer. */
  readonly nextEnd: number | null | undefined;
}

/**
 * Moves a booking to another slot of its campaign, or to another ticket type, in one transaction. Its seats
 * are given back there and taken here as for a new booking, or it joins the waitlist here. Where the campaign
 * promotes automatically, the waitlist of the old slot moves up.
 *
 * The contact is locked first. A CONFIRMED booking is locked before the slots and an entry of a waitlist after them
 * (`change-alone.ts`). Every move locks its two slots in the same order, so two moves never wait for each other in a circle.
 */
export function moveBooking(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  order: MoveOrder,
): Promise<MoveAnswer> {
  return inLockOrder((slotLockedFirst) =>
    runBookingTransaction<MoveFacts | MoveAnswer | WrongLockOrder, MoveAnswer | WrongLockOrder>(
      engine,
      accountId,
      audit.now,
      (transaction) => readFacts({ transaction, accountId, audit }, order, slotLockedFirst),
      (facts) => {
        if (!("found" in facts)) return { answer: facts, change: null };
        const { bookingId } = order;
        const rows = rowsOf(audit, facts);
        return {
          answer: { moved: facts.move },
          change: { rows, bookingId, holds: { bookingId } },
        };
      },
      audit.once,
    ),
  );
}

async function readFacts(
  within: Within,
  order: MoveOrder,
  slotLockedFirst: SlotKey | null,
): Promise<MoveFacts | MoveAnswer | WrongLockOrder> {
  const { transaction, accountId, audit } = within;
  const { bookingId } = order;
  const contactNumber = await lockContact(within, bookingId);
  const before = await readPlace(within, bookingId);
  if (before === undefined) return { refused: { why: "unknown-booking" } };
  const { ticketTypeId = before.ticketTypeId } = order;
  const target = await findSlotKey(transaction, accountId, placeOf(order, before));
  if (isRefused<SeatRefusal>(target)) return target;
  const lockedFirst =
    slotLockedFirst && (await lockBothSlots(within, { from: slotLockedFirst, to: target }));
  const orders = [{ bookingId, idempotencyKey: null }];
  const locking = slotLockedFirst === null ? "booking" : "waitlist";
  const found = (await loadBookings(transaction, accountId, orders, locking)).standing.get(
    bookingId,
  );
  const waits = found?.booking.status === "WAITLIST";
  if (slotLockedFirst !== null && !(waits && isSameSlot(found.slotKey, slotLockedFirst)))
    return { lockFirst: null };
  if (found === undefined) return { refused: { why: "unknown-booking" } };
  // Another transaction changed before the lock whose it is or where.
  if (found.contactNumber !== contactNumber || !standsAt(found, before)) {
    return { lockFirst: slotLockedFirst };
  }
  if (slotLockedFirst === null && waits) return { lockFirst: found.slotKey };
  // A booking may be moved when it may be cancelled; the cut-off binds callers and not the operator.
  const refused = refuseCancel(found.booking, audit.now, { afterCutoff: true });
  if (refused !== null) return { refused };
  if (isSameSlot(found.slotKey, target) && found.ticketTypeId === ticketTypeId) {
    return { moved: null };
  }
  const [there, here] =
    lockedFirst ?? (await lockBothSlots(within, { from: found.slotKey, to: target }));
  if (there === null) return { lockFirst: null };
  if (here === null) return { refused: { why: "not-in-catalogue", field: "slot" } };
  const { activityId, hostId } = before;
  const from = { activityId, hostId, startingAt: found.slotKey.startingAt };
  return settle(within, { found, from, target, ticketTypeId, there, here }, order);
}

/** Locks both slots and reads their seats; null as by `lockSlot`. */
async function lockBothSlots(
  { transaction, accountId, audit }: Within,
  { from, to }: Readonly<Record<"from" | "to", SlotKey>>,
): Promise<readonly [there: SlotSeats | null, here: SlotSeats | null]> {
  const [first, second] = [from, to].toSorted(inLockingOrder) as [SlotKey, SlotKey];
  const seats = await lockSlot(transaction, accountId, first, audit.now);
  if (isSameSlot(from, to)) return [seats, seats];
  const others = await lockSlot(transaction, accountId, second, audit.now);
  return first === from ? [seats, others] : [others, seats];
}

/** The locked rows: the booking, its new slot's key, and both slots' seats before the move. */
interface Locked {
  readonly found: LoadedBooking;
  /** The names of its slot. */
  readonly from: MovedPlace;
  readonly target: KnownSlot;
  readonly ticketTypeId: string;
  readonly there: SlotSeats;
  readonly here: SlotSeats;
}

async function settle(
  within: Within,
  { found, from, target, ticketTypeId, there, here }: Locked,
  { overLimit: isMeant = false, late = false }: MoveOrder,
): Promise<MoveFacts | MoveAnswer> {
  const { transaction, accountId, audit } = within;
  const { booking, slotKey, contactNumber } = found;
  const [booked, { type, heldBackBy, notes, byClock, mayWait, typeWaits, times }, movesUp] =
    await Promise.all([
      readBookedType(transaction, accountId, target, { ticketTypeId, contactNumber }, audit.now),
      readAdmission(transaction, accountId, target, { ticketTypeId, now: audit.now, late }),
      movesUpNow(transaction, accountId, slotKey.interactionNumber),
    ]);
  if (booked === null || type === undefined) {
    return { refused: { why: "not-in-catalogue", field: "ticket_type" } };
  }
  if (byClock !== null) return byClock;
  const isSameType = found.ticketTypeId === ticketTypeId && from.activityId === target.activityId;
  // The limits count the tickets of the slot that it leaves already, or did not until now.
  const isCountedHere = await countsTogether(within, { from: slotKey, to: target }, booked);
  const exceeded = exceededLimit(
    isCountedHere ? booked.limits.filter((each) => each.type !== null) : booked.limits,
    isSameType && isCountedHere ? 0 : liveTickets(booking).length,
  );
  if (exceeded !== null && !isMeant) return overLimit(exceeded);
  const isSame = isSameSlot(slotKey, target);
  const hasLimitedCapacity = type.isLimited;
  const room = { slot: here, type: type.seats, isHeldBack: heldBackBy !== null };
  const move = moveInto(booking, { ...room, typeWaits, hasLimitedCapacity, isSameSlot: isSame });
  if (move.status === "WAITLIST" && !mayWait && !(isSame && booking.status === "WAITLIST")) {
    return seatsMissing(room, liveTickets(booking).length, ticketTypeId);
  }
  const seatsFreed = move.seatsFreed + seatsKept(found);
  const left = { slotKey, seats: giveBackSeats(there, seatsFreed) };
  const before = isSame ? left.seats : here;
  const entered = { slotKey: target, seats: takeSeats(before, move.seatsTaken) };
  const now = Math.max(
    move.status === "WAITLIST" ? times.joinsAt : times.at,
    carriedForward(audit.now, booking.bookedAt),
  );
  const stays = isSame && move.status === booking.status;
  // Within its slot a booking keeps its place in line and the time since which it has its seats.
  const at = stays ? booking.bookedAt : now;
  const unwritten = new Map([[found.ticketTypeId, -seatsFreed]]);
  if (isSame) unwritten.set(ticketTypeId, move.seatsTaken);
  const endedOffer = found.offer?.id ?? null;
  // Within its slot a booking takes again what it gives back.
  const freesNone = seatsFreed <= (isSame ? move.seatsTaken : 0);
  const slot = { ...(isSame ? entered : left), unwritten, endedOffer, freesNone };
  const changed = isSame
    ? changeWithinSlot(found, ticketTypeId, move, at)
    : { id: booking.id, needs: 0 };
  const moveUp = movesUp ? await lockMoveUp(transaction, accountId, slot, now, changed) : null;
  return {
    nextEnd: await nextEndAfter(transaction, accountId, { slotKey, endedOffer, moveUp }),
    found,
    from,
    target,
    ticketTypeId,
    move,
    type,
    isOverLimit: exceeded !== null,
    // Within its slot a booking passes nobody.
    notes: move.seatsTaken > 0 && !isSame ? notes : { ...notes, passed: [] },
    slots: isSame ? [entered] : [left, entered],
    at,
    moveUp,
  };
}

function rowsOf(
  audit: AuditContext,
  {
    found,
    from,
    target,
    ticketTypeId,
    move,
    type,
    notes,
    isOverLimit,
    slots,
    at,
    moveUp,
    nextEnd,
  }: MoveFacts,
): BatchRows {
  const { booking, contactNumber, slotKey, offer } = found;
  const rows: BatchRows = {
    endedOffers: offer === null ? [] : [{ id: offer.id, state: "released", ended_at: at }],
    slotEnds: nextEnd === undefined ? [] : [{ number: slotKey.number, next_end_at: nextEnd }],
    movedBookings: [
      {
        contact_before: contactNumber,
        contact_number: contactNumber,
        slot_starting_before: slotKey.startingAt,
        id: booking.id,
        slot_starting_at: target.startingAt,
        slot_number: target.number,
        interaction_number: target.interactionNumber,
        host_number: target.hostNumber,
        ticket_type_number: type.number,
        booking_status: move.status,
        booked_at: at,
      },
    ],
    events: [
      eventOfMove(found, { from, to: target, ticketTypeId }, audit, at, {
        isSameSlot: isSameSlot(slotKey, target),
        move,
        hasLimitedCapacity: type.isLimited,
        isOverLimit,
        notes,
      }),
    ],
    slots: slots.map((slot) => slotRow(slot.slotKey, slot.seats)),
    typeLimits: rowsOfTaken(target, type, move.seatsTaken),
    freedOfTypes: [
      {
        slot_number: slotKey.number,
        ticket_type_number: found.ticketTypeNumber,
        freed: move.seatsFreed,
      },
    ],
  };
  if (moveUp === null || moveUp.entries.length === 0) return rows;
  // `rowsOfMoveUp` writes the old slot, once, as it is after everybody has moved up.
  const others = slots.filter((slot) => !isSameSlot(slot.slotKey, moveUp.slotKey));
  return joinRows(
    { ...rows, slots: others.map((slot) => slotRow(slot.slotKey, slot.seats)) },
    rowsOfMoveUp(moveUp, audit),
  );
}
