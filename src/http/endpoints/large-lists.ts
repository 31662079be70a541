import type { AccountId } from "../../domain/account.ts";

/*
 * A list of a contact with very many bookings keeps the process, or a connection to the database, for as long as
 * hundreds of ordinary lists. Such lists go one at a time, with a turn of the event loop between them in which
 * everybody else is served. Only so many may wait, so that they never take all places of ordinary lists.
 */

/** Contacts with more bookings than this have large lists. */
const ordinaryBookings = 500;
/** A page that begins behind so many bookings is large whoever's it is. */
const ordinaryOffset = 1_000;
/** Of the 64 lists that may always be open, this many may be large ones. */
const mostAtOnce = 48;
/** A list that has waited longer is refused, so that all callers soon get an answer while a database hangs. */
const mostWaitMs = 5_000;
/** Contacts that are remembered, at most. */
const maxContacts = 10_000;

interface Question {
  readonly externalId: string;
  readonly pageNumber: number;
  readonly pageSize: number;
}

/** The large lists of one process. */
export class LargeLists {
  readonly #contacts = new Set<string>();
  readonly #waiting: { readonly since: number; begin(mayBegin: boolean): void }[] = [];
  readonly #now: () => number;
  #isBusy = false;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Whether a list is expected to be large. An ordinary contact's first large list is not known before. */
  expects(accountId: AccountId, { externalId, pageNumber, pageSize }: Question): boolean {
    if ((pageNumber - 1) * pageSize > ordinaryOffset) return true;
    return this.#contacts.size > 0 && this.#contacts.has(`${accountId}/${externalId}`);
  }

  /** Remembers how many bookings a contact has. */
  note(accountId: AccountId, { externalId }: Question, totalCount: number): void {
    if (totalCount <= ordinaryBookings && this.#contacts.size === 0) return;
    const contact = `${accountId}/${externalId}`;
    if (totalCount <= ordinaryBookings) this.#contacts.delete(contact);
    else if (this.#contacts.size < maxContacts) this.#contacts.add(contact);
  }

  /** Whether the list may begin, and `leave` must follow. False where too many wait, or it has waited too long. */
  async enter(): Promise<boolean> {
    if (this.#isBusy) {
      if (this.#waiting.length + 1 >= mostAtOnce) return false;
      const since = this.#now();
      return new Promise((begin) => this.#waiting.push({ since, begin }));
    }
    this.#isBusy = true;
    return true;
  }

  leave(): void {
    setImmediate(() => {
      const now = this.#now();
      let next = this.#waiting.shift();
      for (; next !== undefined && now - next.since > mostWaitMs; next = this.#waiting.shift()) {
        next.begin(false);
      }
      if (next === undefined) this.#isBusy = false;
      else next.begin(true);
    });
  }
}
