import { sql } from "kysely";
import { invariant } from "./invariant.ts";

interface Row {
  readonly booking: string;
  readonly number: number;
  readonly kind: string;
}

/**
 * A WAITLIST booking holds no seat, so none of its changes gives one back (A41). `seats-equal-live-tickets`
 * checks that no slot counts its waitlist among the taken seats.
 */
export const waitlistHoldsNoSeat = invariant<Row>(
  "waitlist-holds-no-seat",
  (accountId, limit) => sql<Row>`
    select event.booking_id as booking, event.number, event.kind
    from booking_event as event
    cross join booking_event as earlier
    where event.account_id = ${accountId}
    and event.details like '%"seats_freed":%'
    and event.details not like '%"seats_freed":0%'
    and earlier.account_id = event.account_id
    and earlier.booking_id = event.booking_id
    and earlier.number = event.number - 1
    and earlier.booking_status = 'WAITLIST'
    order by event.booking_id, event.number
    limit ${limit}`,
  ({ booking, number, kind }) => ({
    booking,
    message:
      `Event ${number} (${kind}) gave seats of the slot back although the booking was on the ` +
      "waitlist, which holds none: whoever was let in for them overbooked the slot.",
  }),
);
