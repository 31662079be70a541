import { sql } from "kysely";
import { invariant } from "./invariant.ts";

interface RemindedRow {
  readonly booking: string;
  readonly first: number;
  readonly again: number;
}

/** A booking has one reminder event for each start and number of minutes, which stand in the event's details. */
export const remindedOnce = invariant<RemindedRow>(
  "reminded-once",
  (accountId, limit) => sql<RemindedRow>`
    select booking_id as booking, min(number) as first, max(number) as again
    from booking_event
    where account_id = ${accountId}
    and kind = 'reminder-due'
    group by booking_id, details
    having count(*) > 1
    order by booking_id, min(number)
    limit ${limit}`,
  ({ booking, first, again }) => ({
    booking,
    message:
      `The booking was reminded of the same start twice, so many minutes before (events ${first} and ${again}): ` +
      "whoever sends mail may have sent it twice. Histories are never changed by the service.",
  }),
);
