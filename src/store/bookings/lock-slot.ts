import type { Kysely } from "kysely";
import type { SlotSeats } from "../../domain/seats.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { slotConditions, type SlotKey } from "./slot-key.ts";

/**
 * Locks a slot until the transaction ends, and reads its seats; null when there is no such slot. A
 * transaction that gives or takes seats, or reads the waitlist, does this first, so changes of one slot run
 * one after the other.
 */
export async function lockSlot(
  transaction: Kysely<Tables>,
  locked: Engine["locked"],
  accountId: number,
  slotKey: SlotKey,
): Promise<SlotSeats | null> {
  const row = await locked(
    transaction
      .selectFrom("slot")
      .select(["capacity", "taken", "overbooked_by"])
      .where((where) => where.and(slotConditions(accountId, slotKey))),
    "slot",
  ).executeTakeFirst();
  return row === undefined
    ? null
    : { capacity: row.capacity, taken: row.taken, overbookedBy: row.overbooked_by };
}
