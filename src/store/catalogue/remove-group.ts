import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Tables } from "../tables.ts";
import type { RemovalRefusal, WentAlong } from "./removal.ts";

/** Removes a group without campaigns, or returns a refusal. */
export async function removeGroup(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  uniqueKey: string,
): Promise<RemovalRefusal | WentAlong> {
  const campaign = await transaction
    .selectFrom("interaction")
    .select("id")
    .where("account_id", "=", accountId)
    .where("group_unique_key", "=", uniqueKey)
    .limit(1)
    .executeTakeFirst();
  if (campaign !== undefined) return { why: "in-use", by: "campaign" };
  await transaction
    .deleteFrom("group")
    .where("account_id", "=", accountId)
    .where("unique_key", "=", uniqueKey)
    .execute();
  return {};
}
