import type { Kysely } from "kysely";
import type { AccountId, AccountName, Endpoint } from "../../domain/account.ts";
import type { AccountRefusal, Refused } from "../../domain/refusal.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { raiseDirectoryVersion, recordAudit, type AuditContext } from "./audit.ts";
import { keepDirectory } from "./directory.ts";
import { findOwner, identifyAccount } from "./read-accounts.ts";

/** The account to add. */
export interface NewAccount {
  readonly name: AccountName;
  readonly apiHosts: readonly string[];
  readonly enabledEndpoints: readonly Endpoint[];
}

/** Adds an account with its hosts and endpoints. Returns null, or the refusal. */
export function addAccount(
  engine: Engine,
  audit: AuditContext,
  account: NewAccount,
): Promise<Refused<AccountRefusal> | null> {
  return engine.write(async (transaction) => {
    await keepDirectory(transaction, engine.locked);
    const refused = await refuseAccount(transaction, account);
    if (refused !== null) return refused;
    const accountId = await nextAccountId(transaction);
    await insertAccount(transaction, accountId, audit.now, account);
    await raiseDirectoryVersion(transaction);
    await recordAudit(transaction, audit, "account created", accountId, "account", {
      api_hosts: account.apiHosts,
      enabled_endpoints: account.enabledEndpoints,
    });
    return null;
  });
}

async function refuseAccount(
  transaction: Kysely<Tables>,
  { name, apiHosts }: NewAccount,
): Promise<Refused<AccountRefusal> | null> {
  if ((await identifyAccount(transaction, name)) !== null) {
    return { refused: { why: "account-exists", account: name } };
  }
  for (const host of apiHosts) {
    const owner = await findOwner(transaction, host);
    if (owner !== null) return { refused: { why: "host-taken", host, owner: owner.name } };
  }
  return null;
}

export async function nextAccountId(transaction: Kysely<Tables>): Promise<AccountId> {
  const { id } = await transaction
    .selectFrom("account")
    .select((select) =>
      select(select.fn.coalesce(select.fn.max("id"), select.lit(0)), "+", select.lit(1)).as("id"),
    )
    .executeTakeFirstOrThrow();
  return id as AccountId;
}

async function insertAccount(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  createdAt: number,
  { name, apiHosts, enabledEndpoints }: NewAccount,
): Promise<void> {
  await transaction
    .insertInto("account")
    .values({ id: accountId, ...name, created_at: createdAt })
    .execute();
  await transaction
    .insertInto("api_host")
    .values(apiHosts.map((host, index) => ({ host, account_id: accountId, position: index + 1 })))
    .execute();
  if (enabledEndpoints.length === 0) return;
  await transaction
    .insertInto("enabled_endpoint")
    .values(enabledEndpoints.map((endpoint) => ({ account_id: accountId, endpoint })))
    .execute();
}
