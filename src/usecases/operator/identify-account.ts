import type { AccountId, AccountName } from "../../domain/account.ts";
import type { Refused } from "../../domain/refusal.ts";
import type { Store } from "../../store/store.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

/** An account by name and key, without what it holds. */
export interface IdentifiedAccount {
  readonly id: AccountId;
  readonly name: AccountName;
}

export async function identifyAccount(
  store: Pick<Store, "accounts">,
  name: AccountName,
): Promise<IdentifiedAccount | Refused<OperatorRefusal>> {
  const id = await store.accounts.identify(name);
  return id === null ? { refused: { why: "unknown-account", account: name } } : { id, name };
}
