import type { AccountName } from "../../src/domain/account.ts";
import type { NamedSlot } from "../../src/store/write/named-slot.ts";

/** Few slots with few seats, so that operations conflict. */
export const stormAccount: AccountName = { tenant: "storm", environment: "production" };
export const stormClient = "storm-client";

export interface StormSlot {
  readonly place: NamedSlot;
  /** Where every booking needs one seat, no entry holds back those behind it. */
  readonly oneTicketOnly: boolean;
  /** Whether its slots limit single ticket types, and nothing is overbooked there. */
  readonly hasTypes: boolean;
}

const campaigns = [
  { publicKey: "pk_by_hand", promotion: "manual", oneTicketOnly: false, hasTypes: false },
  { publicKey: "pk_automatic", promotion: "automatic", oneTicketOnly: false, hasTypes: false },
  { publicKey: "pk_single", promotion: "automatic", oneTicketOnly: true, hasTypes: false },
  // 2 of one type and 18 of the other in a slot of 20.
  { publicKey: "pk_types", promotion: "automatic", oneTicketOnly: true, hasTypes: true },
  { publicKey: "pk_types_by_hand", promotion: "manual", oneTicketOnly: false, hasTypes: true },
] as const;

/** How a campaign whose slots limit single ticket types promotes; undefined for the others. */
export function isOfTypes(publicKey: string): "manual" | "automatic" | undefined {
  return campaigns.find((each) => each.hasTypes && each.publicKey === publicKey)?.promotion;
}

/** Whether the campaign promotes automatically. */
export function isAutomatic(publicKey: string): boolean {
  return campaigns.some(
    (campaign) => campaign.publicKey === publicKey && campaign.promotion === "automatic",
  );
}

/** Slots, spread over the campaigns. */
export function stormSlots(count: number): readonly StormSlot[] {
  return Array.from({ length: count }, (_, index) => {
    const { publicKey, oneTicketOnly, hasTypes } =
      campaigns[index % campaigns.length] ?? campaigns[0];
    const hour = Math.floor(index / campaigns.length);
    const startingAt = Date.UTC(2031, 4, 1, 8 + hour);
    const place = { publicKey, activityId: "tasting", hostId: null, startingAt };
    return { place, oneTicketOnly, hasTypes };
  });
}

/** The lines of a data file without bookings. */
export function stormCatalogue(slots: number): readonly object[] {
  return [
    { kind: "group", unique_key: "storm", display_name: "Storm" },
    ...campaigns.flatMap(campaignLines),
    ...stormSlots(slots).map(({ place, hasTypes }) => ({
      kind: "slot",
      interaction: place.publicKey,
      activity: place.activityId,
      starting_at: new Date(place.startingAt).toISOString(),
      capacity: hasTypes ? 20 : 4,
    })),
  ];
}

function campaignLines({ publicKey, promotion, hasTypes }: (typeof campaigns)[number]): object[] {
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
    typeLine(publicKey, "standard", hasTypes ? 18 : null),
    ...(hasTypes ? [typeLine(publicKey, "vip", 2)] : []),
    { kind: "ticket_type", ...place, id: "open", display_name: "O", has_limited_capacity: false },
  ];
}

/** The line of a ticket type that takes seats. */
export function typeLine(publicKey: string, id: "standard" | "vip", limit: number | null): object {
  return {
    kind: "ticket_type",
    interaction: publicKey,
    activity: "tasting",
    id,
    display_name: id,
    has_limited_capacity: true,
    capacity_per_slot: limit,
  };
}
