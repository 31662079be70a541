import type { AccountName } from "../../domain/account.ts";
import type { AccountRefusal, CredentialRefusal } from "../../domain/refusal.ts";

/** Every no that an operator hears on purpose; each face puts it into words of its own. */
export type OperatorRefusal =
  | AccountRefusal
  | CredentialRefusal
  | { readonly why: "unknown-account"; readonly account: AccountName }
  | { readonly why: "unknown-booking" }
  | { readonly why: "booking-not-unique"; readonly accounts: readonly AccountName[] }
  | { readonly why: "operator-name-malformed" }
  | { readonly why: "operator-exists"; readonly name: string }
  | { readonly why: "unknown-operator" };
