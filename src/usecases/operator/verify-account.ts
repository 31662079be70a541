import { formatAccountName, type AccountName } from "../../domain/account.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { Breach, Breaches, CheckedRows } from "../../store/invariants/check-invariants.ts";
import type { Store } from "../../store/store.ts";
import { findAccount } from "./find-account.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

/** What was held against the laws of the data, and where they do not hold. */
export interface Verification {
  /** The names of the laws. */
  readonly laws: readonly string[];
  readonly checked: readonly CheckedAccount[];
  readonly breaches: readonly AccountBreach[];
  /** Of these only the first breaches are told; there are more. */
  readonly cut: readonly { readonly law: string; readonly account: string | null }[];
}

export type CheckedAccount = CheckedRows & { readonly account: string };

/** The account is null for rows whose account does not exist. */
export type AccountBreach = Breach & { readonly account: string | null };

/** Holds the data of one account against every law; without a name, of the whole installation. */
export async function verifyAccount(
  store: Pick<Store, "accounts" | "account" | "laws">,
  name: AccountName | null,
): Promise<Verification | Refused<OperatorRefusal>> {
  const found = name === null ? await store.accounts.list() : await findAccount(store, name);
  if (isRefused<OperatorRefusal>(found)) return found;
  const accounts: readonly Account[] = Array.isArray(found) ? found : [found];
  const checked: CheckedAccount[] = [];
  const breaches: AccountBreach[] = [];
  const cut: Verification["cut"][number][] = [];
  const collect = (account: string | null, answer: Breaches) => {
    breaches.push(...answer.breaches.map((breach) => ({ ...breach, account })));
    cut.push(...answer.cut.map((law) => ({ law, account })));
  };
  for (const { id, name: each } of accounts) {
    const account = formatAccountName(each);
    const answer = await store.account(id).checkLaws();
    checked.push({ account, ...answer.checked });
    collect(account, answer);
  }
  if (name === null) collect(null, await store.laws.checkRowsOfNoAccount());
  return { laws: store.laws.names, checked, breaches, cut };
}
