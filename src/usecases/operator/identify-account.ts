import type { AccountName } from "../../domain/account.ts";
import type { Refused, AccountRefusal, CredentialRefusal } from "../../domain/refusal.ts";
import type { NamedAccount } from "../../store/doors/access.ts";
import type { Store } from "../../store/store.ts";

export async function identifyAccount(
  store: Pick<Store, "accounts">,
  name: AccountName,
): Promise<NamedAccount | Refused<OperatorRefusal>> {
  const id = await store.accounts.identify(name);
  return id === null ? { refused: { why: "unknown-account", account: name } } : { id, name };
}

/** Expected refusals of operators' use cases (`operations/machinery/refusals.ts`). */
export type OperatorRefusal =
  | AccountRefusal
  | CredentialRefusal
  | { readonly why: "unknown-account"; readonly account: AccountName }
  | { readonly why: "unknown-booking" }
  | { readonly why: "booking-not-unique"; readonly accounts: readonly AccountName[] }
  | { readonly why: "operator-name-malformed" }
  | { readonly why: "operator-exists"; readonly name: string }
  | { readonly why: "unknown-operator" }
  | { readonly why: "last-admin" }
  /** `limited`: accounts whose refused calls were not recorded any more on a day. */
  | { readonly why: "unknown-request"; readonly limited: readonly LimitedRecords[] };

interface LimitedRecords {
  readonly account: AccountName;
  /** Milliseconds UTC. */
  readonly at: number;
}
