import { sql } from "kysely";
import { carriedMaxMs } from "../../domain/clock.ts";
import { formatInstant } from "../../domain/instant.ts";
import { invariant } from "./invariant.ts";

interface Row {
  readonly booking: string;
  readonly at: number;
}

/**
 * Nothing has happened to a booking later than now: such a date comes from a clock that was ahead, here or in the
 * system of a file. An import takes dates from up to a minute ahead.
 */
export const datedInTheFuture = invariant<Row>(
  "dated-in-the-future",
  (accountId, limit, now) => sql<Row>`
    select booking, max(at) as at
    from (
      select booking_id as booking, ${later("at", "recorded_at")} as at
      from booking_event
      where account_id = ${accountId}
      and (at > ${now + carriedMaxMs} or recorded_at > ${now + carriedMaxMs})
      union all
      select id, booked_at
      from booking
      where account_id = ${accountId}
      and booked_at > ${now + carriedMaxMs}
      union all
      select booking_id, ${later("coalesce(cancelled_at, 0)", "coalesce(attendee_checked_in_at, 0)")}
      from ticket
      where account_id = ${accountId}
      and (cancelled_at > ${now + carriedMaxMs} or attendee_checked_in_at > ${now + carriedMaxMs})
    ) as dated
    group by booking
    order by booking
    limit ${limit}`,
  ({ booking, at }) => ({
    booking,
    message:
      `The booking is dated ${formatInstant(at)}, which is later than now: a clock was ahead. ` +
      "Set the clocks by NTP. An export writes such a time as the moment of the export.",
  }),
);

/** The engines name the greater of two values differently. */
function later(one: string, other: string) {
  return sql.raw(`case when ${one} > ${other} then ${one} else ${other} end`);
}
