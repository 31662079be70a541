import { sql } from "kysely";
import { invariant, slotOf, type SlotColumns } from "./invariant.ts";

type Row = SlotColumns & {
  readonly free: number;
  readonly first: string;
  readonly needs: number;
};

/**
 * On a campaign that promotes automatically, the first entry of a waitlist needs more seats than are free
 * (A40). The order is that of a promotion: by entry time, then by id, among the bookings of limited ticket
 * types that have a live ticket.
 */
export const nobodyWaitsForAFreeSeat = invariant<Row>(
  "nobody-waits-for-a-free-seat",
  (accountId, limit) => sql<Row>`
    with line as (
      select
        slot.interaction_id,
        slot.activity_id,
        slot.host_id,
        slot.starting_at,
        slot.capacity - slot.taken as free,
        booking.id as first,
        count(*) as needs,
        row_number() over (
          partition by slot.interaction_id, slot.activity_id, slot.host_id, slot.starting_at
          order by booking.booked_at, booking.id
        ) as position
      from interaction
      cross join slot
      cross join booking
      cross join ticket_type
      cross join ticket
      where interaction.account_id = ${accountId}
      and interaction.waitlist_promotion = 'automatic'
      and slot.account_id = interaction.account_id
      and slot.interaction_id = interaction.id
      and slot.taken < slot.capacity
      and booking.account_id = slot.account_id
      and booking.interaction_id = slot.interaction_id
      and booking.activity_id = slot.activity_id
      and booking.host_id = slot.host_id
      and booking.slot_starting_at = slot.starting_at
      and booking.booking_status = 'WAITLIST'
      and ticket_type.account_id = booking.account_id
      and ticket_type.interaction_id = booking.interaction_id
      and ticket_type.activity_id = booking.activity_id
      and ticket_type.id = booking.ticket_type_id
      and ticket_type.has_limited_capacity = 1
      and ticket.account_id = booking.account_id
      and ticket.booking_id = booking.id
      and ticket.cancelled_at is null
      group by
        slot.interaction_id,
        slot.activity_id,
        slot.host_id,
        slot.starting_at,
        slot.capacity,
        slot.taken,
        booking.booked_at,
        booking.id
    )
    select interaction_id, activity_id, host_id, starting_at, free, first, needs
    from line
    where position = 1
    and needs <= free
    order by interaction_id, activity_id, host_id, starting_at
    limit ${limit}`,
  (row) => ({
    slot: slotOf(row),
    message:
      `Booking ${row.first}, the first in line, waits for ${row.needs} of the slot's seats while ` +
      `${row.free} are free and the campaign promotes automatically: ` +
      `\`booking promote ${row.first}\` confirms it and everybody behind it who fits.`,
  }),
);
