import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";

/**
 * Serialises imports, erasures and the changes of an account's catalogue and slots: each sees what the one before it
 * wrote. A transaction takes this lock before all others.
 */
export async function lockAccount(
  transaction: Kysely<Tables>,
  locked: Engine["locked"],
  accountId: AccountId,
): Promise<void> {
  await locked(
    transaction.selectFrom("account").select("id").where("id", "=", accountId),
    "account",
  ).executeTakeFirstOrThrow();
}
