import { sql, type RawBuilder } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { carriedMaxMs } from "../../domain/clock.ts";
import { formatInstant } from "../../domain/instant.ts";
import { invariant } from "./invariant.ts";
import { untilNow } from "../write/type-limits.ts";
import { statusEventKinds } from "./history-laws.ts";

interface Row {
  readonly booking: string;
  readonly number: number;
  readonly kind: string;
  readonly at: number;
  readonly overtaken: number;
  readonly example: string;
}

/**
 * Nobody on a waitlist was overtaken by a later entry, unless the event records that this was intended (A40).
 * The invariant judges bookings that the service let in: those made as CONFIRMED, promoted ones, those that have moved, and
 * those that were offered seats. The event of an import does not show who waited when the booking got its seats.
 *
 * A moved booking is judged on its present slot, from its last move on: its history on another slot proves
 * nothing about this one.
 *
 * A later entry of another ticket type may pass one that the limit of its own type refuses (A87). The admission records
 * the types that it passed so, and the type had a limit in the slot at that time. It also records the types, its own
 * among them, of entries that could not move up any more (A101); the catalogue may say something else since. Of a booking that changed its ticket
 * type inside the slot, only what follows is judged, because its type before is not known.
 *
 * `at` decides who came first, and `recorded_at` what the service knew: a booking that was imported onto the
 * waitlist today was not passed over yesterday. Of two events in the same millisecond neither is first.
 * Unlimited ticket types never wait and never overtake, also where the type was limited afterwards, and a
 * booking without a live ticket waits for nothing.
 *
 * A booking for which seats are kept waits no more, and one whose offer ended stands before nobody: its wait ends with
 * the offer. The offer is judged as an admission, and what accepts it is not. A further offer to a booking whose
 * offer ended passes whoever waits then.
 *
 * A comparison of every admitted booking with every waiting one would take minutes for a large slot.
 * `suspect` therefore keeps only pairs that can be violations: an entry that began before an admission and
 * ended after it.
 */
export const nobodyOvertaken = invariant<Row>(
  "nobody-overtaken",
  (accountId, limit, now, { leastUuid }) => sql<Row>`
    with waiting as materialized (${waitingTickets(accountId, now + carriedMaxMs)}),
    admitted as materialized (${admissions(accountId, now + carriedMaxMs)}),
    comer as (
      select *, cast(null as bigint) as leaves_at
      from admitted
      union all
      select
        id,
        slot_number,
        entered_at,
        null,
        null,
        null,
        null,
        ticket_type_number,
        null,
        leaves_at
      from waiting
    ),
    suspect as materialized (
      select *
      from (
        select
          comer.*,
          max(leaves_at) over (
            partition by slot_number
            order by entered_at
            range between unbounded preceding and 1 preceding
          ) as last_leaves_at
        from comer
      ) as judged
      where last_leaves_at > recorded_at
    )
    select
      suspect.id as booking,
      suspect.number,
      suspect.kind,
      suspect.at,
      count(distinct waiting.id) as overtaken,
      ${leastUuid(sql.ref("waiting.id"))} as example
    from suspect
    cross join waiting
    where waiting.slot_number = suspect.slot_number
    and waiting.id <> suspect.id
    and waiting.entered_at < suspect.entered_at
    and waiting.recorded_at < suspect.recorded_at
    and waiting.leaves_at > suspect.recorded_at
    and (waiting.cancelled_at is null or waiting.cancelled_at > suspect.recorded_at)
    and not ${hasPassed("closed")}
    and not (
      waiting.ticket_type_number <> suspect.ticket_type_number
      and ${hasPassed("passed_over")}
      and ${hadLimit(accountId)}
    )
    group by suspect.id, suspect.number, suspect.kind, suspect.at
    order by suspect.id, suspect.number
    limit ${limit}`,
  ({ booking, number, kind, at, overtaken, example }) => ({
    booking,
    message:
      `The booking was ${kind} at ${formatInstant(at)} (event ${number}) past ${overtaken} earlier ` +
      `on the slot's waitlist, among them ${example}, and nothing records that this was meant: ` +
      "look at both with `booking show`, and promote who was passed over.",
  }),
);

/**
 * Each ticket's time on a waitlist, from its entry until the booking's status was set again or seats were offered. One whose
 * end is dated later than now is taken as ended, because nothing says when it ended.
 */
function waitingTickets(accountId: AccountId, latest: number): RawBuilder<unknown> {
  return sql`
    select
      booking.id,
      booking.slot_number,
      booking.ticket_type_number,
      ticket_type.id as ticket_type_id,
      event.at as entered_at,
      event.recorded_at,
      coalesce(
        (
          select case when later.recorded_at > ${latest} then 0 else later.recorded_at end
          from booking_event as later
          where later.account_id = ${accountId}
          and later.booking_id = event.booking_id
          and later.number > event.number
          and later.kind in (${statusEventKinds}, 'offered')
          order by later.number
          limit 1
        ),
        ${sql.lit(Number.MAX_SAFE_INTEGER)}
      ) as leaves_at,
      case when ticket.cancelled_at > ${latest} then 0 else ticket.cancelled_at end as cancelled_at
    from booking_event as event
    cross join booking
    cross join ticket_type
    cross join ticket
    where event.account_id = ${accountId}
    and event.booking_status = 'WAITLIST'
    and event.kind in (${statusEventKinds})
    and ${isSinceLastMove(accountId)}
    and ${isOfLimitedType}
    and ticket.account_id = booking.account_id
    and ticket.booking_id = booking.id`;
}

/**
 * The admissions that are judged, each with the time since which the booking was eligible for its seat: no import, no
 * accepted offer, no change of type inside a slot, and none that was meant to overtake. One that is dated later than now is
 * left out, because that date says nothing about who was there (`dated-in-the-future`).
 */
function admissions(accountId: AccountId, latest: number): RawBuilder<unknown> {
  return sql`
    select
      booking.id,
      booking.slot_number,
      coalesce(
        (
          select earlier.at
          from booking_event as earlier
          where earlier.account_id = ${accountId}
          and earlier.booking_id = event.booking_id
          and earlier.number < event.number
          and earlier.kind in (${statusEventKinds})
          and event.kind <> 'moved'
          and not exists (
            select 1
            from booking_event as lapse
            where lapse.account_id = ${accountId}
            and lapse.booking_id = event.booking_id
            and lapse.number > earlier.number
            and lapse.number < event.number
            and lapse.kind = 'offer-ended'
          )
          order by earlier.number desc
          limit 1
        ),
        ${heldSince},
        event.at
      ) as entered_at,
      event.number,
      event.kind,
      event.at,
      coalesce(${heldSince}, event.recorded_at) as recorded_at,
      booking.ticket_type_number,
      event.details
    from booking_event as event
    cross join booking
    cross join ticket_type
    where event.account_id = ${accountId}
    and event.kind in ('booked', 'promoted', 'moved', 'offered')
    and event.recorded_at <= ${latest}
    and (event.booking_status = 'CONFIRMED' or event.kind = 'offered')
    and coalesce(event.details, '') not like '%"accepted":true%'
    and ${isOfAnotherSlot(sql.ref("event.details"))}
    and ${isSinceLastMove(accountId)}
    and coalesce(event.details, '') not like '%"overtaking":true%'
    and coalesce(event.details, '') not like '%"has_limited_capacity":false%'
    and ${isOfLimitedType}`;
}

/** The last detail of a booking whose seats were held for it since then: it passed nobody who came later. */
const heldSince = sql`
  case
    when event.details like '%,"held_since":_____________}'
    then cast(substr(event.details, length(event.details) - 13, 13) as bigint)
  end`;

/** The admission records that it passed entries of the waiting type so; the id stands there as JSON has it. */
function hasPassed(how: "passed_over" | "closed"): RawBuilder<unknown> {
  return sql`
    replace(
      coalesce(suspect.details, ''),
      ${sql.lit(`{"${how}":"`)} || ${asJson(sql.ref("waiting.ticket_type_id"))} || '"}',
      ''
    ) <> coalesce(suspect.details, '')`;
}

/** No identifier has a control character, so these are the only characters that JSON escapes. */
function asJson(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`replace(replace(${text}, '\\', '\\\\'), '"', '\\"')`;
}

/** The waiting type had a limit in the slot when the suspect was admitted, or at the end or the beginning of that time. */
function hadLimit(accountId: AccountId): RawBuilder<unknown> {
  const ofType = sql`
    limits.account_id = ${accountId}
    and limits.slot_number = waiting.slot_number
    and limits.ticket_type_number = waiting.ticket_type_number`;
  return sql`(
    exists (
      select 1
      from type_limit as limits
      where ${ofType}
      and limits.capacity is not null
      and limits.until = suspect.recorded_at
    )
    or coalesce(
      (
        select case when limits.until = ${sql.lit(untilNow)} then null else coalesce(limits.capacity, -1) end
        from type_limit as limits
        where ${ofType}
        and limits.until > suspect.recorded_at
        order by limits.until
        limit 1
      ),
      (
        select limits.capacity
        from type_limit as limits
        where ${ofType}
        and limits.until = ${sql.lit(untilNow)}
      ),
      (
        select ticket_type.capacity_per_slot
        from ticket_type
        where ticket_type.account_id = ${accountId}
        and ticket_type.number = waiting.ticket_type_number
      ),
      -1
    ) >= 0
  )`;
}

/** A change of ticket type on the same slot, or of the whole slot, admits nobody. */
export function isOfAnotherSlot(details: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    coalesce(${details}, '') not like '%"same_slot":true%'
    and coalesce(${details}, '') not like '%"because":"slot-changed"%'
  )`;
}

/** An import that moves a booking records the move in its event. */
export function isSinceLastMove(accountId: AccountId): RawBuilder<unknown> {
  return sql`
    not exists (
      select 1
      from booking_event as move
      where move.account_id = ${accountId}
      and move.booking_id = event.booking_id
      and move.number > event.number
      and (
        (move.kind = 'updated' and move.details like '%"moved":{%')
        or move.kind = 'moved'
      )
    )`;
}

const isOfLimitedType = sql`
  booking.account_id = event.account_id
  and booking.id = event.booking_id
  and ticket_type.account_id = booking.account_id
  and ticket_type.number = booking.ticket_type_number
  and ticket_type.has_limited_capacity = 1`;
