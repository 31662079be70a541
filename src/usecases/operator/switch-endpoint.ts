import type { AccountName, Endpoint } from "../../domain/account.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { AuditContext } from "../../store/accounts/audit.ts";
import type { Store } from "../../store/store.ts";
import { findAccount } from "./find-account.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

/** Enables or disables an endpoint for an account; doing so twice changes nothing. */
export async function switchEndpoint(
  store: Pick<Store, "accounts">,
  audit: AuditContext,
  name: AccountName,
  endpoint: Endpoint,
  enabled: boolean,
): Promise<Account | Refused<OperatorRefusal>> {
  const account = await findAccount(store, name);
  if (isRefused<OperatorRefusal>(account)) return account;
  if (account.enabledEndpoints.includes(endpoint) === enabled) return account;
  await store.accounts[enabled ? "enable" : "disable"](audit, account.id, endpoint);
  return findAccount(store, name);
}
