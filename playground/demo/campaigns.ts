import { campaignLines, hostLines, ticketTypeLine, type TicketTypeLine } from "../catalogue.ts";

/** The public keys of the demo's two campaigns. */
export type DemoCampaign = "pk_summer" | "pk_winter";

const groups = [
  { kind: "group", unique_key: "maison-demo", display_name: "Maison Demo" },
  { kind: "group", unique_key: "maison-demo-us", display_name: "Maison Demo New York" },
] as const;

export const consultation = { interaction: "pk_summer", activity: "consultation" } as const;
/** Open around the time at which the demo is made, so that the desk has arrivals today. */
export const openHouse = { interaction: "pk_summer", activity: "open-house" } as const;

const campaigns = [
  campaignLines("paris", {
    id: "6a1d3c52-8f4e-4b07-9c1a-2e5d7f90b316",
    publicKey: "pk_summer",
    group: "maison-demo",
    title: { fr: "L’été à la maison", en: "Summer at the house" },
    activities: [
      "fragrance-workshop",
      "consultation",
      "garden-walk",
      "tasting",
      "aperitivo",
      openHouse.activity,
    ],
  }),
  campaignLines("newYork", {
    id: "d94b7e10-35c8-4f62-a7d3-81b6e0c4295f",
    publicKey: "pk_winter",
    group: "maison-demo-us",
    title: { en: "Winter evenings", es: "Noches de invierno" },
    activities: ["tasting", "candle-evening", "gift-wrapping"],
  }),
];

/** Every activity has a limited ticket type, and some also an unlimited one. */
export const ticketTypeLines: readonly TicketTypeLine[] = [
  limited("pk_summer", "fragrance-workshop", "Place à l’atelier"),
  unlimited("pk_summer", "fragrance-workshop", "Accompagnant"),
  limited("pk_summer", "consultation", "Rendez-vous"),
  limited("pk_summer", "garden-walk", "Plein tarif"),
  unlimited("pk_summer", "garden-walk", "Enfant de moins de 6 ans"),
  limited("pk_summer", "tasting", "Place au comptoir"),
  unlimited("pk_summer", "tasting", "Presse"),
  limited("pk_summer", "aperitivo", "Place en terrasse"),
  limited("pk_summer", "open-house", "Visite"),
  limited("pk_winter", "tasting", "Seat at the counter"),
  unlimited("pk_winter", "tasting", "Friend of the house"),
  limited("pk_winter", "candle-evening", "Seat at the workbench"),
  limited("pk_winter", "gift-wrapping", "Appointment"),
];

/** The demo's catalogue as lines of a data file. */
export const catalogueLines: readonly object[] = [
  ...groups,
  ...campaigns.map(({ interaction }) => interaction),
  ...campaigns.flatMap(({ activities }) => activities),
  ...hostLines(consultation, ["camille", "idris", "archives"]),
  ...ticketTypeLines,
  // A limit inside the counter's seats, which nobody of the demo needs (A87).
  {
    ...ticketTypeLine(
      { interaction: "pk_summer", activity: "tasting" },
      { id: "vip", display_name: "Place d’honneur", has_limited_capacity: true },
    ),
    capacity_per_slot: 2,
  },
];

export function timezoneOf(publicKey: string): string {
  const found = campaigns.find(({ interaction }) => interaction.public_key === publicKey);
  // An unknown campaign would else get the time zone of the machine.
  if (found === undefined) throw new RangeError(`The demo has no campaign ${publicKey}.`);
  return found.interaction.timezone;
}

interface Activity {
  readonly interaction: string;
  readonly activity: string;
}

export function limitedTicketType(activity: Activity): TicketTypeLine {
  const found = findTicketType(activity, true);
  if (found === null) throw new RangeError(`${activity.activity} has no limited ticket type.`);
  return found;
}

export function findUnlimitedTicketType(activity: Activity): TicketTypeLine | null {
  return findTicketType(activity, false);
}

function findTicketType({ interaction, activity }: Activity, limitedCapacity: boolean) {
  return (
    ticketTypeLines.find(
      (line) =>
        line.interaction === interaction &&
        line.activity === activity &&
        line.has_limited_capacity === limitedCapacity,
    ) ?? null
  );
}

function limited(
  interaction: DemoCampaign,
  activity: string,
  display_name: string,
): TicketTypeLine {
  const ticketType = { id: "standard", display_name, has_limited_capacity: true };
  return ticketTypeLine({ interaction, activity }, ticketType);
}

function unlimited(
  interaction: DemoCampaign,
  activity: string,
  display_name: string,
): TicketTypeLine {
  const ticketType = { id: "guest", display_name, has_limited_capacity: false };
  return ticketTypeLine({ interaction, activity }, ticketType);
}
