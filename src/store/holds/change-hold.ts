import type { AccountId } from "../../domain/account.ts";
import { refuseBooking } from "../../domain/booking-window.ts";
import { timesOfHold } from "../../domain/hold.ts";
import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import { giveBackSeats, type SlotSeats } from "../../domain/seats.ts";
import type { AuditContext, Within } from "../accounts/audit.ts";
import { readHeld, rowsOfEnded, type Held } from "../bookings/held.ts";
import { lockMoveUp, rowsOfMoveUp } from "../bookings/move-up.ts";
import { runBookingTransaction } from "../bookings/transaction.ts";
import type { Engine } from "../engine.ts";
import { joinRows, type BatchRows } from "../write/batch-rows.ts";
import { nextEndAt } from "../write/held-seats.ts";
import { lockSlot, movesUpNow, slotRow, type SlotKey } from "../write/slot.ts";
import { readTypes } from "../write/type-limits.ts";

type Answer = Refused<SeatRefusal> | { readonly changed: boolean };

export interface ExtendOrder {
  readonly holdId: string;
  /** From now. */
  readonly seconds: number;
}

/** Gives a live hold another end. It obeys the clock as a new hold does. */
export function extendHold(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  { holdId, seconds }: ExtendOrder,
): Promise<Answer> {
  return change(engine, accountId, audit, holdId, async ({ transaction }, held) => {
    const { slotKey, state, madeAt, ticketTypeId } = held;
    if (state !== "live") return { refused: { why: "hold-ended", state } };
    const type = (await readTypes(transaction, accountId, slotKey)).get(ticketTypeId);
    if (type === undefined) throw new Error("A hold's ticket type is missing.");
    const byClock = refuseBooking(type.window, audit.now);
    if (byClock !== null) return { refused: byClock };
    const { askedUntil, expiresAt } = timesOfHold({ madeAt, now: audit.now, seconds }, type.window);
    const others = await nextEndAt(transaction, accountId, slotKey, holdId);
    const next = Math.min(expiresAt, others ?? expiresAt);
    return {
      extendedHolds: [{ id: holdId, asked_until: askedUntil, expires_at: expiresAt }],
      slotEnds: [{ number: slotKey.number, next_end_at: next }],
    };
  });
}

/**
 * Gives the seats of a hold back, and lets the waitlist move up. A hold that has ended otherwise is as it was asked for;
 * one that was booked is not.
 */
export function releaseHold(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  holdId: string,
): Promise<Answer> {
  return change(engine, accountId, audit, holdId, async (within, held, seats) => {
    const { state } = held;
    if (state === "booked") return { refused: { why: "hold-ended", state } };
    return state === "live" ? release(within, held, seats) : null;
  });
}

async function release(
  { transaction, accountId, audit }: Within,
  held: Held,
  seats: SlotSeats,
): Promise<BatchRows> {
  const { slotKey, ticketTypeId, seats: freed } = held;
  const [rows, movesUp] = await Promise.all([
    rowsOfEnded(transaction, accountId, held, { state: "released", now: audit.now }),
    movesUpNow(transaction, accountId, slotKey.interactionNumber),
  ]);
  if (freed === 0) return rows;
  const after = giveBackSeats(seats, freed);
  const slot = { slotKey, seats: after, unwritten: new Map([[ticketTypeId, -freed]]) };
  const up = movesUp ? await lockMoveUp(transaction, accountId, slot, audit.now, null) : null;
  if (up === null || up.entries.length === 0) return { ...rows, slots: [slotRow(slotKey, after)] };
  const upRows = rowsOfMoveUp(up, audit);
  // A slot's row is written once.
  return joinRows((upRows.slotEnds ?? []).length === 0 ? rows : { ...rows, slotEnds: [] }, upRows);
}

/** What a change of a hold writes, under the lock of its slot; no rows where it is as it was asked for. */
interface Changed {
  readonly slotKey: SlotKey;
  readonly rows: BatchRows | null;
}

/** Changes a hold under the lock of its slot. */
function change(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  holdId: string,
  decide: (
    within: Within,
    held: Held,
    seats: SlotSeats,
  ) => Promise<BatchRows | Refused<SeatRefusal> | null>,
): Promise<Answer> {
  return runBookingTransaction<Changed | Refused<SeatRefusal>, Answer>(
    engine,
    accountId,
    audit.now,
    async (transaction) => {
      let held = await readHeld(transaction, accountId, holdId, audit.now);
      let seats: SlotSeats | null = null;
      // The slot may get another start, or give its holds to another slot, while this transaction waits for its lock.
      while (held !== null && seats === null) {
        seats = await lockSlot(transaction, accountId, held.slotKey, audit.now);
        held = await readHeld(transaction, accountId, holdId, audit.now);
      }
      if (held === null || seats === null) return { refused: { why: "unknown-hold" } };
      const { slotKey } = held;
      const rows = await decide({ transaction, accountId, audit }, held, seats);
      return rows !== null && isRefused<SeatRefusal>(rows) ? rows : { slotKey, rows };
    },
    (changed) => {
      if (isRefused<SeatRefusal>(changed)) return { answer: changed, change: null };
      const { slotKey, rows } = changed;
      if (rows === null) return { answer: { changed: false }, change: null };
      return { answer: { changed: true }, change: { rows, bookingId: null, holds: { slotKey } } };
    },
    audit.once,
  );
}
