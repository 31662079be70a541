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
  /** Whether cut-offs and windows refuse seats there at times. */
  readonly hasWindows: boolean;
}

interface Campaign {
  readonly publicKey: string;
  readonly promotion: "manual" | "automatic" | "offer";
  readonly oneTicketOnly?: boolean;
  readonly hasTypes?: boolean;
  readonly hasWindows?: boolean;
}

const campaigns: readonly [Campaign, ...Campaign[]] = [
  { publicKey: "pk_by_hand", promotion: "manual" },
  { publicKey: "pk_automatic", promotion: "automatic" },
  { publicKey: "pk_single", promotion: "automatic", oneTicketOnly: true },
  // 2 of one type and 18 of the other in a slot of 20.
  { publicKey: "pk_types", promotion: "automatic", oneTicketOnly: true, hasTypes: true },
  { publicKey: "pk_types_by_hand", promotion: "manual", hasTypes: true },
  { publicKey: "pk_windows", promotion: "automatic", hasWindows: true },
  { publicKey: "pk_offers", promotion: "offer" },
];

/** How a campaign whose slots limit single ticket types promotes; undefined for the others. */
export function isOfTypes(publicKey: string): Campaign["promotion"] | undefined {
  return campaigns.find((each) => each.hasTypes === true && each.publicKey === publicKey)
    ?.promotion;
}

/** Whether the campaign offers its free seats, for a minute. */
export function isOffering(publicKey: string): boolean {
  return campaigns.some((each) => each.publicKey === publicKey && each.promotion === "offer");
}

/** Whether the campaign promotes automatically or offers, and at all times. */
export function isAutomatic(publicKey: string): boolean {
  return campaigns.some(
    ({ promotion, hasWindows, ...campaign }) =>
      campaign.publicKey === publicKey && promotion !== "manual" && hasWindows !== true,
  );
}

/** Slots, spread over the campaigns. */
export function stormSlots(count: number): readonly StormSlot[] {
  return Array.from({ length: count }, (_, index) => {
    const campaign = campaigns[index % campaigns.length] ?? campaigns[0];
    const { publicKey, oneTicketOnly = false, hasTypes = false, hasWindows = false } = campaign;
    const hour = Math.floor(index / campaigns.length);
    // The first slot with windows has begun; the longest cut-off, a year, closes the others.
    const yearOfWindows = hour === 0 ? 2025 : new Date().getUTCFullYear() + 1;
    const [year, month] = hasWindows ? [yearOfWindows, 0] : [2031, 4];
    const startingAt = Date.UTC(year, month, 1, 8 + hour);
    const place = { publicKey, activityId: "tasting", hostId: null, startingAt };
    return { place, oneTicketOnly, hasTypes, hasWindows };
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

function campaignLines({ publicKey, promotion, hasTypes = false }: Campaign): object[] {
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
      ...(promotion === "offer" && { waitlist_offer_minutes: 1 }),
    },
    { kind: "activity", interaction: publicKey, id: "tasting", title: { en: "Tasting" } },
    typeLine(publicKey, "standard", hasTypes ? 18 : null),
    ...(hasTypes ? [typeLine(publicKey, "vip", 2)] : []),
    { kind: "ticket_type", ...place, id: "open", display_name: "O", has_limited_capacity: false },
  ];
}

/** The line of a campaign's limited ticket type with some cut-off and some window, mostly open. */
export function windowLine(publicKey: string, draw: (below: number) => number): object {
  const isOpen = draw(2) === 0;
  const [past, future] = ["2025-01-01T00:00:00Z", "2040-01-01T00:00:00Z"];
  return {
    ...typeLine(publicKey, "standard", null),
    booking_cutoff_minutes: isOpen ? [null, 0, -60][draw(3)] : [525_600, null][draw(2)],
    bookable_from: !isOpen && draw(3) === 0 ? future : null,
    bookable_until: isOpen ? null : [null, past, future][draw(3)],
  };
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
