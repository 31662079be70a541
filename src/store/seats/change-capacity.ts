import type { AccountId } from "../../domain/account.ts";
import { changeCapacity, freeSeats, type SlotSeats } from "../../domain/seats.ts";
import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import { recordAudit, type AuditContext } from "../accounts/audit.ts";
import type { BatchWriter } from "../write/write-batch.ts";
import type { Engine } from "../engine.ts";
import { findSlotKey, nameOfSlot, type NamedSlot } from "./find-slot-key.ts";
import { lockSlot } from "../bookings/lock-slot.ts";
import { readMoveUp, rowsOfMoveUp } from "../bookings/move-up.ts";
import { promotesNow } from "../bookings/promotes-now.ts";
import { capacityEvents } from "../bookings/slot-event.ts";
import { slotRow } from "../bookings/slot-key.ts";

export interface CapacityOrder {
  readonly place: NamedSlot;
  readonly capacity: number;
  /** Allows a capacity below the taken seats; the history records it. */
  readonly overbook: boolean;
  /** Whether the stored seats are those that the order's author saw. */
  readonly matches?: (before: SlotSeats) => boolean;
}

/** The result of a change of capacity. */
export interface CapacityChange {
  readonly before: SlotSeats;
  readonly after: SlotSeats;
  /** Bookings that took the added seats from the waitlist. */
  readonly promoted: number;
}

/** Changes the capacity of a slot. Added seats go to the waitlist (decision A40). */
export function prepareCapacityChange(engine: Engine, write: BatchWriter) {
  return (
    accountId: AccountId,
    audit: AuditContext,
    { place: named, capacity, overbook, matches }: CapacityOrder,
  ): Promise<CapacityChange | Refused<SeatRefusal>> =>
    engine.write(async (transaction) => {
      const slotKey = await findSlotKey(transaction, accountId, named);
      if (isRefused<SeatRefusal>(slotKey)) return slotKey;
      const before = await lockSlot(transaction, engine.locked, accountId, slotKey);
      if (before === null) return { refused: { why: "not-in-catalogue", field: "slot" } };
      if (matches?.(before) === false) return { refused: { why: "slot-changed" } };
      const after = changeCapacity(before, capacity, overbook);
      if (isRefused<SeatRefusal>(after)) return after;
      if (after.capacity === before.capacity && after.overbookedBy === before.overbookedBy) {
        return { before, after, promoted: 0 };
      }
      const slot = { slotKey, seats: after };
      const moveUp =
        freeSeats(after) > 0 && (await promotesNow(transaction, accountId, slotKey.interactionId))
          ? await readMoveUp(transaction, engine.locked, accountId, slot, audit.now, null)
          : null;
      const rows =
        moveUp === null ? { slots: [slotRow(slotKey, after)] } : rowsOfMoveUp(moveUp, audit);
      const slotEvents = capacityEvents(slotKey, before, after, audit);
      for (const statement of write(accountId, audit.now, { ...rows, slotEvents })) {
        await transaction.executeQuery(statement);
      }
      await recordAudit(transaction, audit, "slot changed", accountId, nameOfSlot(named), {
        capacity: [before.capacity, after.capacity],
        overbooked_by: [before.overbookedBy, after.overbookedBy],
        taken: before.taken,
      });
      return { before, after, promoted: moveUp?.entries.length ?? 0 };
    });
}
