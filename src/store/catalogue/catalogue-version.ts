import { randomInt } from "node:crypto";
import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Tables } from "../tables.ts";

/** Beyond what `randomInt` can draw, and far more than catalogues ever change. */
const versions = 2 ** 48 - 1;

/**
 * Tells every running process that the account's catalogue has changed. Belongs into the transaction
 * that changes it, so that nobody sees the one without the other.
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
