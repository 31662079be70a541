import type { AccountName } from "../../domain/account.ts";

/** Every no that an operator hears on purpose; each face puts it into words of its own. */
export type OperatorRefusal =
  | { readonly why: "account-exists"; readonly account: AccountName }
  | { readonly why: "unknown-account"; readonly account: AccountName }
  | { readonly why: "host-taken"; readonly host: string; readonly owner: AccountName }
  | { readonly why: "host-not-of-account"; readonly host: string; readonly account: AccountName }
  | { readonly why: "unknown-booking" }
  | { readonly why: "booking-not-unique"; readonly accounts: readonly AccountName[] }
  | { readonly why: "unknown-client" }
  | { readonly why: "client-revoked" }
  | { readonly why: "two-secrets-live"; readonly until: number }
  | { readonly why: "operator-name-malformed" }
  | { readonly why: "operator-exists"; readonly name: string }
  | { readonly why: "unknown-operator" };
