import { sql } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { counted } from "../../domain/wording.ts";
import { isAtSlot, slotName } from "../keys.ts";
import { slotColumnsOf, type SlotColumns } from "../write/slot.ts";
import { invariant } from "./invariant.ts";
import { hasOffer } from "../bookings/waitlist-rows.ts";
import { movesUpEnd } from "../write/booking-windows.ts";
import { joinOwnLimit, typeLimit } from "./type-laws.ts";

type CountedSlot = SlotColumns & {
  readonly taken: number;
  /** Live tickets of CONFIRMED bookings with limited ticket types. They hold seats. */
  readonly confirmed: number;
  /** Tickets of live holds and offers of these types. */
  readonly kept: number;
  /** Live tickets of WAITLIST bookings. They hold no seats. */
  readonly waiting: number;
};

/** The taken seats of a slot are the live tickets of its CONFIRMED bookings, and of its live holds, of limited types. */
export const seatsEqualLiveTickets = invariant<CountedSlot>(
  "seats-equal-live-tickets",
  (accountId, limit) => sql<CountedSlot>`
    with held as materialized (
      select
        booking.slot_number,
        sum(case when booking.booking_status = 'CONFIRMED' then 1 else 0 end) as confirmed,
        sum(case when booking.booking_status = 'WAITLIST' then 1 else 0 end) as waiting
      from booking
      cross join ticket_type
      cross join ticket
      where booking.account_id = ${accountId}
      and booking.booking_status <> 'CANCELLED'
      and ${isLimitedAndLive}
      group by booking.slot_number
    ),
    kept as materialized (
      select hold.slot_number, sum(hold.tickets) as tickets
      from hold
      cross join ticket_type
      where hold.account_id = ${accountId}
      and hold.state = 'live'
      and ticket_type.account_id = hold.account_id
      and ticket_type.number = hold.ticket_type_number
      and ticket_type.has_limited_capacity = 1
      group by hold.slot_number
    )
    select
      ${slotName},
      slot.taken,
      coalesce(held.confirmed, 0) as confirmed,
      coalesce(kept.tickets, 0) as kept,
      coalesce(held.waiting, 0) as waiting
    from slot
    left join held
    on held.slot_number = slot.number
    left join kept
    on kept.slot_number = slot.number
    where slot.account_id = ${accountId}
    and slot.taken <> coalesce(held.confirmed, 0) + coalesce(kept.tickets, 0)
    order by ${slotName}
    limit ${limit}`,
  (row) => ({
    slot: slotColumnsOf(row),
    message:
      `The slot counts ${counted(row.taken, "seat")} as taken, but live tickets of CONFIRMED bookings with ` +
      `limited ticket types take ${row.confirmed}${inHolds(row)}${onWaitlist(row)}: its \`taken\` has to be ` +
      `${row.confirmed + row.kept}.`,
  }),
);

function inHolds({ kept }: CountedSlot): string {
  return kept === 0 ? "" : `, and live holds and offers ${kept}`;
}

function onWaitlist({ taken, confirmed, kept, waiting }: CountedSlot): string {
  return taken > confirmed + kept && waiting > 0
    ? `, and the ${waiting} on its waitlist hold none`
    : "";
}

type OverfullSlot = SlotColumns & {
  readonly taken: number;
  readonly capacity: number;
  readonly overbooked_by: number;
};

/** The taken seats never exceed the capacity by more than the operator's recorded overbooking. */
export const seatsWithinCapacity = invariant<OverfullSlot>(
  "seats-within-capacity",
  (accountId, limit) => sql<OverfullSlot>`
    select interaction_id, activity_id, host_id, starting_at, taken, capacity, overbooked_by
    from slot
    where account_id = ${accountId}
    and taken > capacity + overbooked_by
    order by interaction_id, activity_id, host_id, starting_at
    limit ${limit}`,
  (row) => ({
    slot: slotColumnsOf(row),
    message:
      `${counted(row.taken, "seat is", "seats are")} taken of ${row.capacity}, and ` +
      `${counted(row.overbooked_by, "more was", "more were")} ` +
      "overbooked on purpose: raise the capacity with `booking import`, or cancel " +
      `${counted(row.taken - row.capacity - row.overbooked_by, "ticket")}.`,
  }),
);

interface FreedByWaitingRow {
  readonly booking: string;
  readonly number: number;
  readonly kind: string;
}

/**
 * A WAITLIST booking holds no seat, so none of its changes gives one back (A41). `seats-equal-live-tickets`
 * checks that no slot counts its waitlist among the taken seats.
 */
export const waitlistHoldsNoSeat = invariant<FreedByWaitingRow>(
  "waitlist-holds-no-seat",
  (accountId, limit) => sql<FreedByWaitingRow>`
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

type WaitedForSlot = SlotColumns & {
  readonly free: number;
  readonly first: string;
  readonly needs: number;
  /** Until when the entry moves up by itself; milliseconds UTC. */
  readonly until: number;
};

/**
 * On a campaign that promotes or offers by itself, the first entry of a waitlist that its type's limit admits needs more
 * seats than are free (A40, A87). The order is that of a promotion: by entry time, then by id, among the bookings of
 * limited ticket types that have a live ticket. Behind an entry that its type's limit refuses, nobody of its type moves
 * up, so the first of each type stands for all. Who moves up by itself no more is passed over too (A101), and so is who
 * has an offer, or had one that ended.
 */
export const nobodyWaitsForAFreeSeat = invariant<WaitedForSlot>(
  "nobody-waits-for-a-free-seat",
  (accountId, limit, now) => sql<WaitedForSlot>`
    with line as (
      select
        ${slotName},
        slot.number,
        slot.capacity - slot.taken as free,
        booking.id as first,
        booking.booked_at,
        booking.ticket_type_number,
        ${typeLimit} as type_limit,
        count(*) as needs,
        min(${movesUpEnd}) as moves_up_until,
        row_number() over (
          partition by slot.number, booking.ticket_type_number
          order by booking.booked_at, booking.id
        ) as position_in_type
      from interaction
      cross join slot
      cross join booking
      cross join ticket_type
      cross join ticket
      ${joinOwnLimit(accountId)}
      where interaction.account_id = ${accountId}
      and interaction.waitlist_promotion <> 'manual'
      and slot.account_id = interaction.account_id
      and slot.interaction_id = interaction.id
      and slot.taken < slot.capacity
      and booking.account_id = slot.account_id
      and ${isAtSlot}
      and booking.booking_status = 'WAITLIST'
      and not ${hasOffer(accountId, "('live', 'ended')")}
      and ${isLimitedAndLive}
      and ${movesUpEnd} > ${now}
      group by
        ${slotName},
        slot.number,
        slot.capacity,
        slot.taken,
        booking.booked_at,
        booking.id,
        booking.ticket_type_number,
        ticket_type.capacity_per_slot,
        own.capacity
    ),
    admitted as (
      select
        line.*,
        row_number() over (
          partition by number
          order by booked_at, first
        ) as position
      from line
      where position_in_type = 1
      and (type_limit is null or needs <= type_limit - ${takenOfLine(accountId)})
    )
    select interaction_id, activity_id, host_id, starting_at, free, first, needs, moves_up_until as until
    from admitted
    where position = 1
    and needs <= free
    order by interaction_id, activity_id, host_id, starting_at
    limit ${limit}`,
  (row) => ({
    slot: slotColumnsOf(row),
    message:
      `Booking ${row.first}, the first in line that the limit of its ticket type admits, waits for ${row.needs} of ` +
      `the slot's seats while ${row.free} are free and the campaign promotes or offers by itself: ` +
      `\`booking promote ${row.first}\` confirms it and everybody behind it who fits.`,
  }),
  // A seat that was freed after the end, and before the statement saw it, is nobody's.
  ({ until }, seenBy) => until > seenBy,
);

/** What is taken of the entry's type in its slot: by CONFIRMED bookings, and by live holds and offers. */
function takenOfLine(accountId: AccountId) {
  return sql`(
    coalesce((
      select sum(hold.tickets)
      from hold
      where hold.account_id = ${accountId}
      and hold.slot_number = line.number
      and hold.state = 'live'
      and hold.ticket_type_number = line.ticket_type_number
    ), 0)
    + (
      select count(*)
      from booking as holder
      cross join ticket as held
      where holder.account_id = ${accountId}
      and holder.slot_number = line.number
      and holder.booking_status = 'CONFIRMED'
      and holder.ticket_type_number = line.ticket_type_number
      and held.account_id = ${accountId}
      and held.booking_id = holder.id
      and held.cancelled_at is null
    )
  )`;
}

/** Of the booking's type and tickets: a limited ticket type, and a live ticket. */
const isLimitedAndLive = sql`
  ticket_type.account_id = booking.account_id
  and ticket_type.number = booking.ticket_type_number
  and ticket_type.has_limited_capacity = 1
  and ticket.account_id = booking.account_id
  and ticket.booking_id = booking.id
  and ticket.cancelled_at is null`;
