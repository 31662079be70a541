import type { AccountId } from "../../domain/account.ts";
import { Memoized } from "../../domain/memoized.ts";
import { keysOfPlace } from "./catalogue-place.ts";
import type { ReadCatalogue, ShownCatalogue, ShownInteraction } from "./shown-catalogue.ts";

/** What all remembered catalogues may take together, as far as it can be reckoned. */
const maxBytes = 192 * 2 ** 20;

/**
 * What a process remembers of the catalogues, each account's apart and of one version only. Nothing
 * in here is ever changed, so what a list derives from a part (its texts in one language, its JSON) is
 * kept with the part (`Memoized`) and goes with it. When it is too much, the account that was not asked
 * for longest is forgotten as a whole.
 */
export class RememberedCatalogues {
  /** Who was not asked for longest stands first. */
  readonly #catalogues = new Map<AccountId, RememberedCatalogue>();
  readonly #maxBytes: number;
  #latest: RememberedCatalogue | null = null;
  #bytes = 0;

  constructor(bytes = maxBytes) {
    this.#maxBytes = bytes;
  }

  /** What is remembered takes about so much. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The account's catalogue as of this version, as far as it is remembered. */
  of(accountId: AccountId, version: number): RememberedCatalogue {
    const known = this.#catalogues.get(accountId);
    if (known?.version === version) {
      if (known !== this.#latest) this.#putLast(known);
      return known;
    }
    this.#forget(accountId);
    const empty = new RememberedCatalogue(accountId, version);
    this.#putLast(empty);
    this.#grow(empty.bytes);
    return empty;
  }

  remember(catalogue: RememberedCatalogue, place: string, shown: ReadCatalogue): void {
    const before = catalogue.bytes;
    catalogue.remember(place, shown);
    // One that was forgotten meanwhile is held by those who still read from it, and by nobody else.
    if (this.#catalogues.get(catalogue.accountId) !== catalogue) return;
    this.#grow(catalogue.bytes - before);
  }

  #putLast(catalogue: RememberedCatalogue): void {
    this.#catalogues.delete(catalogue.accountId);
    this.#catalogues.set(catalogue.accountId, catalogue);
    this.#latest = catalogue;
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    for (const accountId of this.#catalogues.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#forget(accountId);
    }
  }

  #forget(accountId: AccountId): void {
    this.#bytes -= this.#catalogues.get(accountId)?.bytes ?? 0;
    this.#catalogues.delete(accountId);
  }
}

export class RememberedCatalogue {
  readonly accountId: AccountId;
  readonly version: number;
  /** What bookings show that name the same things. */
  readonly #shown = new Map<string, ShownCatalogue>();
  /** What several of them have in common. */
  readonly #parts = new Map<string, Memoized<object>>();
  readonly #interactions = new Map<string, ShownInteraction>();
  #bytes = bytesOfCatalogue;

  constructor(accountId: AccountId, version: number) {
    this.accountId = accountId;
    this.version = version;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Undefined when it is not remembered. */
  find(place: string): ShownCatalogue | undefined {
    return this.#shown.get(place);
  }

  /** What bookings have in common is kept once: little memory, and little of it to look at. */
  remember(place: string, { activity, ticketType, host }: ReadCatalogue): void {
    if (this.#shown.has(place)) return;
    const { interactionId, activityId } = keysOfPlace(place);
    const { interaction, ...ofActivity } = activity;
    const within = this.#sameInteraction(interactionId, interaction);
    const shownActivity = { ...ofActivity, interaction: within };
    this.#shown.set(place, {
      activity: this.#same(`${interactionId} ${activityId}`, shownActivity, ofActivity),
      ticketType: this.#same(JSON.stringify(ticketType), ticketType, ticketType),
      host: host === null ? null : this.#same(JSON.stringify(host), host, host),
    });
    this.#bytes += bytesOfPlace + place.length;
  }

  #sameInteraction(id: string, interaction: ShownInteraction): ShownInteraction {
    const known = this.#interactions.get(id);
    if (known !== undefined) return known;
    this.#interactions.set(id, interaction);
    this.#count(interaction);
    return interaction;
  }

  /** What has the same key has the same type; `own` is what of it is not kept elsewhere. */
  #same<T extends object>(key: string, part: T, own: object): Memoized<T> {
    const known = this.#parts.get(key);
    if (known !== undefined) return known as Memoized<T>;
    const memoized = new Memoized(part);
    this.#parts.set(key, memoized);
    this.#count(own);
    return memoized;
  }

  #count(part: object): void {
    this.#bytes += bytesOfPart + bytesOfCharacter * JSON.stringify(part).length;
  }
}

// As the heap grows with twenty campaigns of three activities, shown in one language or two.
const bytesOfCatalogue = 1_500;
const bytesOfPlace = 120;
const bytesOfPart = 300;
const bytesOfCharacter = 4;
