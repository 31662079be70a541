import { activityFields, readActivityLine } from "./activity-line.ts";
import { bookingFields, readBookingLine } from "./booking-line.ts";
import type { DataKind, DataLineOf } from "./data-line.ts";
import { groupFields, readGroupLine } from "./group-line.ts";
import { hostFields, readHostLine } from "./host-line.ts";
import { interactionFields, readInteractionLine } from "./interaction-line.ts";
import type { Field, Reader } from "./reader.ts";
import { readSlotLine, slotFields } from "./slot-line.ts";
import { readTicketTypeLine, ticketTypeFields } from "./ticket-type-line.ts";

/** The fields of each kind of line, and the check that reads them together. */
export const lineKinds: {
  readonly [Kind in DataKind]: {
    readonly read: Reader<DataLineOf<Kind>>;
    readonly fields: Readonly<Record<string, Field<unknown>>>;
  };
} = {
  group: { read: readGroupLine, fields: groupFields },
  interaction: { read: readInteractionLine, fields: interactionFields },
  activity: { read: readActivityLine, fields: activityFields },
  host: { read: readHostLine, fields: hostFields },
  ticket_type: { read: readTicketTypeLine, fields: ticketTypeFields },
  slot: { read: readSlotLine, fields: slotFields },
  booking: { read: readBookingLine, fields: bookingFields },
};
