import type { AccountId, AccountName, Endpoint } from "../../domain/account.ts";
import type { Engine } from "../engine.ts";
import type { Account } from "./account.ts";
import { addAccount } from "./add-account.ts";
import { addApiHost, removeApiHost } from "./api-hosts.ts";
import { raiseDirectoryVersion, recordAudit, type AuditContext } from "./audit.ts";
import { closeAccount } from "./close-account.ts";
import { withCounts } from "./counted-account.ts";
import {
  findAccount,
  findAccountsOfBooking,
  findOwner,
  identifyAccount,
  readAccounts,
  type AccountPage,
} from "./read-accounts.ts";

/** The accounts of the whole installation; only operators reach them. */
export function prepareAccounts(engine: Engine) {
  const { reads } = engine;
  return {
    find: (name: AccountName) => findAccount(reads, name),
    identify: (name: AccountName) => identifyAccount(reads, name),
    list: () => readAccounts(reads, {}),
    page: (page: AccountPage) => readAccounts(reads, page),
    withCounts: (account: Account) => withCounts(reads, account),
    hasHost: async (host: string) => (await findOwner(reads, host)) !== null,
    ofBooking: (bookingId: string) => findAccountsOfBooking(reads, bookingId),
    create: (
      audit: AuditContext,
      name: AccountName,
      apiHosts: readonly string[],
      enabledEndpoints: readonly Endpoint[],
    ) => addAccount(engine, audit, { name, apiHosts, enabledEndpoints }),
    addHost: (audit: AuditContext, id: AccountId, host: string) =>
      addApiHost(engine, audit, id, host),
    removeHost: (audit: AuditContext, id: AccountId, host: string) =>
      removeApiHost(engine, audit, id, host),
    enable: (audit: AuditContext, id: AccountId, endpoint: Endpoint) =>
      enableEndpoint(engine, audit, id, endpoint),
    disable: (audit: AuditContext, id: AccountId, endpoint: Endpoint) =>
      disableEndpoint(engine, audit, id, endpoint),
    close: (audit: AuditContext, id: AccountId, dryRun: boolean) =>
      closeAccount(engine, audit, id, dryRun),
  };
}

/** Enables an endpoint for an account; doing so twice enables it once. */
export function enableEndpoint(
  engine: Engine,
  audit: AuditContext,
  accountId: AccountId,
  endpoint: Endpoint,
): Promise<void> {
  return engine.write(async (transaction) => {
    await transaction
      .insertInto("enabled_endpoint")
      .values({ account_id: accountId, endpoint })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await raiseDirectoryVersion(transaction);
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
    await transaction
      .deleteFrom("enabled_endpoint")
      .where("account_id", "=", accountId)
      .where("endpoint", "=", endpoint)
      .execute();
    await raiseDirectoryVersion(transaction);
    await recordAudit(transaction, audit, "endpoint disabled", accountId, endpoint);
  });
}
