import { carriedForward } from "../../domain/clock.ts";
import type { KeptStart } from "../../domain/catalogue/kept-clock.ts";
import { recordAudit, type AuditContext } from "../accounts/audit.ts";
import { changeCatalogueVersion } from "../accounts/accounts.ts";
import { placeInHistory, slotEvent } from "../bookings/events.ts";
import { numberedBy } from "../keys.ts";
import { chunksOf } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { movedRow } from "../write/batch-rows.ts";
import { writeRows } from "../write/write-batch.ts";
import { ChangedMeanwhile, type ImportTransaction } from "./import-target.ts";

/** Slots whose bookings are read and written at a time. */
const slotsAtOnce = 200;

/** Later than any start: two slots of one host that move by an hour must not meet on their way. */
const parkingMs = 4_000_000_000_000_000;

/**
 * Writes the starts of slots after their campaign's zone has changed, and takes along all of their bookings. Seats, statuses
 * and places in line stay, so nobody is passed. CONFIRMED and waiting bookings get a `moved` event, whose number the key of
 * `booking_event` refuses where an entry of a waitlist has changed meanwhile. The others are locked: before the slots, or,
 * where one was made or left the waitlist after that, without waiting (step 14 of `load-portion.ts`).
 */
export async function writeStarts(
  within: ImportTransaction,
  audit: AuditContext,
  interactionId: string,
  kept: readonly KeptStart[],
): Promise<void> {
  const { transaction, accountId } = within;
  const moving = kept.filter(({ startingAt, before }) => startingAt !== before);
  const numbers = moving.map(({ number }) => number);
  for (const some of chunksOf(numbers, slotsAtOnce)) await lockBookingsIn(within, some);
  const capacities = new Map<number, number>();
  const inOrder = kept.map(({ number }) => number).toSorted(ascending);
  for (const some of chunksOf(inOrder, slotsAtOnce)) {
    for (const row of await lockKeptSlots(within, some)) capacities.set(row.number, row.capacity);
  }
  for (const some of chunksOf(numbers, slotsAtOnce)) await refuseNewBookings(within, some);
  const rowOf = ({ number, startingAt, offsetMinutes }: KeptStart) => ({
    number,
    starting_at: startingAt,
    utc_offset_minutes: offsetMinutes,
  });
  const parked = moving.map((each) => ({ ...each, startingAt: each.startingAt + parkingMs }));
  await writeRows(transaction, accountId, audit.now, { slotStarts: parked.map(rowOf) });
  const first = kept.reduce((least, { startingAt }) => Math.min(least, startingAt), Infinity);
  await writeRows(transaction, accountId, audit.now, {
    slotStarts: kept.map(rowOf),
    reminderLooks: [{ interaction_id: interactionId, starting_at: first }],
  });
  let bookings = 0;
  for (const some of chunksOf(moving, slotsAtOnce)) {
    bookings += await moveBookings(within, audit, some);
    await writeRows(transaction, accountId, audit.now, {
      slotEvents: some.flatMap((slot) => {
        const { activityId, hostId, before, startingAt, number } = slot;
        const name = { interactionId, activityId, hostId };
        return [
          // A copy of the slots knows a slot by its start: nobody books the former one any more.
          slotEvent("capacity-changed", { ...name, startingAt: before }, 0, audit),
          slotEvent("slot-changed", { ...name, startingAt }, capacities.get(number) ?? 0, audit),
        ];
      }),
    });
  }
  if (moving.length === 0) return;
  await changeCatalogueVersion(transaction, accountId);
  await recordAudit(transaction, audit, "slots moved", accountId, "campaign", {
    interaction: interactionId,
    zone_change: "keep_wall_clock",
    slots: moving.length,
    bookings,
  });
}

const ascending = (one: number, other: number) => one - other;

/** The bookings of slots that are locked before a slot is; an entry of a waitlist is locked after its slot. */
function notWaiting({ transaction, accountId }: ImportTransaction, slots: readonly number[]) {
  return transaction
    .selectFrom("booking")
    .select("id")
    .where("account_id", "=", accountId)
    .where("slot_number", "in", slots)
    .where("booking_status", "!=", "WAITLIST");
}

function lockBookingsIn(within: ImportTransaction, slots: readonly number[]) {
  const inOrder = notWaiting(within, slots).orderBy("id");
  return within.engine.locked(inOrder, "booking").execute();
}

/** Whoever has locked a late booking may wait for its slot, so this transaction does not wait for the booking. */
async function refuseNewBookings(within: ImportTransaction, slots: readonly number[]) {
  const all = notWaiting(within, slots);
  const locked = await within.engine.lockedIfFree(all, ["booking"]).execute();
  if (locked.length < (await all.execute()).length) throw new ChangedMeanwhile();
}

function lockKeptSlots(
  { transaction, accountId, engine }: ImportTransaction,
  numbers: readonly number[],
) {
  const slots = transaction
    .selectFrom("slot")
    .select(["number", "capacity"])
    .where("account_id", "=", accountId)
    .where("number", "in", numbers)
    .orderBy("number");
  return engine.locked(slots, "slot").execute();
}

/** Moves the bookings of slots with them, and returns how many have an event of it. */
async function moveBookings(
  { transaction, accountId }: ImportTransaction,
  audit: AuditContext,
  slots: readonly KeptStart[],
): Promise<number> {
  const bySlot = new Map(slots.map((slot) => [slot.number, slot]));
  const rows = await transaction
    .selectFrom("booking")
    .innerJoin("ticket_type", numberedBy("ticket_type", "booking"))
    .selectAll("booking")
    .select(["ticket_type.id as ticket_type_id", "ticket_type.has_limited_capacity"])
    .select((select) =>
      select
        .selectFrom("booking_event")
        .select((of) => of.fn.max<number>("booking_event.number").as("last"))
        .where("booking_event.account_id", "=", accountId)
        .whereRef("booking_event.booking_id", "=", "booking.id")
        .as("last_event"),
    )
    .where("booking.account_id", "=", accountId)
    .where("booking.slot_number", "in", [...bySlot.keys()])
    .execute();
  const moved = rows.flatMap((row) => {
    const slot = bySlot.get(row.slot_number);
    return slot === undefined ? [] : [{ row, slot }];
  });
  const live = moved.filter(({ row }) => row.booking_status !== "CANCELLED");
  await writeRows(transaction, accountId, audit.now, {
    movedBookings: moved.map(({ row, slot }) =>
      movedRow(row, { slot_starting_at: slot.startingAt }),
    ),
    events: live.map(({ row, slot }) => eventOfNewStart(row, slot, audit)),
  });
  return live.length;
}

type MovedBooking = Tables["booking"] & {
  readonly ticket_type_id: string;
  readonly has_limited_capacity: number;
  readonly last_event: number | null;
};

/** Makes the history event of a booking whose slot begins at another instant: its seats and its place in line stay. */
function eventOfNewStart(booking: MovedBooking, slot: KeptStart, audit: AuditContext) {
  const { booking_status: status, booked_at: bookedAt, ticket_type_id: ticketTypeId } = booking;
  const details = {
    booking_status: [status, status],
    from: placeInHistory({ ...slot, startingAt: slot.before }, ticketTypeId),
    to: placeInHistory(slot, ticketTypeId),
    has_limited_capacity: booking.has_limited_capacity === 1,
    seats_freed: 0,
    seats_taken: 0,
    // The invariant `nobody-overtaken` reads this detail.
    same_slot: true,
  };
  return {
    booking_id: booking.id,
    number: (booking.last_event ?? 0) + 1,
    kind: "moved" as const,
    booking_status: status,
    at: bookedAt,
    recorded_at: carriedForward(audit.now, bookedAt),
    actor: audit.actor,
    request_id: audit.requestId ?? null,
    details: JSON.stringify(details),
  };
}
