import { randomUUID } from "node:crypto";
import type { SlotSeats } from "../../domain/seats.ts";
import type { AuditContext } from "../accounts/audit.ts";
import { slotKeyColumns, type SlotKey } from "./slot-key.ts";

/** Makes the feed's event of a changed capacity: one row, or none when the capacity is the same. */
export function capacityEvents(
  slotKey: SlotKey,
  before: SlotSeats,
  { capacity }: SlotSeats,
  audit: AuditContext,
) {
  if (capacity === before.capacity) return [];
  return [
    {
      id: randomUUID(),
      ...slotKeyColumns(slotKey),
      capacity,
      recorded_at: audit.now,
      actor: audit.actor,
      request_id: audit.requestId ?? null,
    },
  ];
}
