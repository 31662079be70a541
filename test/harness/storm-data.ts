import type { AccountName } from "../../src/domain/account.ts";
import type { NamedSlot } from "../../src/store/bookings/named-slot.ts";

/** Few slots with few seats, so that operations conflict. */
export const stormAccount: AccountName = { tenant: "storm", environment: "production" };
export const stormClient = "storm-client";

interface StormSlot {
  readonly place: NamedSlot;
  /** Where every booking needs one seat, no entry holds back those behind it. */
  readonly oneTicketOnly: boolean;
}

const campaigns = [
  { publicKey: "pk_by_hand", promotion: "manual", oneTicketOnly: false },
  { publicKey: "pk_automatic", promotion: "automatic", oneTicketOnly: false },
  { publicKey: "pk_single", promotion: "automatic", oneTicketOnly: true },
] as const;

/** Whether the campaign promotes automatically. */
export function isAutomatic(publicKey: string): boolean {
  return campaigns.some(
    (campaign) => campaign.publicKey === publicKey && campaign.promotion === "automatic",
  );
}

/** Slots, spread over the campaigns. */
export function stormSlots(count: number): readonly StormSlot[] {
  return Array.from({ length: count }, (_, index) => {
    const { publicKey, oneTicketOnly } = campaigns[index % campaigns.length] ?? campaigns[0];
    const hour = Math.floor(index / campaigns.length);
    const startingAt = Date.UTC(2031, 4, 1, 8 + hour);
    const place = { publicKey, activityId: "tasting", hostId: null, startingAt };
    return { place, oneTicketOnly };
  });
}

/** The lines of a data file without bookings. */
export function stormCatalogue(slots: number): readonly object[] {
  return [
    { kind: "group", unique_key: "storm", display_name: "Storm" },
    ...campaigns.flatMap(campaignLines),
    ...stormSlots(slots).map(({ place }) => ({
      kind: "slot",
      interaction: place.publicKey,
      activity: place.activityId,
      starting_at: new Date(place.startingAt).toISOString(),
      capacity: 4,
    })),
  ];
}

function campaignLines({ publicKey, promotion }: (typeof campaigns)[number]): object[] {
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
  ];
}
