import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";

/**
 * Whether the campaign promotes automatically. The switch to automatic fills every slot that has a waitlist,
 * under the slot's lock, and again after its commit those whose waitlist began meanwhile. A transaction that
 * asks after it has locked a slot therefore misses no switch.
 */
export async function promotesNow(
  transaction: Kysely<Tables>,
  accountId: number,
  interactionId: string,
): Promise<boolean> {
  const row = await transaction
    .selectFrom("interaction")
    .select("waitlist_promotion")
    .where("account_id", "=", accountId)
    .where("id", "=", interactionId)
    .executeTakeFirst();
  return row?.waitlist_promotion === "automatic";
}
