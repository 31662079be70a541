import type { AccountName } from "../../domain/account.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { Contact } from "../../store/bookings/contacts.ts";
import type { Store } from "../../store/store.ts";
import type { ContactRefusal } from "./erase-contact.ts";
import { identifyAccount } from "./identify-account.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

/** The contact whom the caller's system knows by this id. */
export async function identifyContact(
  store: Pick<Store, "accounts" | "account">,
  name: AccountName,
  externalId: string,
): Promise<Contact | Refused<OperatorRefusal | ContactRefusal>> {
  const account = await identifyAccount(store, name);
  if (isRefused<OperatorRefusal>(account)) return account;
  const contact = await store.account(account.id).findContact({ externalId });
  return contact ?? { refused: { why: "unknown-contact" } };
}
