import type { Refused } from "../../domain/refusal.ts";
import type { Store } from "../../store/store.ts";
import {
  identifyAccount,
  type AccountReference,
  type IdentifiedAccount,
} from "./identify-account.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

/**
 * An account that this installation serves. What is left here of one that has moved away is out of date, and
 * incomplete while it is being removed.
 */
export async function identifyServedAccount(
  store: Pick<Store, "accounts">,
  reference: AccountReference,
): Promise<IdentifiedAccount | Refused<OperatorRefusal>> {
  const account = await identifyAccount(store, reference);
  if ("refused" in account) return account;
  const hasMoved = await store.accounts.hasMovedAway(account.id);
  return hasMoved ? { refused: { why: "account-moved", account: account.name } } : account;
}
