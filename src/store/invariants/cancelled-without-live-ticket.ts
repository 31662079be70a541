import { sql } from "kysely";
import { importTrueState, invariant } from "./invariant.ts";

interface Row {
  readonly booking: string;
  readonly live: number;
}

/** A CANCELLED booking has no live ticket. */
export const cancelledWithoutLiveTicket = invariant<Row>(
  "cancelled-without-live-ticket",
  (accountId, limit) => sql<Row>`
    select booking.id as booking, count(*) as live
    from booking
    cross join ticket
    where booking.account_id = ${accountId}
    and booking.booking_status = 'CANCELLED'
    and ticket.account_id = booking.account_id
    and ticket.booking_id = booking.id
    and ticket.cancelled_at is null
    group by booking.contact_id, booking.slot_starting_at, booking.id
    order by booking.contact_id, booking.slot_starting_at, booking.id
    limit ${limit}`,
  ({ booking, live }) => ({
    booking,
    message: `The booking is CANCELLED, but ${live} of its tickets are live: ${importTrueState}.`,
  }),
);
