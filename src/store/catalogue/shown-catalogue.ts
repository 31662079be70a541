import type { LanguageMap } from "../../domain/language.ts";

/** What of the catalogue a booking's record shows. */
export interface ShownCatalogue {
  readonly activity: ShownActivity;
  readonly ticketType: { readonly displayName: string; readonly hasLimitedCapacity: boolean };
  /** Null where the activity offers no choice of hosts. */
  readonly host: {
    readonly displayName: string;
    readonly slotDurationInMinutes: number | null;
  } | null;
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
