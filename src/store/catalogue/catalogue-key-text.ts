import { sql } from "kysely";

/** The catalogue records that a booking names. */
interface CatalogueKeys {
  readonly interactionId: string;
  readonly activityId: string;
  readonly ticketTypeId: string;
  /** Empty where the activity offers no choice of hosts. */
  readonly hostId: string;
}

/** Ids contain no control characters. */
const between = "\u001f";

/** The catalogue keys of a booking's row as one text, which is read, sent and looked up as one value. */
export function catalogueKeyText() {
  return sql<string>`interaction_id || ${sql.lit(between)} || activity_id || ${sql.lit(between)} || ticket_type_id || ${sql.lit(between)} || host_id`;
}

export function parseCatalogueKeyText(keyText: string): CatalogueKeys {
  const [interactionId = "", activityId = "", ticketTypeId = "", hostId = ""] =
    keyText.split(between);
  return { interactionId, activityId, ticketTypeId, hostId };
}
