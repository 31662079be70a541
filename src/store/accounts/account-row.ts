import { randomInt } from "node:crypto";
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

/** The largest range of `randomInt`; catalogues change far less often. */
const versions = 2 ** 48 - 1;

/**
 * Changes the version of the account's catalogue, so that every process reads it again. It runs in the
 * transaction that changes the catalogue, so that readers see both or neither.
 */
export async function changeCatalogueVersion(
  transaction: Kysely<Tables>,
  accountId: AccountId,
): Promise<void> {
  await transaction
    .updateTable("account")
    .set({ catalogue_version: randomInt(1, versions) })
    .where("id", "=", accountId)
    .execute();
}
