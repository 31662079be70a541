import { sql, type RawBuilder } from "kysely";
import { carriedMaxMs } from "../../domain/clock.ts";
import { transitionsOfEvent } from "../../domain/booking.ts";
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
    on step.kind = cast(event.kind as text)
    and step.status_before = coalesce(cast(earlier.booking_status as text), '')
    and step.status_after = cast(event.booking_status as text)
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
    order by booking.contact_number, booking.slot_starting_at, booking.id, event.number
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
    order by booking.contact_number, booking.slot_starting_at, booking.id
    limit ${limit}`,
  ({ booking, booked_at, number, kind, at }) => ({
    booking,
    message:
      `booked_at is ${formatInstant(booked_at)}, but the status was set at ${formatInstant(at)} ` +
      `(event ${number}, ${kind}): ${importTrueState}.`,
  }),
);

const kinds = Object.entries(transitionsOfEvent);

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

interface DatedRow {
  readonly booking: string;
  readonly at: number;
}

/**
 * Nothing has happened to a booking later than now: such a date comes from a clock that was ahead, here or in the
 * system of a file. An import takes dates from up to a minute ahead.
 */
export const datedInTheFuture = invariant<DatedRow>(
  "dated-in-the-future",
  (accountId, limit, now) => sql<DatedRow>`
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

interface TellingRow {
  readonly booking: string;
  readonly place: string;
}

const hasName = sql`(event.details like '%"display_name":"%' or event.details like '%"display_name":[%')`;

/**
 * No booking discloses who an erased contact was (B93). Its bookings have no name of an attendee, no data of a shop, and in
 * their histories no name, and no reason before the erasure. A reason of a later change belongs to that change. Of a
 * booking that the contact gave away, this holds of the history until then.
 */
export const erasedContactLeavesNothing = invariant<TellingRow>(
  "erased-contact-leaves-nothing",
  (accountId, limit, _now, { uuidAsText }) => sql<TellingRow>`
    with erased (id) as materialized (
      select concat(${uuidAsText(sql.ref("contact.id"))}, '')
      from contact
      where contact.account_id = ${accountId}
      and contact.external_id like ${erased}
    )
    select event.booking_id as booking, 'event ' || event.number as place
    from booking_event as given
    cross join booking_event as event
    where given.account_id = ${accountId}
    and given.kind = 'contact-changed'
    and substr(given.details, ${idStands}, 36) in (select erased.id from erased)
    and event.account_id = ${accountId}
    and event.booking_id = given.booking_id
    and event.number <= given.number
    and (${hasName} or event.details like '%"reason":"%')
    union
    select booking.id as booking, 'its data' as place
    from contact
    cross join booking
    cross join booking_data
    where contact.account_id = ${accountId}
    and contact.external_id like ${erased}
    and booking.account_id = ${accountId}
    and booking.contact_number = contact.number
    and booking_data.account_id = ${accountId}
    and booking_data.booking_id = booking.id
    and coalesce(booking_data.reference, booking_data.data) is not null
    union all
    select booking.id as booking, 'ticket ' || ticket.number as place
    from contact
    cross join booking
    cross join ticket
    where contact.account_id = ${accountId}
    and contact.external_id like ${erased}
    and booking.account_id = ${accountId}
    and booking.contact_number = contact.number
    and ticket.account_id = ${accountId}
    and ticket.booking_id = booking.id
    and coalesce(ticket.attendee_display_name, ticket.attendee_words) is not null
    union all
    select booking.id as booking, 'event ' || event.number as place
    from contact
    cross join booking
    cross join booking_event as event
    where contact.account_id = ${accountId}
    and contact.external_id like ${erased}
    and booking.account_id = ${accountId}
    and booking.contact_number = contact.number
    and event.account_id = ${accountId}
    and event.booking_id = booking.id
    and (
      ${hasName}
      or (
        event.details like '%"reason":"%'
        and exists (
          select 1
          from booking_event as erasure
          where erasure.account_id = ${accountId}
          and erasure.booking_id = event.booking_id
          and erasure.number > event.number
          and erasure.kind = 'contact-erased'
        )
      )
    )
    order by 1, 2
    limit ${limit}`,
  ({ booking, place }) => ({
    booking,
    message:
      `A contact of the booking was erased, and ${place} still has a name, a reason or the like: ` +
      "erase the contact once more over the operator API.",
  }),
);

/** Where the id of who gave a booking away begins in the details of the event. */
const idStands = sql.lit('{"contact":["'.length + 1);

/** The external id of an erased contact, as `isErased` knows it. */
const erased = "erased-________-____-____-____-____________";
