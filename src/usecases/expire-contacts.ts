import { hasExpired, type ContactSlots } from "../domain/contact.ts";
import type { AuditContext } from "../store/accounts/audit.ts";
import type { AccountStore } from "../store/account-store.ts";

export interface ExpiryParts {
  readonly door: Pick<AccountStore, "readContactSlots" | "expireContacts">;
  readonly audit: AuditContext;
  /** Counts, and erases nothing. */
  readonly dryRun: boolean;
  /** Lets other work run between two portions. */
  readonly pause: () => Promise<void>;
  readonly stopping: Pick<AbortSignal, "aborted">;
}

/** The counts of an account's erased rows, or of those that would be erased. */
export interface Expiry {
  readonly contacts: number;
  readonly bookings: number;
  /** Whether every contact was looked at: not where an import runs, nor after a stop. */
  readonly isWhole: boolean;
}

/** Contacts that one statement reads: a few milliseconds, which a concurrent cancel does not notice. */
const readTogether = 500;
/** Contacts of one transaction. */
const erasedTogether = 20;

/** Erases the contacts of an account whose slots all started before a moment, in portions. */
export async function expireContacts(
  { door, audit, dryRun, pause, stopping }: ExpiryParts,
  before: number,
): Promise<Expiry> {
  let contacts = 0;
  let bookings = 0;
  for (let after = ""; !stopping.aborted; await pause()) {
    const some = await door.readContactSlots({ after, limit: readTogether });
    const expired = some.filter((contact) => hasExpired(contact, before));
    for (let at = 0; at < expired.length && !stopping.aborted; at += erasedTogether) {
      const together = expired.slice(at, at + erasedTogether);
      const ids = together.map(({ id }) => id);
      const erased = dryRun ? countOf(together) : await door.expireContacts(audit, { ids, before });
      if (erased === null) return { contacts, bookings, isWhole: false };
      contacts += erased.contacts;
      bookings += erased.bookings;
      if (!dryRun) await pause();
    }
    if (some.length < readTogether) return { contacts, bookings, isWhole: !stopping.aborted };
    after = some.at(-1)?.id ?? "";
  }
  return { contacts, bookings, isWhole: false };
}

function countOf(contacts: readonly ContactSlots[]) {
  return {
    contacts: contacts.length,
    bookings: contacts.reduce((sum, { bookings }) => sum + bookings, 0),
  };
}
