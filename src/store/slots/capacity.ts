import type { AccountId } from "../../domain/account.ts";
import { changeCapacity, closedWith, freeSeats, type SlotSeats } from "../../domain/seats.ts";
import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import { recordAudit, type AuditContext, type Within } from "../accounts/audit.ts";
import type { TypeCapacities } from "../../domain/data-file/seat-values.ts";
import { readTypes, type TypeInSlot } from "../write/type-limits.ts";
import { decideLimits } from "./slot-limits.ts";
import { durationRow, readDuration } from "../write/slot-durations.ts";
import { writeRows } from "../write/write-batch.ts";
import type { Engine } from "../engine.ts";
import { writeSeats } from "../bookings/end-seats.ts";
import { findSlotKey, nameOfSlot, type KnownSlot, type NamedSlot } from "../write/named-slot.ts";
import { closingRow, lockSlot, movesUpNow, slotRow } from "../write/slot.ts";
import { lockMoveUp, rowsOfMoveUp } from "../bookings/move-up.ts";
import { capacityEvents, slotEvent } from "../bookings/events.ts";
import type { HostOverlap } from "../../domain/host-overlap.ts";
import { changeCatalogueVersion, lockAccount } from "../accounts/accounts.ts";
import { findOverlap } from "./find-overlap.ts";

export interface CapacityOrder {
  readonly place: NamedSlot;
  readonly capacity: number;
  /** Null: no length; undefined: as it is. */
  readonly durationInMinutes?: number | null | undefined;
  /** The limits that the slot says for single ticket types; null: none at all; undefined: as they are. */
  readonly limits?: TypeCapacities | null | undefined;
  /** Allows a capacity, or a limit, below the taken seats; the history records it. */
  readonly overbook: boolean;
  /** The public keys of the campaigns that the operator may see; null: all. */
  readonly amongCampaigns: readonly string[] | null;
  /** Whether the stored slot is the one that the order's author saw. */
  readonly matches?: (
    before: SlotSeats,
    durationInMinutes: number | null,
    types: ReadonlyMap<string, TypeInSlot>,
  ) => boolean;
}

/** The result of a change of capacity. */
export interface CapacityChange {
  readonly before: SlotSeats;
  readonly after: SlotSeats;
  /** Bookings that took the added seats from the waitlist. */
  readonly promoted: number;
  /** The first time at which the host would have two slots, where this one is longer or open again. */
  readonly overlap: HostOverlap | null;
}

/** Changes the capacity of a slot. Added seats go to the waitlist (decision A40). */
export function changeSlotCapacity(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  order: CapacityOrder,
): Promise<CapacityChange | Refused<SeatRefusal>> {
  return writeSeats(engine, accountId, async (transaction) => {
    const isOfAccount = order.durationInMinutes !== undefined || order.limits !== undefined;
    if (isOfAccount) await lockAccount(transaction, engine.locked, accountId);
    return changeIn({ transaction, accountId, audit }, order);
  });
}

async function changeIn(
  within: Within,
  order: CapacityOrder,
): Promise<CapacityChange | Refused<SeatRefusal>> {
  const { transaction, accountId, audit } = within;
  const { place: named, capacity, durationInMinutes, limits, overbook, matches } = order;
  const slotKey = await findSlotKey(transaction, accountId, named);
  if (isRefused<SeatRefusal>(slotKey)) return slotKey;
  const before = await lockSlot(transaction, accountId, slotKey, audit.now);
  if (before === null) return { refused: { why: "not-in-catalogue", field: "slot" } };
  const minutes = await readDuration(transaction, accountId, slotKey);
  const types = await readTypes(transaction, accountId, slotKey);
  if (matches?.(before, minutes, types) === false) return { refused: { why: "slot-changed" } };
  const after = changeCapacity(before, capacity, overbook);
  if (isRefused<SeatRefusal>(after)) return after;
  const limiting =
    limits === undefined
      ? { typeLimits: [], changed: {} }
      : await decideLimits(transaction, accountId, {
          slotKey,
          types,
          limits,
          overbook,
          now: audit.now,
        });
  if (isRefused<SeatRefusal>(limiting)) return limiting;
  const { typeLimits, changed } = limiting;
  const isAsLimited = typeLimits.length === 0;
  const minutesAfter = durationInMinutes === undefined ? minutes : durationInMinutes;
  const isAsLong = minutesAfter === minutes;
  if (
    isAsLong &&
    isAsLimited &&
    after.capacity === before.capacity &&
    after.overbookedBy === before.overbookedBy
  ) {
    return { before, after, promoted: 0, overlap: null };
  }
  const closedAt = closedWith(capacity, before.closedAt);
  const slotClosings = closedAt === before.closedAt ? [] : [closingRow(slotKey, closedAt)];
  // Who moves up is read within the new limits, in an open slot.
  await writeRows(transaction, accountId, audit.now, { typeLimits, slotClosings });
  const slot = { slotKey, seats: after, freesNone: after.capacity <= before.capacity };
  const moveUp =
    freeSeats(after) > 0 && (await movesUpNow(transaction, accountId, slotKey.interactionNumber))
      ? await lockMoveUp(transaction, accountId, slot, audit.now, null)
      : null;
  const rows = moveUp === null ? { slots: [slotRow(slotKey, after)] } : rowsOfMoveUp(moveUp, audit);
  const slotEvents = [
    ...capacityEvents(slotKey, { before, after }, audit),
    ...(isAsLong && isAsLimited ? [] : [slotEvent("slot-changed", slotKey, capacity, audit)]),
  ];
  const slotDurations = isAsLong ? [] : [durationRow(slotKey, minutesAfter)];
  await writeRows(transaction, accountId, audit.now, { ...rows, slotEvents, slotDurations });
  if (!isAsLong) await changeCatalogueVersion(transaction, accountId);
  await recordAudit(transaction, audit, "slot changed", accountId, nameOfSlot(named), {
    capacity: [before.capacity, after.capacity],
    overbooked_by: [before.overbookedBy, after.overbookedBy],
    taken: before.taken,
    ...(!isAsLong && { slot_duration_in_minutes: [minutes, minutesAfter] }),
    ...(!isAsLimited && { ticket_types: changed }),
  });
  const isOpened = before.closedAt !== null;
  const isAsked = closedAt === null && (!isAsLong || isOpened);
  const overlap = await (isAsked ? overlapOf(within, slotKey, minutesAfter, order) : null);
  return { before, after, promoted: moveUp?.entries.length ?? 0, overlap };
}

function overlapOf(
  { transaction, accountId, audit }: Within,
  slotKey: KnownSlot,
  minutes: number | null,
  { place: { publicKey }, amongCampaigns }: CapacityOrder,
): Promise<HostOverlap | null> {
  const slots = [{ ...slotKey, publicKey, minutes }];
  return findOverlap(transaction, accountId, { slots, now: audit.now, amongCampaigns });
}
