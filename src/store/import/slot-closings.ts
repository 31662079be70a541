import { isClosedNow, type SettledSlot } from "../../domain/import/settle-slots.ts";
import type { AuditContext } from "../accounts/audit.ts";
import { slotEvent } from "../bookings/events.ts";
import { closingRow, type SlotKey, type SlotName } from "../write/slot.ts";

type KnownSlot = Pick<SettledSlot, "before" | "after" | "isClosed"> & {
  readonly key: SlotKey & SlotName;
};

/** Closes and opens the known slots of an import. The change of a capacity tells that a slot is open. */
export function rowsOfClosings(known: readonly KnownSlot[], audit: AuditContext) {
  const changed = known.filter(({ before, isClosed }) => isClosed !== isClosedNow(before));
  return {
    slotEvents: changed.flatMap(({ after: { capacity }, isClosed, key }) =>
      capacity > 0
        ? []
        : [slotEvent(isClosed ? "slot-closed" : "slot-changed", key, capacity, audit)],
    ),
    slotClosings: changed.map(({ isClosed, key }) => closingRow(key, isClosed ? audit.now : null)),
  };
}
