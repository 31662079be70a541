import type { AccountId, AccountName } from "../domain/account.ts";
import type { Operator } from "../store/accounts/operators.ts";
import type { Store } from "../store/store.ts";
import type { IdentifiedAccount } from "../usecases/operator/identify-account.ts";

/** Whether the account is one of the operator's. */
export function maySee({ accounts }: Pick<Operator, "accounts">, id: AccountId): boolean {
  return accounts === null || accounts.some((each) => each.id === id);
}

/** The account of this name; null where it does not exist or is not the operator's. */
export async function visibleAccount(
  store: Pick<Store, "accounts">,
  operator: Pick<Operator, "accounts">,
  name: AccountName,
): Promise<IdentifiedAccount | null> {
  const id = await store.accounts.identify(name);
  return id !== null && maySee(operator, id) ? { id, name } : null;
}
