import { randomInt } from "node:crypto";
import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Tables } from "../tables.ts";

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
