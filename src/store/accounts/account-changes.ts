import type { Kysely } from "kysely";
import type { AccountId, AccountName, Endpoint } from "../../domain/account.ts";
import { limitReached } from "../../domain/account-limits.ts";
import type { AccountRefusal, Refused } from "../../domain/refusal.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { findOwner, identifyAccount, readAccounts } from "./accounts.ts";
import { recordAudit, type AuditContext } from "./audit.ts";
import { keepAccountId, keepDirectory, raiseDirectoryVersion } from "./directory.ts";

/** Adds an account with its hosts and endpoints. Returns null, or the refusal. */
export function addAccount(
  engine: Engine,
  audit: AuditContext,
  name: AccountName,
  apiHosts: readonly string[],
  enabledEndpoints: readonly Endpoint[],
): Promise<Refused<AccountRefusal> | null> {
  const { "API hosts": most } = engine.limits;
  if (apiHosts.length > most) return Promise.resolve(limitReached("API hosts", most));
  return engine.write(async (transaction) => {
    await keepDirectory(transaction, engine.locked);
    if ((await identifyAccount(transaction, name)) !== null) {
      return { refused: { why: "account-exists", account: name } };
    }
    for (const host of apiHosts) {
      const owner = await findOwner(transaction, host);
      if (owner !== null) return { refused: { why: "host-taken", host, owner: owner.name } };
    }
    const accountId = await nextAccountId(transaction);
    await transaction
      .insertInto("account")
      .values({ id: accountId, ...name, created_at: audit.now })
      .execute();
    await transaction
      .insertInto("api_host")
      .values(apiHosts.map((host, index) => ({ host, account_id: accountId, position: index + 1 })))
      .execute();
    if (enabledEndpoints.length > 0) {
      await transaction
        .insertInto("enabled_endpoint")
        .values(enabledEndpoints.map((endpoint) => ({ account_id: accountId, endpoint })))
        .execute();
    }
    await raiseDirectoryVersion(transaction, accountId);
    await recordAudit(transaction, audit, "account created", accountId, "account", {
      api_hosts: apiHosts,
      enabled_endpoints: enabledEndpoints,
    });
    return null;
  });
}

/** An id that no account ever had: caches, logs and requests that are late may still name a deleted one. */
async function nextAccountId(transaction: Kysely<Tables>): Promise<AccountId> {
  const { last_account_id: last } = await transaction
    .selectFrom("directory")
    .select("last_account_id")
    .executeTakeFirstOrThrow();
  const id = (last + 1) as AccountId;
  await keepAccountId(transaction, id);
  return id;
}

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
    // The directory is locked, so nobody adds a host meanwhile.
    const { last, count } = await transaction
      .selectFrom("api_host")
      .select((select) => [select.fn.max("position").as("last"), select.fn.countAll().as("count")])
      .where("account_id", "=", accountId)
      .executeTakeFirstOrThrow();
    const { "API hosts": most } = engine.limits;
    if (Number(count) >= most) return limitReached("API hosts", most);
    await transaction
      .insertInto("api_host")
      .values({ host, account_id: accountId, position: (last ?? 0) + 1 })
      .execute();
    await raiseDirectoryVersion(transaction, accountId);
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
    await raiseDirectoryVersion(transaction, accountId);
    await recordAudit(transaction, audit, "host removed", accountId, host);
    return true;
  });
}

/** Enables an endpoint for an account; doing so twice enables it once. */
export function enableEndpoint(
  engine: Engine,
  audit: AuditContext,
  accountId: AccountId,
  endpoint: Endpoint,
): Promise<void> {
  return engine.write(async (transaction) => {
    const { numInsertedOrUpdatedRows = 0n } = await transaction
      .insertInto("enabled_endpoint")
      .values({ account_id: accountId, endpoint })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows > 0n) await raiseDirectoryVersion(transaction, accountId);
    await recordAudit(transaction, audit, "endpoint enabled", accountId, endpoint);
  });
}

export function disableEndpoint(
  engine: Engine,
  audit: AuditContext,
  accountId: AccountId,
  endpoint: Endpoint,
): Promise<void> {
  return engine.write(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom("enabled_endpoint")
      .where("account_id", "=", accountId)
      .where("endpoint", "=", endpoint)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await raiseDirectoryVersion(transaction, accountId);
    await recordAudit(transaction, audit, "endpoint disabled", accountId, endpoint);
  });
}

/** What a closing removes or revokes: API hosts, endpoints, and the clients that were live. */
export interface AccountClosing {
  readonly apiHosts: readonly string[];
  readonly disabledEndpoints: readonly string[];
  readonly revokedClients: readonly string[];
}

/**
 * Removes every way for callers to reach the account, in one transaction. Its data stays. `dryRun`
 * changes nothing.
 */
export function closeAccount(
  engine: Engine,
  audit: AuditContext,
  accountId: AccountId,
  dryRun: boolean,
): Promise<AccountClosing> {
  return engine.write(async (transaction) => {
    await keepDirectory(transaction, engine.locked);
    const [account] = await readAccounts(transaction, { ids: [accountId] });
    const clients = await transaction
      .selectFrom("credential")
      .select("client_id")
      .where("account_id", "=", accountId)
      .where("revoked_at", "is", null)
      .orderBy("client_id")
      .execute();
    const closing = {
      apiHosts: account?.apiHosts ?? [],
      disabledEndpoints: account?.enabledEndpoints ?? [],
      revokedClients: clients.map(({ client_id }) => client_id),
    };
    // A closed account is closed again without a second record.
    if (dryRun || Object.values(closing).every((taken) => taken.length === 0)) return closing;
    await transaction.deleteFrom("api_host").where("account_id", "=", accountId).execute();
    await transaction.deleteFrom("enabled_endpoint").where("account_id", "=", accountId).execute();
    // A deletion that had begun ended when the account was opened again.
    await transaction
      .updateTable("account")
      .set({ deletion: null })
      .where("id", "=", accountId)
      .execute();
    await transaction
      .updateTable("credential")
      .set({ revoked_at: audit.now })
      .where("account_id", "=", accountId)
      .where("revoked_at", "is", null)
      .execute();
    await raiseDirectoryVersion(transaction, accountId);
    await recordAudit(transaction, audit, "account closed", accountId, "account", {
      api_hosts: closing.apiHosts,
      disabled_endpoints: closing.disabledEndpoints,
      revoked_clients: closing.revokedClients,
    });
    return closing;
  });
}
