import { query } from "./query.ts";

export { query };

export function takenSeats(databaseUrl: string): number {
  return Number(
    query(databaseUrl, "select coalesce(sum(taken), 0) as taken from slot")[0]?.["taken"],
  );
}

/** The seats that are kept for a while. */
const held = `coalesce((
  select sum(hold.tickets)
  from hold
  join ticket_type on ticket_type.account_id = hold.account_id
    and ticket_type.number = hold.ticket_type_number
    and ticket_type.has_limited_capacity = 1
  where hold.account_id = slot.account_id and hold.slot_number = slot.number and hold.state = 'live'
), 0)`;

/**
 * The invariants that a cancel could break, as SQL that finds violations: seats equal live tickets and live holds, a
 * cancelled booking has no live ticket, booked_at is the last event's time.
 */
export function breaches(databaseUrl: string): Record<string, unknown>[] {
  return [
    ...query(
      databaseUrl,
      `select starting_at, taken, live, held
       from (
         select slot.starting_at, slot.taken, count(ticket.number) as live, ${held} as held
         from slot
         left join booking on booking.account_id = slot.account_id
           and booking.slot_number = slot.number
           and booking.booking_status = 'CONFIRMED'
         left join ticket_type on ticket_type.account_id = booking.account_id
           and ticket_type.number = booking.ticket_type_number
         left join ticket on ticket.account_id = booking.account_id
           and ticket.booking_id = booking.id
           and ticket.cancelled_at is null
           and ticket_type.has_limited_capacity = 1
         group by slot.account_id, slot.number, slot.starting_at, slot.taken
       ) as slots
       where taken <> live + held`,
    ),
    ...query(
      databaseUrl,
      `select booking.id
       from booking
       join ticket on ticket.account_id = booking.account_id and ticket.booking_id = booking.id
       where booking.booking_status = 'CANCELLED' and ticket.cancelled_at is null`,
    ),
    ...query(
      databaseUrl,
      `select booking.id
       from booking
       where booking.booked_at <> (
         select event.at
         from booking_event as event
         where event.account_id = booking.account_id
           and event.booking_id = booking.id
           and event.kind not in ('offered', 'offer-ended', 'ticket-cancelled', 'checked-in', 'check-in-undone',
             'contact-erased', 'contact-merged', 'reminder-due', 'attendee-changed', 'contact-changed', 'data-changed')
         order by event.number desc
         limit 1
       )`,
    ),
  ];
}
