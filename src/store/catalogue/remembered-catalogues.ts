import type { AccountId } from "../../domain/account.ts";
import type { LanguageMap } from "../../domain/language.ts";

/** What of the catalogue a booking's record shows. */
export interface ShownCatalogue {
  readonly interaction: {
    readonly publicKey: string;
    readonly timezone: string;
    readonly languages: readonly string[];
    readonly defaultLanguage: string;
  };
  readonly group: { readonly uniqueKey: string; readonly displayName: string };
  readonly activity: {
    readonly id: string;
    readonly title: LanguageMap;
    readonly locationHint: LanguageMap;
    readonly slotDurationInMinutes: number | null;
  };
  readonly ticketType: { readonly displayName: string; readonly hasLimitedCapacity: boolean };
  /** Null where the activity offers no choice of hosts. */
  readonly host: {
    readonly displayName: string;
    readonly slotDurationInMinutes: number | null;
  } | null;
}

/** Which things of an account's catalogue a booking names. */
export interface CatalogueKeys {
  readonly interactionId: string;
  readonly activityId: string;
  readonly ticketTypeId: string;
  /** Empty where the activity offers no choice of hosts. */
  readonly hostId: string;
}

/** How many activities, ticket types and hosts are remembered, of all accounts: some 30 MB. */
const maxRemembered = 50_000;

/**
 * What a process remembers of the catalogues, each account's apart and of one version only. Nothing
 * in here is ever changed: the same object stands for the same content, so whatever is derived from
 * one may be remembered under it.
 */
export class RememberedCatalogues {
  readonly #catalogues = new Map<AccountId, RememberedCatalogue>();
  #remembered = 0;

  /** The account's catalogue as of this version, as far as it is remembered. */
  of(accountId: AccountId, version: number): RememberedCatalogue {
    const known = this.#catalogues.get(accountId);
    if (known?.version === version) return known;
    this.#remembered -= known?.size ?? 0;
    const empty = new RememberedCatalogue(version, () => this.#makeRoom());
    this.#catalogues.set(accountId, empty);
    return empty;
  }

  #makeRoom(): void {
    this.#remembered += 1;
    if (this.#remembered <= maxRemembered) return;
    // What is in use is soon there again.
    this.#catalogues.clear();
    this.#remembered = 0;
  }
}

interface KnownInteraction extends Pick<ShownCatalogue, "interaction" | "group"> {
  readonly activities: Map<string, KnownActivity>;
}

interface KnownActivity extends Pick<ShownCatalogue, "activity"> {
  readonly ticketTypes: Map<string, ShownCatalogue["ticketType"]>;
  readonly hosts: Map<string, ShownCatalogue["host"]>;
}

export class RememberedCatalogue {
  readonly version: number;
  readonly #onRemember: () => void;
  readonly #interactions = new Map<string, KnownInteraction>();
  #size = 0;

  constructor(version: number, onRemember: () => void) {
    this.version = version;
    this.#onRemember = onRemember;
  }

  get size(): number {
    return this.#size;
  }

  /** Undefined when any of it is not remembered. */
  find({ interactionId, activityId, ticketTypeId, hostId }: CatalogueKeys) {
    const interaction = this.#interactions.get(interactionId);
    const activity = interaction?.activities.get(activityId);
    const ticketType = activity?.ticketTypes.get(ticketTypeId);
    const host = activity?.hosts.get(hostId);
    if (ticketType === undefined || host === undefined) return undefined;
    if (interaction === undefined || activity === undefined) return undefined;
    return {
      interaction: interaction.interaction,
      group: interaction.group,
      activity: activity.activity,
      ticketType,
      host,
    };
  }

  remember(keys: CatalogueKeys, shown: ShownCatalogue): void {
    const interaction = this.#keep(this.#interactions, keys.interactionId, () => ({
      interaction: shown.interaction,
      group: shown.group,
      activities: new Map<string, KnownActivity>(),
    }));
    const activity = this.#keep(interaction.activities, keys.activityId, () => ({
      activity: shown.activity,
      ticketTypes: new Map<string, ShownCatalogue["ticketType"]>(),
      hosts: new Map<string, ShownCatalogue["host"]>(),
    }));
    this.#keep(activity.ticketTypes, keys.ticketTypeId, () => shown.ticketType);
    this.#keep(activity.hosts, keys.hostId, () => shown.host);
  }

  #keep<T>(known: Map<string, T>, key: string, make: () => T): T {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make();
    known.set(key, made);
    this.#size += 1;
    this.#onRemember();
    return made;
  }
}
