import type { AccountName, Endpoint } from "../../domain/account.ts";
import type { Refused } from "../../domain/refusal.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { AuditContext } from "../../store/accounts/audit.ts";
import type { Store } from "../../store/store.ts";
import { findAccount } from "./find-account.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

/** Makes an account. Both booking endpoints are off until they are enabled, here or later. */
export async function createAccount(
  store: Pick<Store, "accounts">,
  audit: AuditContext,
  name: AccountName,
  apiHosts: readonly string[],
  enabledEndpoints: readonly Endpoint[],
): Promise<Account | Refused<OperatorRefusal>> {
  const refused = await store.accounts.create(
    audit,
    name,
    [...new Set(apiHosts)],
    [...new Set(enabledEndpoints)],
  );
  return refused ?? findAccount(store, name);
}
