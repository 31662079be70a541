import type { AccountId, AccountName } from "../../domain/account.ts";
import type { Refused } from "../../domain/refusal.ts";
import type { Store } from "../../store/store.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

/** An account by name and key, without its contents. */
export interface IdentifiedAccount {
  readonly id: AccountId;
  readonly name: AccountName;
}

/** An account by its name, or already identified. */
export type AccountReference = AccountName | IdentifiedAccount;

export async function identifyAccount(
  store: Pick<Store, "accounts">,
  account: AccountReference,
): Promise<IdentifiedAccount | Refused<OperatorRefusal>> {
  if ("id" in account) return account;
  const name = account;
  const id = await store.accounts.identify(name);
  return id === null ? { refused: { why: "unknown-account", account: name } } : { id, name };
}
