import type { LanguageMap } from "../../domain/language.ts";
import type { Memoized } from "../../domain/memoized.ts";

/**
 * What of the catalogue a booking's record shows. The parts are those of the remembered catalogue, one
 * for all bookings that name the same things: what the list writes of a part is kept with it.
 */
export interface ShownCatalogue {
  readonly activity: Memoized<ShownActivity>;
  readonly ticketType: Memoized<ShownTicketType>;
  /** Null where the activity offers no choice of hosts. */
  readonly host: Memoized<ShownHost> | null;
}

/** The same as it is read, before it is remembered. */
export interface ReadCatalogue {
  readonly activity: ShownActivity;
  readonly ticketType: ShownTicketType;
  readonly host: ShownHost | null;
}

export interface ShownTicketType {
  readonly displayName: string;
  readonly hasLimitedCapacity: boolean;
}

export interface ShownHost {
  readonly displayName: string;
  readonly slotDurationInMinutes: number | null;
}

/** An activity with the campaign that it is in. */
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
