import type { AccountName } from "../../domain/account.ts";
import type { Operator } from "../../store/accounts/operators.ts";
import type { Store } from "../../store/store.ts";
import type { IdentifiedAccount } from "../../usecases/operator/identify-account.ts";

/** The account of this name; null where it does not exist or is not the operator's. */
export async function visibleAccount(
  store: Pick<Store, "accounts">,
  { accounts }: Operator,
  name: AccountName,
): Promise<IdentifiedAccount | null> {
  const id = await store.accounts.identify(name);
  if (id === null) return null;
  return accounts === null || accounts.some((each) => each.id === id) ? { id, name } : null;
}
