import type { AccountId } from "../../domain/account.ts";
import type { BookingId } from "../../domain/booking.ts";
import type { HostOverlap } from "../../domain/host-overlap.ts";
import { formatInstant } from "../../domain/instant.ts";
import { offsetInMinutes } from "../../domain/local-time.ts";
import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import type { SlotSeats, SlotState } from "../../domain/seats.ts";
import { changeCatalogueVersion, lockAccount } from "../accounts/accounts.ts";
import { recordAudit, type AuditContext, type Within } from "../accounts/audit.ts";
import { slotEvent } from "../bookings/events.ts";
import { letMoveUp } from "../bookings/move-up.ts";
import { writeSeats } from "../bookings/end-seats.ts";
import type { Engine } from "../engine.ts";
import { findSlotKey, nameOfSlot, type KnownSlot, type NamedSlot } from "../write/named-slot.ts";
import { takeNumbers } from "../write/numbers.ts";
import { durationRow, readDuration, storedDuration } from "../write/slot-durations.ts";
import {
  fromHostColumn,
  closingRow,
  inLockingOrder,
  lockSlot,
  slotNameColumns,
  slotRow,
  toHostColumn,
} from "../write/slot.ts";
import { giveToSlot, readBookingsOfSlot } from "../write/slot-contents.ts";
import { runUntilLocked, type RunAgain } from "../write/run-again.ts";
import { writeRows } from "../write/write-batch.ts";
import { findOverlap } from "./find-overlap.ts";
import { refuseJoining, type BothSeats, type BothSlots } from "./join-slots.ts";
import { readPassedLimits, type PassedLimit } from "./passed-limits.ts";
import { eventsOfSlotChange } from "./slot-change-events.ts";
import { idsAt, lockHolders, lockLateHolders, lockWaiting } from "./lock-bookings.ts";

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
  /** The public keys of the campaigns that the operator may see; null: all. */
  readonly amongCampaigns: readonly string[] | null;
}

export interface SlotChanged {
  /** The CONFIRMED and waiting bookings that have another host or start. */
  readonly moved: readonly BookingId[];
  readonly to: NamedSlot;
  /** The limits per contact that the change passes over. */
  readonly passedLimits: readonly PassedLimit[];
  /** The first time at which the host would have two slots, one of them this one. */
  readonly overlap: HostOverlap | null;
}

/** Bookings that one slot change moves, at most: one transaction writes all of them. */
export const changedTogetherMax = 10_000;

/**
 * Gives a slot another host, start or length, in one transaction with all its bookings, waitlist, holds and limits. A slot
 * that is there already and has no live booking is replaced; one that has some is joined on request, within its capacity
 * and where both have the same limits of ticket types. Limits per contact are passed over and named.
 *
 * The account is locked first, so that no import writes to these slots meanwhile, then the bookings and the slots in the
 * order of `load.ts`. The slot's row ends and another one takes its contents: a transaction that waited for its lock finds
 * no slot, and reads again or is refused.
 */
export async function changeSlot(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  order: SlotChangeOrder,
): Promise<SlotChanged | Refused<SeatRefusal>> {
  return runUntilLocked(() =>
    writeSeats(engine, accountId, async (transaction) => {
      if (!order.dryRun) await lockAccount(transaction, engine.locked, accountId);
      return changeIn({ transaction, accountId, audit }, order);
    }),
  );
}

async function changeIn(
  within: Within,
  order: SlotChangeOrder,
): Promise<SlotChanged | Refused<SeatRefusal> | RunAgain> {
  const { transaction, accountId, audit } = within;
  const { place, to } = order;
  // Its number is 0 where the account has no such slot.
  const from = await findSlotKey(transaction, accountId, place);
  if (isRefused<SeatRefusal>(from)) return from;
  if (from.number === 0) return { refused: { why: "not-in-catalogue", field: "slot" } };
  const newPlace = {
    ...place,
    startingAt: to.startingAt ?? place.startingAt,
    hostId: to.hostId ?? place.hostId,
  };
  const target = await findSlotKey(transaction, accountId, newPlace);
  if (isRefused<SeatRefusal>(target)) return target;
  const begun = [from, target].find(({ startingAt }) => startingAt <= audit.now);
  if (begun !== undefined) {
    const { startingAt: at, timezone } = begun;
    return { refused: { why: "slot-has-begun", at, timezone, isOfSlot: true } };
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
  const lengths = await readLengths(within, { from, target, joins }, order);
  const { there, here } = locked;
  const seats = joins && here !== null ? { ...here, taken: here.taken + there.taken } : there;
  const { closedAt } = there;
  // A slot that others join is open.
  const after = { minutes: lengths.minutes, closedAt: joins ? null : closedAt };
  const overlap = await overlapAt(within, target, after, order);
  const isNew = here === null;
  const change = { from, target, joins, seats, closedAt, isNew, ...lengths };
  if (!order.dryRun) await carryOver(within, change, order);
  return { moved, to: newPlace, passedLimits, overlap };
}

const live = ["CONFIRMED", "WAITLIST"] as const;

/** Locks the CONFIRMED bookings of the slot, both slots, and the waitlist of the slot. */
async function lockBoth(
  within: Within,
  from: KnownSlot,
  target: KnownSlot,
): Promise<BothSeats | Refused<SeatRefusal> | RunAgain> {
  const { transaction, accountId, audit } = within;
  const holders = await lockHolders(within, from, changedTogetherMax);
  if (holders === "run again") return holders;
  const seats = new Map<number, SlotState>();
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

/** In minutes; null for no length. */
interface Lengths {
  readonly before: number | null;
  /** After the change. */
  readonly minutes: number | null;
}

/** The lengths before and after. A slot that joins another one gets the other one's length, unless the order has one. */
async function readLengths(
  { transaction, accountId }: Within,
  { from, target, joins }: BothSlots & Pick<CarryOver, "joins">,
  { to: { durationInMinutes: asked } }: SlotChangeOrder,
): Promise<Lengths> {
  const before = await readDuration(transaction, accountId, from);
  const kept = joins ? await readDuration(transaction, accountId, target) : before;
  return { before, minutes: asked === undefined ? kept : asked };
}

/** Finds a slot that the host would have at the same time. A closed one needs no host. */
async function overlapAt(
  { transaction, accountId, audit }: Within,
  slotKey: KnownSlot,
  { minutes, closedAt }: Pick<Lengths, "minutes"> & Pick<SlotState, "closedAt">,
  { place: { publicKey, ...left }, amongCampaigns }: SlotChangeOrder,
): Promise<HostOverlap | null> {
  if (closedAt !== null) return null;
  return await findOverlap(transaction, accountId, {
    slots: [{ ...slotKey, publicKey, minutes }],
    left: { ...left, publicKey, hostId: toHostColumn(left.hostId) },
    now: audit.now,
    amongCampaigns,
  });
}

interface CarryOver extends BothSlots, Lengths {
  readonly joins: boolean;
  /** The seats of the slot after the change. */
  readonly seats: SlotSeats;
  /** When the slot that changes was closed; null where it is open. */
  readonly closedAt: number | null;
  /** Whether the target does not exist yet. */
  readonly isNew: boolean;
}

/** Writes the slot with its contents under its new name, and lets the waitlist move up where slots were joined. */
async function carryOver(
  within: Within,
  { from, target, joins, seats, closedAt, isNew, before, minutes }: CarryOver,
  order: SlotChangeOrder,
): Promise<void> {
  const { transaction, accountId, audit } = within;
  const number = target.number === 0 ? await takeNumbers(transaction, accountId, 1) : target.number;
  const slotKey = { ...target, number };
  const bookings = await readBookingsOfSlot(transaction, accountId, from);
  if (isNew) {
    await writeRows(transaction, accountId, audit.now, {
      newSlots: [
        {
          ...slotNameColumns(slotKey),
          ...slotRow({ number }, seats),
          slot_duration_in_minutes: storedDuration(minutes),
          utc_offset_minutes: offsetInMinutes(slotKey.startingAt, slotKey.timezone),
          closed_at: closedAt,
        },
      ],
    });
  }
  await giveToSlot(within, { from, to: slotKey, keepsLimits: joins });
  await writeRows(transaction, accountId, audit.now, {
    ...(!isNew && {
      slots: [slotRow({ number }, seats)],
      slotClosings: joins ? [] : [closingRow({ number }, closedAt)],
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
  if (joins) await letMoveUp(within, { slotKey, seats });
  await recordAudit(transaction, audit, "slot changed", accountId, nameOfSlot(order.place), {
    starting_at: [formatInstant(from.startingAt), formatInstant(slotKey.startingAt)],
    ...(from.hostId !== slotKey.hostId && { host: [from.hostId, slotKey.hostId] }),
    ...(before !== minutes && { slot_duration_in_minutes: [before, minutes] }),
    moved: bookings.length,
    ...(joins && { joined: true }),
    ...(order.reason !== null && { reason: order.reason }),
  });
}

/** The length alone changes, and no booking moves. */
async function changeLengthAlone(
  within: Within,
  slotKey: KnownSlot,
  order: SlotChangeOrder,
): Promise<SlotChanged | Refused<SeatRefusal> | RunAgain> {
  const { transaction, accountId, audit } = within;
  const { place, to, reason, dryRun } = order;
  const seats = await lockSlot(transaction, accountId, slotKey, audit.now);
  if (seats === null) return "run again";
  const before = await readDuration(transaction, accountId, slotKey);
  const { durationInMinutes: minutes = before } = to;
  const overlap = await overlapAt(within, slotKey, { ...seats, minutes }, order);
  const answer = { moved: [], to: place, passedLimits: [], overlap };
  if (dryRun || minutes === before) return answer;
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
  return answer;
}
