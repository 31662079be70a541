import { sql } from "kysely";
import { importTrueState, invariant } from "./invariant.ts";

interface Row {
  readonly booking: string;
}

/**
 * A CONFIRMED booking has a live ticket. A booking without one cannot be cancelled and stays as it is (A38).
 */
export const confirmedWithoutTicket = invariant<Row>(
  "confirmed-without-ticket",
  (accountId, limit) => sql<Row>`
    select booking.id as booking
    from booking
    where booking.account_id = ${accountId}
    and booking.booking_status = 'CONFIRMED'
    and not exists (
      select 1
      from ticket
      where ticket.account_id = booking.account_id
      and ticket.booking_id = booking.id
      and ticket.cancelled_at is null
    )
    order by booking.contact_id, booking.slot_starting_at, booking.id
    limit ${limit}`,
  ({ booking }) => ({
    booking,
    message:
      "The booking is CONFIRMED without a live ticket, and every cancel of it is refused: " +
      `${importTrueState}.`,
  }),
);
