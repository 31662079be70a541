import { sql, type RawBuilder } from "kysely";
import { bookingStates } from "../../domain/booking.ts";
import { formatInstant } from "../../domain/instant.ts";
import { importTrueState, invariant } from "./invariant.ts";

interface HistoryRow {
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
export const historyFollowsTheStateTable = invariant<HistoryRow>(
  "history-follows-the-state-table",
  (accountId, limit) => sql<HistoryRow>`
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

function explain(row: HistoryRow): string {
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

interface BookedAtRow {
  readonly booking: string;
  readonly booked_at: number;
  readonly number: number;
  readonly kind: string;
  readonly at: number;
}

/** `booked_at` is the time of the last event that set the status. */
export const bookedAtIsLastStatusEvent = invariant<BookedAtRow>(
  "booked-at-is-last-status-event",
  (accountId, limit) => sql<BookedAtRow>`
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

const kinds = Object.entries(bookingStates);

/** The state table as rows of SQL: kind of event, status before, status after. */
export const stateTableRows: RawBuilder<unknown> = sql.join(
  kinds.flatMap(([kind, { paths }]) =>
    paths.map(([from, to]) => sql`(${sql.lit(kind)}, ${sql.lit(from)}, ${sql.lit(to)})`),
  ),
);

/** The kinds of events that set a booking's status, as a list of SQL. */
export const statusEventKinds: RawBuilder<unknown> = sql.join(
  kinds.filter(([, { isStatusEvent }]) => isStatusEvent).map(([kind]) => sql.lit(kind)),
);
