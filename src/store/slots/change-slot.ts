import type { AccountId } from "../../domain/account.ts";
import type { BookingId } from "../../domain/booking.ts";
import { formatInstant } from "../../domain/instant.ts";
import { offsetInMinutes } from "../../domain/local-time.ts";
import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import { freeSeats, type SlotSeats } from "../../domain/seats.ts";
import { changeCatalogueVersion, lockAccount } from "../accounts/accounts.ts";
import { recordAudit, type AuditContext, type Within } from "../accounts/audit.ts";
import { slotEvent } from "../bookings/events.ts";
import { readMoveUp, rowsOfMoveUp } from "../bookings/move-up.ts";
import { writeSeats } from "../bookings/end-seats.ts";
import type { Engine } from "../engine.ts";
import { findSlotKey, nameOfSlot, type KnownSlot, type NamedSlot } from "../write/named-slot.ts";
import { takeNumbers } from "../write/numbers.ts";
import { durationRow, readDuration, storedDuration } from "../write/slot-durations.ts";
import {
  fromHostColumn,
  inLockingOrder,
  lockSlot,
  promotesNow,
  slotNameColumns,
  slotRow,
} from "../write/slot.ts";
import { giveToSlot, readBookingsOfSlot } from "../write/slot-contents.ts";
import { readTypes } from "../write/type-limits.ts";
import { writeRows } from "../write/write-batch.ts";
import { readPassedLimits, type PassedLimit } from "./passed-limits.ts";
import { eventsOfSlotChange } from "./slot-change-events.ts";
import {
  idsAt,
  lockHolders,
  lockLateHolders,
  lockWaiting,
  type RunAgain,
} from "./lock-bookings.ts";

/** A slot that gets another host, start or length. What is left out stays as it is. */
export interface SlotChangeOrder {
  readonly place: NamedSlot;
  readonly to: {
    readonly startingAt?: number | undefined;
    readonly hostId?: string | undefined;
    /** Null: no length. */
    readonly durationInMinutes?: number | null | undefined;
  };
  /** Joins it with a slot that is there already and has bookings. */
  readonly merge: boolean;
  readonly reason: string | null;
  /** Changes nothing, and returns which bookings would move. */
  readonly dryRun: boolean;
}

export interface SlotChanged {
  /** The CONFIRMED and waiting bookings that have another host or start. */
  readonly moved: readonly BookingId[];
  readonly to: NamedSlot;
  /** The limits per contact that the change passes over. */
  readonly passedLimits: readonly PassedLimit[];
}

/** Bookings that one slot change moves, at most: one transaction writes all of them. */
export const changedTogetherMax = 10_000;

/**
 * Gives a slot another host, start or length, in one transaction with all its bookings, waitlist, holds and limits. A slot
 * that is there already and has no live booking is replaced; one that has some is joined on request, within its capacity
 * and where both have the same limits of ticket types. Limits per contact are passed over and named.
 *
 * The account is locked first, so no import writes to these slots meanwhile; then CONFIRMED bookings, both slots in the
 * order of their numbers, and those who wait, as everywhere. The slot's row ends and another one takes its contents: who
 * waited for its lock finds no slot and reads again or is refused.
 */
export async function changeSlot(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  order: SlotChangeOrder,
): Promise<SlotChanged | Refused<SeatRefusal>> {
  for (;;) {
    const changed = await writeSeats(engine, accountId, async (transaction) => {
      if (!order.dryRun) await lockAccount(transaction, engine.locked, accountId);
      return changeIn({ transaction, accountId, audit }, order);
    });
    if (changed !== "run again") return changed;
  }
}

async function changeIn(
  within: Within,
  order: SlotChangeOrder,
): Promise<SlotChanged | Refused<SeatRefusal> | RunAgain> {
  const { transaction, accountId, audit } = within;
  const { place, to } = order;
  const from = await findSlotKey(transaction, accountId, place);
  if (isRefused<SeatRefusal>(from)) return from;
  if (from.number === 0) return { refused: { why: "not-in-catalogue", field: "slot" } };
  const named = {
    ...place,
    startingAt: to.startingAt ?? place.startingAt,
    hostId: to.hostId ?? place.hostId,
  };
  const target = await findSlotKey(transaction, accountId, named);
  if (isRefused<SeatRefusal>(target)) return target;
  for (const { startingAt, timezone } of [from, target]) {
    if (startingAt <= audit.now) {
      return { refused: { why: "slot-has-begun", at: startingAt, timezone, isOfSlot: true } };
    }
  }
  if (target.number === from.number) return changeLengthAlone(within, from, order);
  const locked = await lockBoth(within, from, target);
  if (locked === "run again" || isRefused<SeatRefusal>(locked)) return locked;
  const joins = target.number !== 0 && (await idsAt(within, target, live, 1)).length > 0;
  if (joins && !order.merge) return { refused: { why: "slot-has-bookings" } };
  const refused = joins ? await refuseJoining(within, { from, target }, locked) : null;
  if (refused !== null) return refused;
  const moved = await idsAt(within, from, live, null);
  if (moved.length > changedTogetherMax) {
    const expected = `of a slot with at most ${changedTogetherMax.toLocaleString("en")} bookings`;
    return { refused: { why: "value-malformed", field: "starting_at", expected } };
  }
  const passedLimits = await readPassedLimits(within, from, target);
  if (!order.dryRun) await carryOver(within, { from, target, joins, ...locked }, order);
  return { moved, to: named, passedLimits };
}

const live = ["CONFIRMED", "WAITLIST"] as const;

interface BothSlots {
  readonly from: KnownSlot;
  /** Its number is 0 where there is no such slot yet. */
  readonly target: KnownSlot;
}

interface BothSeats {
  readonly there: SlotSeats;
  /** Null where there is no such slot yet. */
  readonly here: SlotSeats | null;
}

/** Locks what the slot has, and both slots. */
async function lockBoth(
  within: Within,
  from: KnownSlot,
  target: KnownSlot,
): Promise<BothSeats | Refused<SeatRefusal> | RunAgain> {
  const { transaction, accountId, audit } = within;
  const holders = await lockHolders(within, from, changedTogetherMax);
  if (holders === "run again") return holders;
  const seats = new Map<number, SlotSeats>();
  for (const slotKey of [from, target].toSorted(inLockingOrder)) {
    const own =
      slotKey.number === 0 ? null : await lockSlot(transaction, accountId, slotKey, audit.now);
    if (own !== null) seats.set(slotKey.number, own);
  }
  const there = seats.get(from.number);
  // Another change of the slot was first.
  if (there === undefined || (target.number !== 0 && !seats.has(target.number))) return "run again";
  const late = await lockLateHolders(within, from, holders, changedTogetherMax);
  if (late === "run again") return late;
  await lockWaiting(within, from, changedTogetherMax);
  return { there, here: seats.get(target.number) ?? null };
}

/** Both slots together have to keep within the capacity of the one that stays, and to limit types alike. */
async function refuseJoining(
  { transaction, accountId }: Within,
  { from, target }: BothSlots,
  { there, here }: BothSeats,
): Promise<Refused<SeatRefusal> | null> {
  if (here === null) return null;
  if (there.taken > 0 && there.taken > freeSeats(here)) {
    return { refused: { why: "seats-missing", needs: there.taken, free: freeSeats(here) } };
  }
  const [left, entered] = await Promise.all([
    readTypes(transaction, accountId, from),
    readTypes(transaction, accountId, target),
  ]);
  for (const [ticketType, type] of left) {
    const other = entered.get(ticketType);
    if (other?.own !== type.own) return { refused: { why: "type-limits-differ", ticketType } };
    const needs = type.seats?.taken ?? 0;
    const free = other?.seats == null ? needs : freeSeats(other.seats);
    if (needs > free) return { refused: { why: "seats-missing", needs, free, ticketType } };
  }
  return null;
}

interface CarryOver extends BothSlots, BothSeats {
  readonly joins: boolean;
}

/** Writes the slot with its contents under its new name, and lets the waitlist move up where slots were joined. */
async function carryOver(
  within: Within,
  { from, target, joins, there, here }: CarryOver,
  order: SlotChangeOrder,
): Promise<void> {
  const { transaction, accountId, audit } = within;
  const before = await readDuration(transaction, accountId, from);
  const { durationInMinutes: asked } = order.to;
  const kept = joins ? await readDuration(transaction, accountId, target) : before;
  const minutes = asked === undefined ? kept : asked;
  const [number] =
    target.number === 0 ? await takeNumbers(transaction, accountId, 1) : [target.number];
  if (number === undefined) throw new Error("One number was asked for.");
  const slotKey = { ...target, number };
  const seats = joins && here !== null ? sumSeats(here, there) : there;
  const bookings = await readBookingsOfSlot(transaction, accountId, from);
  if (here === null) {
    await writeRows(transaction, accountId, audit.now, {
      newSlots: [
        {
          ...slotNameColumns(slotKey),
          ...slotRow({ number }, seats),
          slot_duration_in_minutes: storedDuration(minutes),
          utc_offset_minutes: offsetInMinutes(slotKey.startingAt, slotKey.timezone),
        },
      ],
    });
  }
  await giveToSlot(transaction, accountId, from, slotKey, { keepsLimits: joins });
  await writeRows(transaction, accountId, audit.now, {
    ...(here !== null && {
      slots: [slotRow({ number }, seats)],
      slotDurations: [durationRow({ number }, minutes)],
    }),
    events: eventsOfSlotChange(bookings, { from, to: slotKey, reason: order.reason }, audit),
    slotEvents: [
      slotEvent("slot-changed", slotKey, seats.capacity, audit, {
        from: { host: fromHostColumn(from.hostId), starting_at: formatInstant(from.startingAt) },
        ...(order.reason !== null && { reason: order.reason }),
      }),
    ],
  });
  await changeCatalogueVersion(transaction, accountId);
  if (joins) await promoteInto(within, slotKey, seats);
  await recordAudit(transaction, audit, "slot changed", accountId, nameOfSlot(order.place), {
    starting_at: [formatInstant(from.startingAt), formatInstant(slotKey.startingAt)],
    ...(from.hostId !== slotKey.hostId && { host: [from.hostId, slotKey.hostId] }),
    ...(before !== minutes && { slot_duration_in_minutes: [before, minutes] }),
    moved: bookings.length,
    ...(joins && { joined: true }),
    ...(order.reason !== null && { reason: order.reason }),
  });
}

function sumSeats(here: SlotSeats, there: SlotSeats): SlotSeats {
  return { ...here, taken: here.taken + there.taken };
}

async function promoteInto(
  { transaction, accountId, audit }: Within,
  slotKey: KnownSlot,
  seats: SlotSeats,
): Promise<void> {
  if (freeSeats(seats) === 0) return;
  if (!(await promotesNow(transaction, accountId, slotKey.interactionNumber))) return;
  const up = await readMoveUp(transaction, accountId, { slotKey, seats }, audit.now, null);
  if (up.entries.length === 0) return;
  await writeRows(transaction, accountId, audit.now, rowsOfMoveUp(up, audit));
}

/** The length alone changes, and no booking moves. */
async function changeLengthAlone(
  { transaction, accountId, audit }: Within,
  slotKey: KnownSlot,
  { place, to, reason, dryRun }: SlotChangeOrder,
): Promise<SlotChanged | Refused<SeatRefusal> | RunAgain> {
  const nothing = { moved: [], to: place, passedLimits: [] };
  const seats = await lockSlot(transaction, accountId, slotKey, audit.now);
  if (seats === null) return "run again";
  const before = await readDuration(transaction, accountId, slotKey);
  const { durationInMinutes: minutes = before } = to;
  if (dryRun || minutes === before) return nothing;
  await writeRows(transaction, accountId, audit.now, {
    slotDurations: [durationRow(slotKey, minutes)],
    slotEvents: [
      slotEvent(
        "slot-changed",
        slotKey,
        seats.capacity,
        audit,
        reason === null ? null : { reason },
      ),
    ],
  });
  await changeCatalogueVersion(transaction, accountId);
  await recordAudit(transaction, audit, "slot changed", accountId, nameOfSlot(place), {
    slot_duration_in_minutes: [before, minutes],
    ...(reason !== null && { reason }),
  });
  return nothing;
}
