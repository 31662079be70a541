import type { AccountName } from "../../domain/account.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { AuditContext } from "../../store/accounts/audit.ts";
import type { Store } from "../../store/store.ts";
import { findAccount } from "./find-account.ts";
import { identifyAccount } from "./identify-account.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

/** Gives an account one more API host. A host belongs to one account only. */
export async function addApiHost(
  store: Pick<Store, "accounts">,
  audit: AuditContext,
  name: AccountName,
  host: string,
): Promise<Account | Refused<OperatorRefusal>> {
  const account = await identifyAccount(store, name);
  if (isRefused<OperatorRefusal>(account)) return account;
  const refused = await store.accounts.addHost(audit, account.id, host);
  return refused ?? findAccount(store, name);
}

/** Removes an API host: requests to it reach no account any more. */
export async function removeApiHost(
  store: Pick<Store, "accounts">,
  audit: AuditContext,
  name: AccountName,
  host: string,
): Promise<Account | Refused<OperatorRefusal>> {
  const account = await identifyAccount(store, name);
  if (isRefused<OperatorRefusal>(account)) return account;
  const removed = await store.accounts.removeHost(audit, account.id, host);
  return removed
    ? findAccount(store, name)
    : { refused: { why: "host-not-of-account", host, account: name } };
}
