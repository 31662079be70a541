import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { AccountRefusal, Refused } from "../../domain/refusal.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { raiseDirectoryVersion, recordAudit, type AuditContext } from "./audit.ts";
import { keepDirectory } from "./directory.ts";
import { findOwner } from "./read-accounts.ts";

/** Gives the account an API host. Returns null, also when the account has it already, or the refusal. */
export function addApiHost(
  engine: Engine,
  audit: AuditContext,
  accountId: AccountId,
  host: string,
): Promise<Refused<AccountRefusal> | null> {
  return engine.write(async (transaction) => {
    await keepDirectory(transaction, engine.locked);
    const owner = await findOwner(transaction, host);
    if (owner?.id === accountId) return null;
    if (owner !== null) return { refused: { why: "host-taken", host, owner: owner.name } };
    await insertLast(transaction, accountId, host);
    await raiseDirectoryVersion(transaction);
    await recordAudit(transaction, audit, "host added", accountId, host);
    return null;
  });
}

/** Removes an API host. Returns false when the account does not have it. */
export function removeApiHost(
  engine: Engine,
  audit: AuditContext,
  accountId: AccountId,
  host: string,
): Promise<boolean> {
  return engine.write(async (transaction) => {
    await keepDirectory(transaction, engine.locked);
    const { numDeletedRows } = await transaction
      .deleteFrom("api_host")
      .where("account_id", "=", accountId)
      .where("host", "=", host)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await raiseDirectoryVersion(transaction);
    await recordAudit(transaction, audit, "host removed", accountId, host);
    return true;
  });
}

async function insertLast(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  host: string,
): Promise<void> {
  // The directory is locked, so nobody adds a host meanwhile.
  const { last } = await transaction
    .selectFrom("api_host")
    .select((select) => select.fn.max("position").as("last"))
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto("api_host")
    .values({ host, account_id: accountId, position: (last ?? 0) + 1 })
    .execute();
}
