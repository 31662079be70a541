import { counted } from "../../domain/counted.ts";
import { sql } from "kysely";
import { invariant, slotOf, type SlotColumns } from "./invariant.ts";

type Row = SlotColumns & {
  readonly taken: number;
  /** Live tickets of CONFIRMED bookings with limited ticket types. They hold seats. */
  readonly confirmed: number;
  /** Live tickets of WAITLIST bookings. They hold no seats. */
  readonly waiting: number;
};

/** The taken seats of a slot are the live tickets of its CONFIRMED bookings with limited ticket types. */
export const seatsEqualLiveTickets = invariant<Row>(
  "seats-equal-live-tickets",
  (accountId, limit) => sql<Row>`
    with held as materialized (
      select
        booking.interaction_id,
        booking.activity_id,
        booking.host_id,
        booking.slot_starting_at,
        sum(case when booking.booking_status = 'CONFIRMED' then 1 else 0 end) as confirmed,
        sum(case when booking.booking_status = 'WAITLIST' then 1 else 0 end) as waiting
      from booking
      cross join ticket_type
      cross join ticket
      where booking.account_id = ${accountId}
      and booking.booking_status <> 'CANCELLED'
      and ticket_type.account_id = booking.account_id
      and ticket_type.interaction_id = booking.interaction_id
      and ticket_type.activity_id = booking.activity_id
      and ticket_type.id = booking.ticket_type_id
      and ticket_type.has_limited_capacity = 1
      and ticket.account_id = booking.account_id
      and ticket.booking_id = booking.id
      and ticket.cancelled_at is null
      group by
        booking.interaction_id,
        booking.activity_id,
        booking.host_id,
        booking.slot_starting_at
    )
    select
      slot.interaction_id,
      slot.activity_id,
      slot.host_id,
      slot.starting_at,
      slot.taken,
      coalesce(held.confirmed, 0) as confirmed,
      coalesce(held.waiting, 0) as waiting
    from slot
    left join held
    on held.interaction_id = slot.interaction_id
    and held.activity_id = slot.activity_id
    and held.host_id = slot.host_id
    and held.slot_starting_at = slot.starting_at
    where slot.account_id = ${accountId}
    and slot.taken <> coalesce(held.confirmed, 0)
    order by slot.interaction_id, slot.activity_id, slot.host_id, slot.starting_at
    limit ${limit}`,
  (row) => ({
    slot: slotOf(row),
    message:
      `The slot counts ${counted(row.taken, "seat")} as taken, but live tickets of CONFIRMED bookings with ` +
      `limited ticket types take ${row.confirmed}${onWaitlist(row)}: its \`taken\` has to be ` +
      `${row.confirmed}.`,
  }),
);

function onWaitlist({ taken, confirmed, waiting }: Row): string {
  return taken > confirmed && waiting > 0 ? `, and the ${waiting} on its waitlist hold none` : "";
}
