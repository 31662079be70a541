import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { liveTickets, type BookingChange } from "../../domain/booking.ts";
import { giveBackSeats } from "../../domain/seats.ts";
import type { Engine } from "../engine.ts";
import { lockSlot } from "./lock-slot.ts";
import { readMoveUp, rowsOfMoveUp, type ChangedEntry, type MoveUp } from "./move-up.ts";
import { promotesNow } from "./promotes-now.ts";
import { isSameSlot, type SlotPlace } from "./slot-place.ts";
import type { Tables } from "../tables.ts";
import { joinRows } from "./batch-rows.ts";
import type { BookingChangeAnswer, BookingChangeOrder, BookingDecision } from "./change-order.ts";
import { decideBatch, type BatchDecision } from "./decide-batch.ts";
import type { LockedBooking, readBatch } from "./read-batch.ts";
import type { BookingWrites, DecidedChange } from "./resolve-commit.ts";
import { rowsOfBatch } from "./rows-of-batch.ts";

/** A decided batch of one, with what its change means for the slot. */
interface Alone<R> {
  readonly decision: BatchDecision<R>;
  readonly found: LockedBooking | undefined;
  /** The entries that take the seats which are free afterwards. */
  readonly moveUp: MoveUp | null;
}

/** The transaction took its locks in the wrong order: an entry of a waitlist needs the slot's lock first. */
interface LockOtherwise {
  /** The slot to lock before the booking; null to lock the booking first. */
  readonly lockFirst: SlotPlace | null;
}

/**
 * Changes one booking: a batch of one that waits for the booking's lock, and for the slot's lock where seats
 * become free. Where the campaign promotes automatically, the waitlist moves up in the same transaction.
 *
 * A CONFIRMED booking is locked before its slot. An entry of an automatic waitlist is locked after its slot,
 * in the order that `promote` and every admission use, so no two transactions wait for each other in a
 * circle. Its change may let the next entry move up even though it frees no seat (B60). The right order is
 * known only after the booking was read: a transaction that began with the wrong order writes nothing and
 * runs again.
 */
export function changeAlone(
  engine: Engine,
  read: ReturnType<typeof readBatch>,
  writes: BookingWrites,
) {
  async function look<R>(
    transaction: Kysely<Tables>,
    accountId: AccountId,
    order: BookingChangeOrder,
    decide: BookingDecision<R>,
    queue: SlotPlace | null,
  ): Promise<Alone<R> | LockOtherwise> {
    const { locked } = engine;
    const queueSeats = queue && (await lockSlot(transaction, locked, accountId, queue));
    const batch = await read(transaction, accountId, [order], queue ? "waitlist" : "booking");
    const found = batch.standing.get(order.bookingId);
    if (queue !== null && !waitsAt(found, queue)) return { lockFirst: null };
    const decision = decideBatch([{ order, decide }], batch, true);
    const change = decision.changes[0]?.change;
    if (found === undefined || change === undefined) return { decision, found, moveUp: null };
    const { place, booking } = found;
    if (queue === null && found.promotes && booking.status === "WAITLIST") {
      return { lockFirst: place };
    }
    if (queue === null && change.seatsFreed === 0) return { decision, found, moveUp: null };
    // The campaign may have been switched to automatic while this transaction waited for the slot.
    const [seats, promotes] = await Promise.all([
      queueSeats ?? lockSlot(transaction, locked, accountId, place),
      found.promotes || promotesNow(transaction, accountId, place.interactionId),
    ]);
    if (seats === null) throw new Error("A booking's slot is missing.");
    const slot = { place, seats: giveBackSeats(seats, change.seatsFreed) };
    // An entry moves up no earlier than the seat became free.
    const at = Math.max(order.now, change.bookedAt);
    const changed = queue === null ? null : entryAfter(found, change);
    const moveUp = promotes
      ? await readMoveUp(transaction, locked, accountId, slot, at, changed)
      : null;
    return { decision, found: { ...found, seats }, moveUp };
  }

  return async <R>(
    accountId: AccountId,
    order: BookingChangeOrder,
    decide: BookingDecision<R>,
  ): Promise<BookingChangeAnswer<R>> => {
    let queue: SlotPlace | null = null;
    for (;;) {
      const lockedFirst: SlotPlace | null = queue;
      const answer: BookingChangeAnswer<R> | LockOtherwise = await writes<
        Alone<R> | LockOtherwise,
        BookingChangeAnswer<R> | LockOtherwise
      >(
        accountId,
        order.now,
        (transaction) => look(transaction, accountId, order, decide, lockedFirst),
        (seen) => {
          if ("lockFirst" in seen) return { answer: seen, change: null };
          const { decision, found, moveUp } = seen;
          const standing = new Map(found && [[order.bookingId, found]]);
          const change = rowsOfBatch(decision, standing);
          return { answer: answerOf(decision), change: withMoveUp(change, moveUp, order) };
        },
      );
      if (!("lockFirst" in answer)) return answer;
      queue = answer.lockFirst;
    }
  };
}

/** Whether the booking was locked as an entry of this slot's waitlist. */
function waitsAt(found: LockedBooking | undefined, queue: SlotPlace): found is LockedBooking {
  return found?.booking.status === "WAITLIST" && isSameSlot(found.place, queue);
}

/** The entry as the change leaves it: how many seats it still waits for. */
function entryAfter({ booking }: LockedBooking, change: BookingChange): ChangedEntry {
  const left = liveTickets(booking).length - change.cancelledTickets.length;
  return { id: booking.id, needs: change.status === "WAITLIST" ? left : 0 };
}

/** The statement waited for the booking's lock, so a missing booking does not exist. */
function answerOf<R>({ answers: [answer] }: BatchDecision<R>): BookingChangeAnswer<R> {
  return answer === undefined || answer === "alone"
    ? { refused: { why: "unknown-booking" } }
    : answer;
}

function withMoveUp(
  change: DecidedChange | null,
  moveUp: MoveUp | null,
  { actor, now, requestId }: BookingChangeOrder,
): DecidedChange | null {
  if (change === null || moveUp === null || moveUp.entries.length === 0) return change;
  const audit = { actor, now, ...(requestId !== null && { requestId }) };
  // `rowsOfMoveUp` writes the slot, once, as it is after everybody has moved up.
  const rows = joinRows({ ...change.rows, slots: [] }, rowsOfMoveUp(moveUp, audit));
  return { ...change, rows };
}
