import { formatInstant } from "../../src/domain/instant.ts";
import { elsewhere, vipLine, type OwnSlot } from "./booking-callers.ts";
import { slotSeats } from "./booking-model.ts";

export const offeringKey = "pk_offering";
export const offeringCampaign = [
  {
    kind: "interaction",
    public_key: offeringKey,
    group: "acme-fr",
    timezone: "Europe/Paris",
    default_language: "fr",
    languages: ["fr"],
    waitlist_promotion: "offer",
  },
  { kind: "activity", interaction: offeringKey, id: "first", title: { fr: "Dégustation" } },
];

/** Each second slot is one whose free seats are offered. All begin within a year, so that a cut-off may close them. */
export function ownSlot(number: number): OwnSlot {
  const start = Math.ceil(Date.now() / 60_000) * 60_000 + 30 * 86_400_000 + number * 60_000;
  return {
    interaction: number % 2 === 0 ? offeringKey : "pk_summer",
    activity: `slot-${number}`,
    start: formatInstant(start),
  };
}

export function linesOf({ interaction, activity, start }: OwnSlot): object[] {
  const place = { interaction, activity };
  const standard = { id: "standard", display_name: "S", has_limited_capacity: true };
  const seatsForAll = { capacity: 1_000_000, ticket_types: { vip: 1_000_000 } };
  return [
    { kind: "activity", interaction, id: activity, title: { fr: "Dégustation" } },
    { kind: "ticket_type", ...place, ...standard },
    vipLine(place),
    { kind: "slot", ...place, starting_at: start, capacity: slotSeats },
    { kind: "slot", ...place, starting_at: elsewhere, ...seatsForAll },
  ];
}
