import { sql } from "kysely";
import { invariant } from "./invariant.ts";

interface Row {
  readonly booking: string;
  readonly activity_id: string;
  readonly ticket_type_id: string;
}

/** A booking's ticket type belongs to its activity. */
export const ticketTypeOfTheActivity = invariant<Row>(
  "ticket-type-of-the-activity",
  (accountId, limit) => sql<Row>`
    select booking.id as booking, booking.activity_id, booking.ticket_type_id
    from booking
    where booking.account_id = ${accountId}
    and not exists (
      select 1
      from ticket_type
      where ticket_type.account_id = booking.account_id
      and ticket_type.interaction_id = booking.interaction_id
      and ticket_type.activity_id = booking.activity_id
      and ticket_type.id = booking.ticket_type_id
    )
    order by booking.contact_id, booking.slot_starting_at, booking.id
    limit ${limit}`,
  ({ booking, activity_id, ticket_type_id }) => ({
    booking,
    message:
      `The booking has the ticket type ${ticket_type_id}, which its activity ${activity_id} does ` +
      "not have: bring the ticket type back with `booking import`.",
  }),
);
