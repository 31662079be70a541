import type { AccountName } from "../../domain/account.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { AuditContext } from "../../store/accounts/audit.ts";
import type { AccountClosing } from "../../store/accounts/account-changes.ts";
import type { Store } from "../../store/store.ts";
import { identifyAccount } from "./identify-account.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

/**
 * Closes an account to callers: it has no API host, no enabled endpoint and no live client then. Its
 * data stays, and it is opened again with a host, endpoints and a new client (decision B295).
 */
export async function closeAccount(
  store: Pick<Store, "accounts">,
  audit: AuditContext,
  name: AccountName,
  dryRun: boolean,
): Promise<AccountClosing | Refused<OperatorRefusal>> {
  const account = await identifyAccount(store, name);
  if (isRefused<OperatorRefusal>(account)) return account;
  return store.accounts.close(audit, account.id, dryRun);
}
