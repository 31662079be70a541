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

/** A batch of one, decided, with what its change leaves of the slot. */
interface Alone<R> {
  readonly decision: BatchDecision<R>;
  readonly found: LockedBooking | undefined;
  /** Who gets the seats that are free afterwards. */
  readonly moveUp: MoveUp | null;
}

/** The locks were taken in the wrong order: the slot comes first for an entry of its queue. */
interface LockOtherwise {
  /** The slot to lock before the booking; null to lock the booking first. */
  readonly lockFirst: SlotPlace | null;
}

/**
 * Changes one booking: a batch of one that waits for its booking, and for its slot where seats become
 * free. Those who wait move up into these in the same transaction, where the campaign wants that.
 *
 * A CONFIRMED booking is locked before its slot. An entry of a waitlist that moves up by itself is
 * locked after its slot, as `promote` and whoever fills the slot do it, so that nobody waits in a
 * circle. Its change may let the next one in line move up, even though it frees no seat (B60). Which
 * order is right is known once the booking was read: a transaction that began with the other one
 * writes nothing and is run again.
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
    // The campaign may have been switched to automatic while the slot was waited for.
    const [seats, promotes] = await Promise.all([
      queueSeats ?? lockSlot(transaction, locked, accountId, place),
      found.promotes || promotesNow(transaction, accountId, place.interactionId),
    ]);
    if (seats === null) throw new Error("A booking's slot is missing.");
    const slot = { place, seats: giveBackSeats(seats, change.seatsFreed) };
    // Nobody moves up before the seat is free.
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

/** Whether the booking is locked as an entry of this slot's waitlist. */
function waitsAt(found: LockedBooking | undefined, queue: SlotPlace): found is LockedBooking {
  return found?.booking.status === "WAITLIST" && isSameSlot(found.place, queue);
}

/** What the change leaves of an entry of the waitlist. */
function entryAfter({ booking }: LockedBooking, change: BookingChange): ChangedEntry {
  const left = liveTickets(booking).length - change.cancelledTickets.length;
  return { id: booking.id, needs: change.status === "WAITLIST" ? left : 0 };
}

/** A booking that was waited for and is not there does not exist. */
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
  // The slot is written once, as it is when everybody has moved up.
  const rows = joinRows({ ...change.rows, slots: [] }, rowsOfMoveUp(moveUp, audit));
  return { ...change, rows };
}
