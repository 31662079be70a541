import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { giveBackSeats } from "../../domain/seats.ts";
import type { Engine } from "../engine.ts";
import { lockSlot } from "./lock-slot.ts";
import { readMoveUp, rowsOfMoveUp, type MoveUp } from "./move-up.ts";
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
  /** Who gets the seats that become free. */
  readonly moveUp: MoveUp | null;
}

/**
 * Changes one booking: a batch of one that waits for its booking, and for its slot where seats become
 * free. Those who wait move up into these in the same transaction, where the campaign wants that.
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
  ): Promise<Alone<R>> {
    const batch = await read(transaction, accountId, [order], "booking");
    const decision = decideBatch([{ order, decide }], batch, true);
    const found = batch.standing.get(order.bookingId);
    const change = decision.changes[0]?.change;
    if (found === undefined || change === undefined || change.seatsFreed === 0) {
      return { decision, found, moveUp: null };
    }
    const { place, promotes } = found;
    const seats = await lockSlot(transaction, engine.locked, accountId, place);
    if (seats === null) throw new Error("A booking's slot is missing.");
    const slot = { place, seats: giveBackSeats(seats, change.seatsFreed) };
    // Nobody moves up before the seat is free.
    const at = Math.max(order.now, change.bookedAt);
    const moveUp = promotes
      ? await readMoveUp(transaction, engine.locked, accountId, slot, at)
      : null;
    return { decision, found: { ...found, seats }, moveUp };
  }

  return <R>(
    accountId: AccountId,
    order: BookingChangeOrder,
    decide: BookingDecision<R>,
  ): Promise<BookingChangeAnswer<R>> =>
    writes(
      accountId,
      order.now,
      (transaction) => look(transaction, accountId, order, decide),
      ({ decision, found, moveUp }) => {
        const standing = new Map(found && [[order.bookingId, found]]);
        const change = rowsOfBatch(decision, standing);
        return { answer: answerOf(decision), change: withMoveUp(change, moveUp, order) };
      },
    );
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
  if (change === null || moveUp === null) return change;
  const audit = { actor, now, ...(requestId !== null && { requestId }) };
  // The slot is left as it is when everybody has moved up.
  const rows = joinRows({ ...change.rows, slots: [] }, rowsOfMoveUp(moveUp, audit));
  return { ...change, rows };
}
