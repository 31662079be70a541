import { objectWith, required, type ObjectOf } from "./reader.ts";
import { boolean, displayName, identifier, oneOf } from "./values.ts";

export const ticketTypeFields = {
  kind: required(oneOf(["ticket_type"])),
  interaction: required(identifier),
  activity: required(identifier),
  id: required(identifier),
  display_name: required(displayName),
  has_limited_capacity: required(boolean),
};

/** A kind of ticket of an activity; only the limited ones take seats. */
export type TicketTypeLine = ObjectOf<typeof ticketTypeFields>;

export const readTicketTypeLine = objectWith(ticketTypeFields);
