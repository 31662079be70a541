import { sql } from "kysely";
import { importTrueState, invariant } from "./invariant.ts";
import { stateTableRows } from "./state-table.ts";

interface Row {
  readonly booking: string;
  readonly booking_status: string;
  /** The first event that leaves the path; null for a booking without events. */
  readonly number: number | null;
  readonly kind: string;
  readonly status_before: string | null;
  readonly status_after: string;
  /** Null where the event is no step of the state table. */
  readonly step: string | null;
}

/**
 * The history of a booking is a path of the state table: its events are numbered from 1 without gaps, each is
 * a step of the table, and the last one ends in the booking's status.
 */
export const historyFollowsTheStateTable = invariant<Row>(
  "history-follows-the-state-table",
  (accountId, limit) => sql<Row>`
    with step (kind, status_before, status_after) as materialized (values ${stateTableRows})
    select
      booking.id as booking,
      booking.booking_status,
      event.number,
      event.kind,
      earlier.booking_status as status_before,
      event.booking_status as status_after,
      step.kind as step
    from booking
    left join booking_event as event
    on event.account_id = booking.account_id
    and event.booking_id = booking.id
    left join booking_event as earlier
    on earlier.account_id = event.account_id
    and earlier.booking_id = event.booking_id
    and earlier.number = event.number - 1
    left join step
    on step.kind = event.kind
    and step.status_before = coalesce(earlier.booking_status, '')
    and step.status_after = event.booking_status
    where booking.account_id = ${accountId}
    and (
      step.kind is null
      or (event.number <> 1 and earlier.number is null)
      or (
        event.booking_status <> booking.booking_status
        and not exists (
          select 1
          from booking_event as later
          where later.account_id = ${accountId}
          and later.booking_id = event.booking_id
          and later.number > event.number
        )
      )
    )
    order by booking.contact_id, booking.slot_starting_at, booking.id, event.number
    limit ${limit}`,
  (row) => ({ booking: row.booking, message: `${explain(row)}.` }),
);

const lookAtBackup = "compare it with a backup, since histories are never changed by the service";

function explain(row: Row): string {
  const { number, kind, status_before, status_after, booking_status } = row;
  if (number === null) return `The booking has no history: ${lookAtBackup}`;
  const event = `Event ${number} (${kind})`;
  if (number !== 1 && status_before === null) {
    return `${event} of the booking's history follows no event ${number - 1}: ${lookAtBackup}`;
  }
  if (row.step !== null) {
    return `The booking is ${booking_status}, but its last event (${number}, ${kind}) made it ${status_after}: ${importTrueState}`;
  }
  return status_before === null
    ? `The booking's history begins as ${status_after} with event 1 (${kind}) instead of with booked or imported: ${lookAtBackup}`
    : `${event} takes the booking from ${status_before} to ${status_after}, which is no transition: ${lookAtBackup}`;
}
