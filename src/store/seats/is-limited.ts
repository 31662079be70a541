import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { SlotKey } from "../bookings/slot-key.ts";
import type { Tables } from "../tables.ts";

/** Whether the activity's ticket type has a limited capacity; null when there is no such type. */
export async function isLimited(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  slotKey: SlotKey,
  ticketTypeId: string,
): Promise<boolean | null> {
  const row = await transaction
    .selectFrom("ticket_type")
    .select("has_limited_capacity")
    .where("account_id", "=", accountId)
    .where("interaction_id", "=", slotKey.interactionId)
    .where("activity_id", "=", slotKey.activityId)
    .where("id", "=", ticketTypeId)
    .executeTakeFirst();
  return row === undefined ? null : row.has_limited_capacity === 1;
}
