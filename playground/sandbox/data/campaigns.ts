import { campaignLines, hostLines, ticketTypeLine } from "../../catalogue.ts";
import { dayMs } from "../../lines.ts";

export const tasting = { interaction: "pk_paris", activity: "tasting" } as const;
export const consultation = { interaction: "pk_paris", activity: "consultation" } as const;
export const gardenWalk = { interaction: "pk_paris", activity: "garden-walk" } as const;
export const longEvening = { interaction: "pk_paris", activity: "long-evening" } as const;
export const aperitivo = { interaction: "pk_paris", activity: "aperitivo" } as const;
export const atelier = { interaction: "pk_paris", activity: "atelier" } as const;
export const markup = { interaction: "pk_paris", activity: "markup" } as const;
export const tastingInNewYork = { interaction: "pk_new_york", activity: "tasting" } as const;
export const tea = { interaction: "pk_kathmandu", activity: "tea" } as const;
export const talk = { interaction: "pk_cut_off", activity: "talk" } as const;

/** The slot that is full. Only contacts that show a full slot have bookings there. */
export const fullSlot = { ...tasting, daysAhead: 3, capacity: 2 } as const;
export const startOfFullSlot = (base: number) => base + fullSlot.daysAhead * dayMs;

const groups = [
  { kind: "group", unique_key: "sandbox-fr", display_name: "Maison Sandbox" },
  { kind: "group", unique_key: "sandbox-us", display_name: "Sandbox New York" },
] as const;

const campaigns = [
  campaignLines("paris", {
    id: "5a9db0c5-0000-4000-8000-00000000000a",
    publicKey: "pk_paris",
    group: "sandbox-fr",
    activities: [
      "tasting",
      "consultation",
      "garden-walk",
      "long-evening",
      "aperitivo",
      "atelier",
      "markup",
    ],
  }),
  campaignLines("newYork", {
    id: "5a9db0c5-0000-4000-8000-00000000000b",
    publicKey: "pk_new_york",
    group: "sandbox-us",
    activities: ["tasting"],
  }),
  campaignLines("kathmandu", {
    id: "5a9db0c5-0000-4000-8000-00000000000c",
    publicKey: "pk_kathmandu",
    group: "sandbox-fr",
    activities: ["tea"],
  }),
  campaignLines("cutOff", {
    id: "5a9db0c5-0000-4000-8000-00000000000d",
    publicKey: "pk_cut_off",
    group: "sandbox-fr",
    activities: ["talk"],
  }),
];

const activities = campaigns.flatMap((campaign) => campaign.activities);

/** Every activity has a limited ticket type and an unlimited one. */
const ticketTypes = activities.flatMap(({ interaction, id: activity }) => [
  ticketTypeLine(
    { interaction, activity },
    {
      id: "standard",
      display_name: activity === "markup" ? "<i>Standard</i> & more" : "Standard",
      has_limited_capacity: true,
    },
  ),
  ticketTypeLine(
    { interaction, activity },
    { id: "open", display_name: "Open admission", has_limited_capacity: false },
  ),
]);

/** A type with a limit inside the seats of each slot (A87). */
export const patron = { ticketType: "patron" } as const;
const patronLine = {
  ...ticketTypeLine(gardenWalk, {
    id: patron.ticketType,
    display_name: "Patron",
    has_limited_capacity: true,
  }),
  capacity_per_slot: 1,
};

/** The sandbox's catalogue as lines of a data file. */
export const catalogueLines: readonly object[] = [
  ...groups,
  ...campaigns.map(({ interaction }) => interaction),
  ...activities,
  ...hostLines(consultation, ["station-1", "idris", "archives"]),
  ...ticketTypes,
  patronLine,
];
