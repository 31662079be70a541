import { sql } from "kysely";
import { formatInstant } from "../../domain/instant.ts";
import { importTrueState, invariant } from "./invariant.ts";
import { statusEventKinds } from "./state-table.ts";

interface Row {
  readonly booking: string;
  readonly booked_at: number;
  readonly number: number;
  readonly kind: string;
  readonly at: number;
}

/** `booked_at` is the time of the last event that set the status. */
export const bookedAtIsLastStatusEvent = invariant<Row>(
  "booked-at-is-last-status-event",
  (accountId, limit) => sql<Row>`
    select booking.id as booking, booking.booked_at, event.number, event.kind, event.at
    from booking
    cross join booking_event as event
    where booking.account_id = ${accountId}
    and event.account_id = booking.account_id
    and event.booking_id = booking.id
    and event.at <> booking.booked_at
    and event.kind in (${statusEventKinds})
    and not exists (
      select 1
      from booking_event as later
      where later.account_id = event.account_id
      and later.booking_id = event.booking_id
      and later.number > event.number
      and later.kind in (${statusEventKinds})
    )
    order by booking.contact_id, booking.slot_starting_at, booking.id
    limit ${limit}`,
  ({ booking, booked_at, number, kind, at }) => ({
    booking,
    message:
      `booked_at is ${formatInstant(booked_at)}, but the status was set at ${formatInstant(at)} ` +
      `(event ${number}, ${kind}): ${importTrueState}.`,
  }),
);
