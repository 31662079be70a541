import { endpoints } from "../../src/domain/account.ts";
import { demoAccount } from "../../src/domain/demo-account.ts";
import type { AccountRefusal, Refused } from "../../src/domain/refusal.ts";
import type { Account, AuditContext } from "../../src/store/doors/access.ts";
import type { Store } from "../../src/store/store.ts";
import { demoDataFile } from "./demo-data.ts";
import { mustImportLines } from "../import-lines.ts";

/**
 * Makes the account `demo/development` on `localhost`, with both endpoints enabled and with campaigns to try.
 * The data of an existing account stays as it is.
 */
export async function createDemo(
  store: Pick<Store, "accounts" | "account">,
  audit: AuditContext,
): Promise<Account | Refused<AccountRefusal>> {
  const existing = await store.accounts.find(demoAccount);
  if (existing !== null) {
    const { counts } = await store.accounts.withCounts(existing);
    if (counts.booking > 0) return existing;
  }
  const hosts = ["localhost"];
  const refused = existing
    ? null
    : await store.accounts.create(audit, demoAccount, hosts, [...endpoints]);
  if (refused !== null) return refused;
  const account = await store.accounts.find(demoAccount);
  if (account === null) throw new Error("The demo's account is not there.");
  await mustImportLines(store.account(account.id), demoDataFile(audit.now), audit);
  return account;
}
