import { parseAccountName, type AccountId, type AccountName } from "../domain/account.ts";
import type { Operator } from "../store/accounts/operators.ts";
import type { Store } from "../store/store.ts";
import type { IdentifiedAccount } from "../usecases/operator/identify-account.ts";

/** Whether the account is one of the operator's. */
export function maySee({ accounts }: Pick<Operator, "accounts">, id: AccountId): boolean {
  return accounts === null || accounts.some((each) => each.id === id);
}

/** Unknown and foreign accounts have the same answer. */
export function unknownAccount(written: string) {
  const account =
    parseAccountName(written) ?? ({ tenant: written, environment: "development" } as const);
  return { refused: { why: "unknown-account", account } } as const;
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
