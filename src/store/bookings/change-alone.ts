import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { liveTickets, type BookingChange } from "../../domain/booking.ts";
import { giveBackSeats, type SlotSeats } from "../../domain/seats.ts";
import type { Engine } from "../engine.ts";
import { lockSlot, movesUpNow, isSameSlot, type SlotKey } from "../write/slot.ts";
import { lockMoveUp, rowsOfMoveUp, type ChangedEntry, type MoveUp } from "./move-up.ts";
import type { Tables } from "../tables.ts";
import { joinRows } from "../write/batch-rows.ts";
import { nextEndAfter, offerFreed, seatsFreedBy } from "./offers.ts";
import {
  type BookingChangeAnswer,
  type BookingChangeOrder,
  type BookingRule,
  decideBatch,
  type BatchDecision,
  type BatchItem,
  rowsOfBatch,
} from "./decide-batch.ts";
import { loadBookings, type LoadedBooking } from "../write/load.ts";
import { runBookingTransaction, type DecidedChange } from "./transaction.ts";

/** A decided batch of one, with the entries of the waitlist that its change promotes. */
interface Alone<R> {
  readonly decision: BatchDecision<R>;
  readonly found: LoadedBooking | undefined;
  /** The entries that take the seats which are free afterwards. */
  readonly moveUp: MoveUp | null;
  /** When the first of the slot's holds ends, where the change ends an offer. */
  readonly nextEnd?: number | null | undefined;
}

/**
 * Changes one booking: a batch of one that waits for the booking's lock, and for the slot's lock where seats
 * become free. Where the campaign promotes automatically, the waitlist moves up in the same transaction.
 *
 * A CONFIRMED booking is locked before its slot. An entry of an automatic waitlist, or one with a live offer, is locked
 * after its slot, as by what lets entries move up, so no two transactions wait for each other in a circle. Its
 * change may let the next entry move up even though it frees no seat (B60). Any other entry is locked without its slot.
 */
export function changeAlone<R>(
  engine: Engine,
  accountId: AccountId,
  order: BookingChangeOrder,
  rule: BookingRule<R>,
): Promise<BookingChangeAnswer<R>> {
  return inLockOrder((slotLockedFirst) =>
    runBookingTransaction<Alone<R> | WrongLockOrder, BookingChangeAnswer<R> | WrongLockOrder>(
      engine,
      accountId,
      order.now,
      (transaction) => decideAlone(transaction, accountId, { order, rule }, slotLockedFirst),
      (decided) => {
        if ("lockFirst" in decided) return { answer: decided, change: null };
        const { decision, found } = decided;
        const standing = new Map(found && [[order.bookingId, found]]);
        const change = rowsOfBatch(decision, standing);
        return { answer: answerOf(decision), change: joinMoveUp(change, decided, order) };
      },
      order.once,
    ),
  );
}

/** Locks the booking, after its slot where `slotLockedFirst` names it, and asks the rule. */
async function decideAlone<R>(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  item: BatchItem<R>,
  slotLockedFirst: SlotKey | null,
): Promise<Alone<R> | WrongLockOrder> {
  const { order } = item;
  const seats =
    slotLockedFirst && (await lockSlot(transaction, accountId, slotLockedFirst, order.now));
  const locking = slotLockedFirst ? "waitlist" : "booking";
  const batch = await loadBookings(transaction, accountId, [order], locking);
  const found = batch.standing.get(order.bookingId);
  if (slotLockedFirst !== null && !waitsAt(found, slotLockedFirst)) return { lockFirst: null };
  const decision = decideBatch([item], batch, true);
  const change = decision.changes[0]?.change;
  if (found === undefined || change === undefined) return { decision, found, moveUp: null };
  if (slotLockedFirst === null) {
    const isInLine = found.movesUp || found.offer?.isLive === true;
    if (isInLine && found.booking.status === "WAITLIST") return { lockFirst: found.slotKey };
    if (change.seatsFreed === 0) return { decision, found, moveUp: null };
  }
  const changed = slotLockedFirst === null ? null : entryAfter(found, change);
  const slotChange = { order, change, changed, found, seats, decision };
  return withMoveUp(transaction, accountId, slotChange);
}

/** A decided change that concerns the seats or the waitlist of its slot. */
interface SlotChange<R> {
  readonly order: BookingChangeOrder;
  readonly change: BookingChange;
  readonly decision: BatchDecision<R>;
  readonly found: LoadedBooking;
  /** The entry as the change leaves it; null for a booking that does not wait. */
  readonly changed: ChangedEntry | null;
  /** Null when the slot is not locked yet. */
  readonly seats: SlotSeats | null;
}

/** Locks the slot where it is not locked yet, and the entries that move up into the freed seats. */
async function withMoveUp<R>(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  { order, change, changed, found, seats: lockedSeats, decision }: SlotChange<R>,
): Promise<Alone<R>> {
  const { slotKey } = found;
  // The campaign may have been switched to automatic while this transaction waited for the slot.
  const [seats, movesUp] = await Promise.all([
    lockedSeats ?? lockSlot(transaction, accountId, slotKey, order.now),
    found.movesUp || movesUpNow(transaction, accountId, slotKey.interactionNumber),
  ]);
  if (seats === null) throw new Error("A booking's slot is missing.");
  const seatsFreed = seatsFreedBy(found, change);
  const endedOffer = found.offer !== null && offerFreed(found, change) > 0 ? found.offer.id : null;
  const slot = {
    slotKey,
    seats: giveBackSeats(seats, seatsFreed),
    unwritten: new Map([[found.ticketTypeId, -seatsFreed]]),
    endedOffer: change.status === "WAITLIST" ? null : endedOffer,
    freesNone: seatsFreed === 0,
  };
  // An entry moves up no earlier than the seat became free.
  const at = Math.max(order.now, change.bookedAt);
  const moveUp = movesUp ? await lockMoveUp(transaction, accountId, slot, at, changed) : null;
  const nextEnd = await nextEndAfter(transaction, accountId, { ...slot, moveUp });
  return { decision, found: { ...found, seats }, moveUp, nextEnd };
}

/** Whether the booking was locked as an entry of this slot's waitlist. */
function waitsAt(found: LoadedBooking | undefined, queue: SlotKey): found is LoadedBooking {
  return found?.booking.status === "WAITLIST" && isSameSlot(found.slotKey, queue);
}

/** The entry as the change leaves it: how many seats it still waits for. */
function entryAfter({ booking }: LoadedBooking, change: BookingChange): ChangedEntry {
  const left = liveTickets(booking).length - change.cancelledTickets.length;
  return { id: booking.id, needs: change.status === "WAITLIST" ? left : 0 };
}

/** A booking without an answer is unknown, because the read has waited for the booking's lock. */
function answerOf<R>({ answers: [answer] }: BatchDecision<R>): BookingChangeAnswer<R> {
  return answer === undefined || answer === "alone"
    ? { refused: { why: "unknown-booking" } }
    : answer;
}

function joinMoveUp(
  decided: DecidedChange | null,
  { found, moveUp, nextEnd }: Pick<Alone<unknown>, "found" | "moveUp" | "nextEnd">,
  { actor, now, requestId }: BookingChangeOrder,
): DecidedChange | null {
  if (decided === null) return null;
  const ends = found !== undefined && nextEnd !== undefined;
  const slotEnds = ends ? [{ number: found.slotKey.number, next_end_at: nextEnd }] : [];
  const change = { ...decided, rows: { ...decided.rows, slotEnds } };
  if (moveUp === null || moveUp.entries.length === 0) return change;
  const audit = { actor, now, ...(requestId !== null && { requestId }) };
  // `rowsOfMoveUp` writes the slot, once, as it is after everybody has moved up.
  const rows = joinRows({ ...change.rows, slots: [] }, rowsOfMoveUp(moveUp, audit));
  return { ...change, rows };
}

/**
 * The result of a transaction that took its locks in the wrong order and therefore writes nothing: where it locks both, an
 * entry of a waitlist is locked after its slot, and every other booking before it.
 */
export interface WrongLockOrder {
  /** The slot to lock before the booking; null to lock the booking first. */
  readonly lockFirst: SlotKey | null;
}

/**
 * Runs a transaction that locks the booking first. The right order is known only after the booking was read:
 * where the transaction asks for another order, it runs again in that one.
 */
export async function inLockOrder<T extends object>(
  attempt: (slotLockedFirst: SlotKey | null) => Promise<T | WrongLockOrder>,
): Promise<T> {
  let slotLockedFirst: SlotKey | null = null;
  for (;;) {
    const result: T | WrongLockOrder = await attempt(slotLockedFirst);
    if (!("lockFirst" in result)) return result;
    slotLockedFirst = result.lockFirst;
  }
}
