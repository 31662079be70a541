import { ticketTypeLine, type TicketTypeLine } from "../fixtures/catalogue.ts";
import type { InCampaign } from "./catalogue.ts";

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
  interaction: InCampaign["interaction"],
  activity: string,
  display_name: string,
): TicketTypeLine {
  const ticketType = { id: "standard", display_name, has_limited_capacity: true };
  return ticketTypeLine({ interaction, activity }, ticketType);
}

function unlimited(
  interaction: InCampaign["interaction"],
  activity: string,
  display_name: string,
): TicketTypeLine {
  const ticketType = { id: "guest", display_name, has_limited_capacity: false };
  return ticketTypeLine({ interaction, activity }, ticketType);
}
