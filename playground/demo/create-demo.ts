import { endpoints, type AccountName } from "../../src/domain/account.ts";
import { isRefused, type Refused } from "../../src/domain/refusal.ts";
import type { Account } from "../../src/store/accounts/accounts.ts";
import type { AuditContext } from "../../src/store/accounts/audit.ts";
import type { Store } from "../../src/store/store.ts";
import { createAccount } from "../../src/usecases/operator/create-account.ts";
import { demoDataFile } from "./demo-data.ts";
import { findAccount } from "../../src/usecases/operator/find-account.ts";
import { mustImportLines } from "../import-lines.ts";
import type { OperatorRefusal } from "../../src/usecases/operator/operator-refusal.ts";

export const demoAccount: AccountName = { tenant: "demo", environment: "development" };

/**
 * Makes the account `demo/development` on `localhost`, with both endpoints enabled and with campaigns to try.
 * The data of an existing account stays as it is.
 */
export async function createDemo(
  store: Pick<Store, "accounts" | "account">,
  audit: AuditContext,
): Promise<Account | Refused<OperatorRefusal>> {
  const existing = await store.accounts.find(demoAccount);
  if (existing !== null) {
    const { counts } = await store.accounts.withCounts(existing);
    if (counts.booking > 0) return existing;
  }
  const account =
    existing ?? (await createAccount(store, audit, demoAccount, ["localhost"], [...endpoints]));
  if (isRefused<OperatorRefusal>(account)) return account;
  await mustImportLines(store.account(account.id), demoDataFile(audit.now), audit);
  return findAccount(store, demoAccount);
}
