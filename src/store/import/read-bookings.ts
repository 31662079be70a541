import { namedBy, numberedBy } from "../keys.ts";
import { keepStatement } from "../statement.ts";
import { ofOffer, offerColumns } from "../write/booking-of-rows.ts";
import { keyedBookings } from "../write/load.ts";
import { shopColumns } from "../write/shop-columns.ts";
import type { KeyedValues } from "../write/slot.ts";

/** The bookings as lines of a data file name them; `readTickets` reads their tickets. */
export const readNamedBookings = keepStatement((database, values: KeyedValues, dialect) =>
  keyedBookings(database, values, dialect)
    .innerJoin("contact", numberedBy("contact", "booking"))
    .innerJoin("slot", numberedBy("slot", "booking"))
    .innerJoin("ticket_type", numberedBy("ticket_type", "booking"))
    .leftJoin("booking_data", namedBy("booking", "booking_data"))
    .leftJoin("hold as offer", ofOffer)
    .select(offerColumns)
    .select(shopColumns)
    .select(["interaction.public_key", "contact.external_id", "contact.id as contact_id"])
    .select(["slot.activity_id", "slot.host_id", "ticket_type.id as ticket_type_id"]),
);

export const readTickets = keepStatement((database, values: KeyedValues, { inputRows }) =>
  database
    .selectFrom(inputRows(values, { id: "uuid" }))
    .crossJoin("ticket")
    .select([
      "ticket.booking_id",
      "ticket.cancelled_at",
      "ticket.attendee_display_name",
      "ticket.attendee_checked_in_at",
    ])
    .where("ticket.account_id", "=", values.accountId)
    .whereRef("ticket.booking_id", "=", "input_rows.id")
    .orderBy("ticket.booking_id")
    .orderBy("ticket.number"),
);
