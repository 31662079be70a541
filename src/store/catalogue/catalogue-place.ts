import { sql } from "kysely";

/** Which things of an account's catalogue a booking names. */
interface CatalogueKeys {
  readonly interactionId: string;
  readonly activityId: string;
  readonly ticketTypeId: string;
  /** Empty where the activity offers no choice of hosts. */
  readonly hostId: string;
}

/** No id has a control character in it. */
const between = "\u001f";

/** The keys that a row of bookings has, as one text: it is read, sent and looked up as one. */
export function cataloguePlace() {
  return sql<string>`interaction_id || ${sql.lit(between)} || activity_id || ${sql.lit(between)} || ticket_type_id || ${sql.lit(between)} || host_id`;
}

export function keysOfPlace(place: string): CatalogueKeys {
  const [interactionId = "", activityId = "", ticketTypeId = "", hostId = ""] =
    place.split(between);
  return { interactionId, activityId, ticketTypeId, hostId };
}
