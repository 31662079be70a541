import type { LanguageMap } from "../../domain/language.ts";
import type { Memoized } from "../../domain/memoized.ts";

/**
 * The catalogue records that a booking's record shows. Bookings of the same activity, ticket type or host
 * share one object of the remembered catalogue, and the list keeps that object's JSON with it (`Memoized`).
 */
export interface ShownCatalogue {
  readonly activity: Memoized<ShownActivity>;
  readonly ticketType: Memoized<ShownTicketType>;
  /** Null where the activity offers no choice of hosts. */
  readonly host: Memoized<ShownHost> | null;
}

/** The same records as they are read, before they are remembered. */
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
