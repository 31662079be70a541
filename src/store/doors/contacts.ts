import type { ContactSlots } from "../../domain/contact.ts";
import type { ErasureRefusal, MergeRefusal, Refused } from "../../domain/refusal.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type {
  Contact,
  ContactKey,
  ContactPortion,
  ExpiredContacts,
  ExpiryOrder,
} from "../contacts/contacts.ts";
import type { Erasure, ErasureOrder } from "../contacts/erase-contact.ts";
import type { Merge, MergeOrder } from "../contacts/merge-contacts.ts";

export type { Contact, ContactKey } from "../contacts/contacts.ts";

/** An account's contacts: made with their first booking or hold, and ended by a merge or an erasure. */
export interface ContactsDoor {
  /** Null where the account has none of this key. */
  readonly findContact: (key: ContactKey) => Promise<Contact | null>;
  /** Erases what names a contact; live bookings to come are cancelled first, all or none. */
  readonly eraseContact: (
    audit: AuditContext,
    order: ErasureOrder,
  ) => Promise<Erasure | Refused<ErasureRefusal>>;
  /** Gives all bookings of one contact to another, and removes the first. */
  readonly mergeContacts: (
    audit: AuditContext,
    order: MergeOrder,
  ) => Promise<Merge | Refused<MergeRefusal>>;
  /** A portion of the contacts, erased ones included. */
  readonly readContactSlots: (portion: ContactPortion) => Promise<ContactSlots[]>;
  /** Erases those that are expired; null, and nothing is erased, while an import of the account runs. */
  readonly expireContacts: (
    audit: AuditContext,
    order: ExpiryOrder,
  ) => Promise<ExpiredContacts | null>;
}
