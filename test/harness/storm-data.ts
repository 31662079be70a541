import type { AccountName } from "../../src/domain/account.ts";
import type { NamedPlace } from "../../src/store/seats/find-place.ts";

/** Few slots with few seats, so that everybody meets everybody. */
export const stormAccount: AccountName = { tenant: "storm", environment: "production" };
export const stormClient = "storm-client";

interface StormSlot {
  readonly place: NamedPlace;
  /** Where every booking needs one seat, nobody holds back those behind them. */
  readonly oneTicketOnly: boolean;
}

const campaigns = [
  { publicKey: "pk_by_hand", promotion: "manual", oneTicketOnly: false },
  { publicKey: "pk_automatic", promotion: "automatic", oneTicketOnly: false },
  { publicKey: "pk_single", promotion: "automatic", oneTicketOnly: true },
] as const;

const hours = [8, 9, 10, 11];

export const stormSlots: readonly StormSlot[] = campaigns.flatMap(({ publicKey, oneTicketOnly }) =>
  hours.map((hour) => ({
    place: {
      publicKey,
      activityId: "tasting",
      hostId: null,
      startingAt: Date.UTC(2031, 4, 1, hour),
    },
    oneTicketOnly,
  })),
);

export const stormCatalogue: readonly object[] = [
  { kind: "group", unique_key: "storm", display_name: "Storm" },
  ...campaigns.flatMap(({ publicKey, promotion }) => {
    const place = { interaction: publicKey, activity: "tasting" };
    return [
      {
        kind: "interaction",
        public_key: publicKey,
        group: "storm",
        timezone: "Europe/Paris",
        default_language: "en",
        languages: ["en"],
        waitlist_promotion: promotion,
      },
      { kind: "activity", interaction: publicKey, id: "tasting", title: { en: "Tasting" } },
      {
        kind: "ticket_type",
        ...place,
        id: "standard",
        display_name: "Standard",
        has_limited_capacity: true,
      },
      { kind: "ticket_type", ...place, id: "open", display_name: "O", has_limited_capacity: false },
      ...hours.map((hour) => ({
        kind: "slot",
        ...place,
        starting_at: new Date(Date.UTC(2031, 4, 1, hour)).toISOString(),
        capacity: 4,
      })),
    ];
  }),
];
