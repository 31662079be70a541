import { sql } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { LanguageMap } from "../../domain/language.ts";
import { Memoized } from "../../domain/memoized.ts";

/**
 * The catalogue records that a booking's record shows. Bookings of the same activity, ticket type or host
 * share one object of the remembered catalogue, and the list keeps that object's JSON with it (`Memoized`).
 */
export interface ShownCatalogue {
  readonly activity: Memoized<ShownActivity>;
  readonly ticketType: Memoized<ShownTicketType>;
  /** Null where the activity offers no choice of hosts. */
  readonly host: Memoized<ShownHost> | null;
  readonly durations: SlotDurations;
}

/** The lengths of the slots of one place: of an activity, or of one of its hosts. Null: no length. */
export class SlotDurations {
  readonly #usual: number | null;
  /** Those that are not the usual one, by the slot's start; milliseconds UTC. */
  readonly others: ReadonlyMap<number, number | null>;

  constructor(usual: number | null, others: SlotDurations["others"]) {
    this.#usual = usual;
    this.others = others;
  }

  at(startingAt: number): number | null {
    const minutes = this.others.size === 0 ? undefined : this.others.get(startingAt);
    return minutes === undefined ? this.#usual : minutes;
  }
}

/** The same records as they are read, before they are remembered. */
export interface ReadCatalogue {
  readonly activity: ShownActivity;
  readonly ticketType: ShownTicketType;
  readonly host: ShownHost | null;
  readonly others: SlotDurations["others"];
}

export interface ShownTicketType {
  readonly displayName: string;
  readonly hasLimitedCapacity: boolean;
}

export interface ShownHost {
  readonly displayName: string;
  readonly slotDurationInMinutes: number | null;
}

/** An activity with its campaign. */
export interface ShownActivity {
  readonly id: string;
  readonly title: LanguageMap;
  readonly locationHint: LanguageMap;
  readonly slotDurationInMinutes: number | null;
  readonly interaction: ShownInteraction;
}

export interface ShownInteraction {
  readonly publicKey: string;
  readonly timezone: string;
  readonly languages: readonly string[];
  readonly defaultLanguage: string;
  readonly group: { readonly uniqueKey: string; readonly displayName: string };
}

/** The numbers of the catalogue records that a booking names; the activity and the campaign are those of the ticket type. */
export interface CatalogueKeys {
  readonly ticketType: number;
  /** 0 where the activity offers no choice of hosts. */
  readonly host: number;
}

/** The catalogue keys of a booking's row as one text, which is read, sent and looked up as one value. */
export const catalogueKeyText = sql<string>`ticket_type_number || ' ' || host_number`;

export function parseCatalogueKeyText(keyText: string): CatalogueKeys {
  const [ticketType = 0, host = 0] = keyText.split(" ").map(Number);
  return { ticketType, host };
}

/** The limit of all remembered catalogues together, by an estimate of their bytes. */
const maxBytes = 192 * 2 ** 20;

/**
 * The catalogues that a process remembers, one version for each account. A remembered part never changes, so
 * texts that a list derives from it (in one language, as JSON) are memoized with the part (`Memoized`) and
 * evicted with it. Beyond `maxBytes`, the least recently used account is evicted as a whole.
 */
export class RememberedCatalogues {
  /** In order of use: the least recently used account stands first. */
  readonly #catalogues = new Map<AccountId, RememberedCatalogue>();
  readonly #maxBytes: number;
  #latest: RememberedCatalogue | null = null;
  #bytes = 0;

  constructor(bytes = maxBytes) {
    this.#maxBytes = bytes;
  }

  /** The estimated bytes of all remembered catalogues. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Returns what is remembered of the account's catalogue at this version. */
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

  remember(catalogue: RememberedCatalogue, keyText: string, shown: ReadCatalogue): void {
    const before = catalogue.bytes;
    catalogue.remember(keyText, shown);
    // An evicted catalogue lives on with its readers and no longer counts.
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
  /** The shown catalogue of bookings that name the same records. */
  readonly #shown = new Map<string, ShownCatalogue>();
  /** The parts that several of them share. */
  readonly #parts = new Map<string, Memoized<object>>();
  readonly #interactions = new Map<string, ShownInteraction>();
  /** By campaign, activity and host. */
  readonly #durations = new Map<string, SlotDurations>();
  #bytes = bytesOfCatalogue;

  constructor(accountId: AccountId, version: number) {
    this.accountId = accountId;
    this.version = version;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Undefined when the key is not remembered. */
  find(keyText: string): ShownCatalogue | undefined {
    return this.#shown.get(keyText);
  }

  /** Remembers each part once for all bookings that share it, which saves memory and lookups. */
  remember(keyText: string, { activity, ticketType, host, others }: ReadCatalogue): void {
    if (this.#shown.has(keyText)) return;
    const { host: hostNumber } = parseCatalogueKeyText(keyText);
    const usual = (host ?? activity).slotDurationInMinutes;
    const { interaction, ...ofActivity } = activity;
    const within = this.#sameInteraction(interaction);
    // Ids contain no control characters.
    const activityKey = `${interaction.publicKey}\n${activity.id}`;
    const shownActivity = { ...ofActivity, interaction: within };
    this.#shown.set(keyText, {
      activity: this.#same(activityKey, shownActivity, ofActivity),
      ticketType: this.#same(JSON.stringify(ticketType), ticketType, ticketType),
      host: host === null ? null : this.#same(JSON.stringify(host), host, host),
      durations: this.#sameDurations(
        `${activityKey}\n${hostNumber}`,
        new SlotDurations(usual, others),
      ),
    });
    this.#bytes += bytesOfEntry + keyText.length;
  }

  #sameInteraction(interaction: ShownInteraction): ShownInteraction {
    const { publicKey } = interaction;
    const known = this.#interactions.get(publicKey);
    if (known !== undefined) return known;
    this.#interactions.set(publicKey, interaction);
    this.#count(interaction);
    return interaction;
  }

  #sameDurations(place: string, durations: SlotDurations): SlotDurations {
    const known = this.#durations.get(place);
    if (known !== undefined) return known;
    this.#durations.set(place, durations);
    this.#bytes += bytesOfPart + bytesOfDuration * durations.others.size;
    return durations;
  }

  /** Parts with the same key have the same type; `own` is the portion of a part that no other part holds. */
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

// An estimate by the heap's growth with twenty campaigns of three activities, shown in one or two languages.
const bytesOfCatalogue = 1_500;
const bytesOfEntry = 120;
const bytesOfPart = 300;
const bytesOfCharacter = 4;
const bytesOfDuration = 40;
