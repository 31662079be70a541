import { formatAccountName, type AccountName } from "../../domain/account.ts";
import { timeFrom } from "../../domain/clock.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { Account } from "../../store/doors/access.ts";
import type { Violation, Violations, CheckedRows } from "../../store/account-store.ts";
import type { Store } from "../../store/store.ts";
import type { OperatorRefusal } from "./identify-account.ts";

/** The rows that were checked against the invariants, and the violations. */
export interface Verification {
  /** The names of the invariants. */
  readonly invariants: readonly string[];
  readonly checked: readonly CheckedAccount[];
  readonly violations: readonly AccountViolation[];
  /** Seats whose time has passed and that no server could end: no violation. */
  readonly left: readonly AccountViolation[];
  /** Accounts that had a catalogue and have none, as in a copy without an account's rows: no violation. */
  readonly emptied: readonly string[];
  /** Invariants with more violations than are listed. */
  readonly cut: readonly { readonly invariant: string; readonly account: string | null }[];
}

export type CheckedAccount = CheckedRows & { readonly account: string };

/** The account is null for rows whose account does not exist. */
export type AccountViolation = Violation & { readonly account: string | null };

/** Checks the data of one account against every invariant; without a name, that of the installation. */
export async function verifyAccount(
  store: Pick<Store, "accounts" | "account" | "invariants">,
  name: AccountName | null,
  now = Date.now(),
): Promise<Verification | Refused<OperatorRefusal>> {
  const found = name === null ? await store.accounts.list() : await findAccount(store, name);
  if (isRefused<OperatorRefusal>(found)) return found;
  const accounts: readonly Account[] = Array.isArray(found) ? found : [found];
  const checked: CheckedAccount[] = [];
  const violations: AccountViolation[] = [];
  const left: AccountViolation[] = [];
  const cut: Verification["cut"][number][] = [];
  const collect = (account: string | null, answer: Violations) => {
    violations.push(...answer.violations.map((violation) => ({ ...violation, account })));
    cut.push(...answer.cut.map((invariant) => ({ invariant, account })));
  };
  const clock = timeFrom(now, () => performance.now());
  const servedUntil = await store.invariants.servedUntil(now);
  for (const { id, name: each } of accounts) {
    const account = formatAccountName(each);
    const answer = await store.account(id).checkInvariants(clock(), servedUntil);
    left.push(...answer.left.map((violation) => ({ ...violation, account })));
    checked.push({ account, ...answer.checked });
    collect(account, answer);
  }
  if (name === null) collect(null, await store.invariants.checkRowsOfNoAccount());
  const names = new Set(accounts.map(({ name: each }) => formatAccountName(each)));
  const emptied = (await store.accounts.emptied()).map(formatAccountName);
  return {
    invariants: store.invariants.names,
    checked,
    violations,
    left,
    emptied: emptied.filter((each) => names.has(each)),
    cut,
  };
}

async function findAccount(
  store: Pick<Store, "accounts">,
  name: AccountName,
): Promise<Account | Refused<OperatorRefusal>> {
  const account = await store.accounts.find(name);
  return account ?? { refused: { why: "unknown-account", account: name } };
}
