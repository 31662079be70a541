import type { AccountName } from "../../domain/account.ts";
import type { Refused } from "../../domain/refusal.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { Store } from "../../store/store.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

export async function findAccount(
  store: Pick<Store, "accounts">,
  name: AccountName,
): Promise<Account | Refused<OperatorRefusal>> {
  const account = await store.accounts.find(name);
  return account ?? { refused: { why: "unknown-account", account: name } };
}
