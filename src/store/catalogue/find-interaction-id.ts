import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Tables } from "../tables.ts";

/** Reads the id of a campaign that is known to exist. */
export async function findInteractionId(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  publicKey: string,
): Promise<string> {
  const { id } = await transaction
    .selectFrom("interaction")
    .select("id")
    .where("account_id", "=", accountId)
    .where("public_key", "=", publicKey)
    .executeTakeFirstOrThrow();
  return id;
}
