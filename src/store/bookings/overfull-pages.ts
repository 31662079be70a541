import type { AccountId } from "../../domain/account.ts";

/** Contacts that are remembered, at most. */
const maxContacts = 10_000;

/** What makes first pages alike, and whose the page is. */
interface FirstPage {
  /** The filters and the number of bookings on the page. */
  readonly kind: string;
  readonly accountId: AccountId;
  readonly externalId: string;
}

/**
 * Expects whether a first page has bookings behind it, so that it needs a total: where the same contact's had,
 * and where the last one of the kind had that was of no such contact. A wrong expectation costs time, nothing
 * else.
 */
export class OverfullPages {
  readonly #contacts = new Set<string>();
  readonly #kinds = new Set<string>();

  expects(page: FirstPage): boolean {
    return this.#kinds.has(page.kind) || this.#contacts.has(nameOfPage(page));
  }

  note(page: FirstPage, isOverfull: boolean): void {
    const contact = nameOfPage(page);
    if (this.#contacts.has(contact)) {
      if (!isOverfull) this.#contacts.delete(contact);
      return;
    }
    if (!isOverfull) {
      this.#kinds.delete(page.kind);
      return;
    }
    this.#kinds.add(page.kind);
    if (this.#contacts.size >= maxContacts) this.#contacts.clear();
    this.#contacts.add(contact);
  }
}

function nameOfPage({ kind, accountId, externalId }: FirstPage): string {
  return `${kind}/${accountId}/${externalId}`;
}
