import type { AccountId } from "../../domain/account.ts";
import type { BookingId } from "../../domain/booking.ts";
import { changeCapacity, giveBackSeats, type SlotSeats } from "../../domain/seats.ts";
import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import { recordAudit, type AuditContext, type Within } from "../accounts/audit.ts";
import { closingRow, confirmedIdsOf, lockSlot, slotConditions, slotRow } from "../write/slot.ts";
import { runUntilLocked, type RunAgain } from "../write/run-again.ts";
import type { LoadedBooking } from "../write/load.ts";
import { hasMore, idsAt, lockHolders, lockLateHolders, lockWaiting } from "./lock-bookings.ts";
import { seatsFreedBy } from "../bookings/offers.ts";
import { cancelLocked } from "../bookings/cancel-locked.ts";
import { capacityEvents, slotEvent } from "../bookings/events.ts";
import { writeRows } from "../write/write-batch.ts";
import type { Engine } from "../engine.ts";
import { endSeats, everyEnd, writeSeats } from "../bookings/end-seats.ts";
import { findSlotKey, nameOfSlot, type KnownSlot, type NamedSlot } from "../write/named-slot.ts";

export interface ClosingOrder {
  readonly place: NamedSlot;
  /** The reason that each booking's history keeps; null for none. */
  readonly reason: string | null;
  /** Changes nothing, and returns which bookings would be cancelled. */
  readonly dryRun: boolean;
  /** Also cancels bookings whose attendees have checked in. */
  readonly evenIfCheckedIn: boolean;
}

/** The bookings that a closing cancels, or would cancel in a dry run. */
export interface Closing {
  readonly cancelled: readonly BookingId[];
}

/**
 * Bookings that one transaction cancels, at most. A caller's cancel of this slot may wait as long as that
 * transaction runs.
 */
export const closedPerTransaction = 2_000;

/** The cancelled bookings of one transaction; `more` means that bookings are left for another one. */
interface Portion extends Closing {
  readonly more: boolean;
}

/**
 * Closes a slot: sets its capacity to 0, cancels its bookings, regardless of the cancel cut-off, and keeps that it is
 * closed, so that nobody books it until it has seats again.
 *
 * One transaction cancels up to `closedPerTransaction` bookings, so for a slot of no more the closing takes
 * effect at one instant. The bookings beyond follow in further transactions. From the first one on nobody books it;
 * what an import brings between two of them is cancelled too. A closing that ends in between leaves a closed slot, whose
 * other bookings are unchanged and whose histories are true; closing it again cancels the rest.
 */
export async function closeSlot(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  order: ClosingOrder,
): Promise<Closing | Refused<SeatRefusal>> {
  const cancelled: BookingId[] = [];
  let isFirst = true;
  for (;;) {
    await audit.askAgain?.();
    const portion = await runUntilLocked(() =>
      writeSeats(engine, accountId, (transaction) =>
        closePortion({ transaction, accountId, audit }, order, isFirst),
      ),
    );
    if (isRefused<SeatRefusal>(portion)) return afterCancelling(cancelled.length, portion);
    cancelled.push(...portion.cancelled);
    if (!portion.more) return { cancelled };
    isFirst = false;
  }
}

/** Somebody may check in after the first of several transactions, whose cancels stay. */
function afterCancelling(
  cancelled: number,
  { refused }: Refused<SeatRefusal>,
): Refused<SeatRefusal> {
  return { refused: refused.why === "attendees-checked-in" ? { ...refused, cancelled } : refused };
}

async function closePortion(
  within: Within,
  order: ClosingOrder,
  isFirst: boolean,
): Promise<Portion | Refused<SeatRefusal> | RunAgain> {
  const { transaction, accountId, audit } = within;
  const slotKey = await findSlotKey(transaction, accountId, order.place);
  if (isRefused<SeatRefusal>(slotKey)) return slotKey;
  if (order.dryRun) return preview(within, slotKey, order);
  // In the order of `load.ts`, in which several bookings are locked by their ids: the account's lock is not needed.
  const holders = await lockHolders(within, slotKey, closedPerTransaction);
  if (holders === "run again") return holders;
  const seats = await lockSlot(transaction, accountId, slotKey, audit.now);
  if (seats === null) return { refused: { why: "not-in-catalogue", field: "slot" } };
  const late = await lockLateHolders(within, slotKey, holders, closedPerTransaction);
  if (late === "run again") return late;
  const refused = await refuseCheckedIn(within, slotKey, order);
  if (refused !== null) return refused;
  const ending = { slotNumber: slotKey.number, now: audit.now, endsBy: everyEnd };
  const { ended, after: held } = await endSeats(within, seats, ending);
  const confirmed = [...holders, ...late];
  const waiting = await lockWaiting(within, slotKey, closedPerTransaction - confirmed.length);
  const all = [...confirmed, ...waiting];
  const more = await hasMore(within, slotKey, all);
  if (isFirst || all.length > 0) {
    // The feed has a closing once, however many transactions it takes, and nothing of one that changes nothing.
    const isAnnounced = isFirst && (seats.closedAt === null || all.length > 0);
    const announcement = { isAnnounced, reason: order.reason };
    const slot = { slotKey, seats: held, closedAt: seats.closedAt };
    const after = await cancelAll(within, slot, all, announcement);
    // The last transaction records the request under its idempotency key: until then, a repetition goes on.
    const { once: _, ...withoutKey } = audit;
    const own = more ? withoutKey : audit;
    await recordAudit(transaction, own, "slot closed", accountId, nameOfSlot(order.place), {
      capacity: [seats.capacity, after.capacity],
      overbooked_by: [seats.overbookedBy, after.overbookedBy],
      taken: [seats.taken, after.taken],
      cancelled: all.length,
      ...(ended > 0 && { holds_ended: ended }),
      ...(order.reason !== null && { reason: order.reason }),
    });
  }
  return { cancelled: all.map(({ booking }) => booking.id), more };
}

/** Cancels locked bookings, and writes the slot as closed, with its freed seats and without capacity. */
async function cancelAll(
  { transaction, accountId, audit }: Within,
  {
    slotKey,
    seats,
    closedAt,
  }: {
    readonly slotKey: KnownSlot;
    readonly seats: SlotSeats;
    readonly closedAt: number | null;
  },
  all: readonly LoadedBooking[],
  { isAnnounced, reason }: { readonly isAnnounced: boolean; readonly reason: string | null },
): Promise<SlotSeats> {
  const locked = all.map((found) => ({ ...found, seats }));
  const { rows: ofCancels, cancelled } = cancelLocked(locked, audit, {
    because: "slot-closed",
    reason,
  });
  const freed = cancelled.reduce((sum, found) => sum + seatsFreedBy(found, found.change), 0);
  // Seats of bookings beyond this portion count as overbooked until those are cancelled too.
  const after = changeCapacity(giveBackSeats(seats, freed), 0, true);
  if (isRefused<SeatRefusal>(after)) throw new Error("Overbooking is allowed here.");
  const rows = {
    ...ofCancels,
    slotEvents: [
      ...capacityEvents(slotKey, { before: seats, after }, audit),
      ...(isAnnounced
        ? [slotEvent("slot-closed", slotKey, 0, audit, reason === null ? null : { reason })]
        : []),
    ],
    slots: [slotRow(slotKey, after)],
    slotClosings: closedAt === null ? [closingRow(slotKey, audit.now)] : [],
  };
  await writeRows(transaction, accountId, audit.now, rows);
  return after;
}

/** Reads which bookings a closing would cancel now. */
async function preview(
  within: Within,
  slotKey: KnownSlot,
  order: ClosingOrder,
): Promise<Portion | Refused<SeatRefusal>> {
  const { transaction, accountId } = within;
  const slot = await transaction
    .selectFrom("slot")
    .select("starting_at")
    .where((where) => where.and(slotConditions(accountId, slotKey)))
    .executeTakeFirst();
  if (slot === undefined) return { refused: { why: "not-in-catalogue", field: "slot" } };
  const refused = await refuseCheckedIn(within, slotKey, order);
  if (refused !== null) return refused;
  const cancelled = await idsAt(within, slotKey, ["CONFIRMED", "WAITLIST"], null);
  return { cancelled, more: false };
}

async function refuseCheckedIn(
  { transaction, accountId }: Within,
  slotKey: KnownSlot,
  { evenIfCheckedIn }: ClosingOrder,
): Promise<Refused<SeatRefusal> | null> {
  if (evenIfCheckedIn) return null;
  const { tickets } = await transaction
    .selectFrom("ticket")
    .select((select) => select.fn.countAll<number>().as("tickets"))
    .where("account_id", "=", accountId)
    .where("attendee_checked_in_at", "is not", null)
    .where("cancelled_at", "is", null)
    .where("booking_id", "in", confirmedIdsOf(transaction, accountId, slotKey))
    .executeTakeFirstOrThrow();
  return tickets === 0 ? null : { refused: { why: "attendees-checked-in", tickets, cancelled: 0 } };
}
