import { endpoints, type AccountName } from "../domain/account.ts";
import { isRefused, type Refused } from "../domain/refusal.ts";
import type { Account } from "../store/accounts/account.ts";
import type { AuditContext } from "../store/accounts/audit.ts";
import type { Store } from "../store/store.ts";
import { createAccount } from "../usecases/operator/create-account.ts";
import { demoDataFile } from "./demo-data.ts";
import { findAccount } from "../usecases/operator/find-account.ts";
import { importDataFile } from "../usecases/operator/import-data-file.ts";
import type { OperatorRefusal } from "../usecases/operator/operator-refusal.ts";

export const demoAccount: AccountName = { tenant: "demo", environment: "development" };

/**
 * Makes the account `demo/development` on `localhost` with both endpoints enabled and campaigns to
 * try things on. Where the account exists, its data stays as it is.
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
  const imported = await importDataFile(store.account(account.id), demoText(audit.now), { audit });
  if ("errors" in imported) {
    throw new Error(`The demo's data file is bad: ${JSON.stringify(imported.errors[0])}`);
  }
  return findAccount(store, demoAccount);
}

async function* demoText(now: number): AsyncGenerator<Buffer> {
  for (const line of demoDataFile(now)) yield Buffer.from(`${JSON.stringify(line)}\n`);
}
