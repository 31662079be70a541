import { readBookings } from "./cancel-decision.ts";

/** All batches lock in one order, so that two never wait for each other in a circle. */
export const lockStatement = `
  select id
  from booking
  where account_id = 1
  and id = any ($1::uuid[])
  order by id
  for no key update`;

export const readStatement = `${readBookings}
  and booking.id = any ($1::uuid[])`;

export const writeStatement = `
  with change as materialized (
    select *
    from unnest(
      $4::uuid[], $5::int[], $6::bigint[], $7::int[], $8::int[], $9::text[], $10::text[]
    ) as change (
      id, contact_number, slot_starting_at, slot_number, seats, details, attempt
    )
  ),
  changed_booking as (
    update booking
    set booking_status = 'CANCELLED', booked_at = greatest(booked_at, $1::bigint)
    from change
    where booking.account_id = 1
    and booking.contact_number = change.contact_number
    and booking.slot_starting_at = change.slot_starting_at
    and booking.id = change.id
  ),
  changed_ticket as (
    update ticket
    set cancelled_at = $1::bigint
    from change
    where ticket.account_id = 1
    and ticket.booking_id = change.id
    and ticket.cancelled_at is null
  ),
  event as (
    insert into booking_event (
      account_id, booking_id, number, kind, booking_status, at, recorded_at, actor, details
    )
    select
      1,
      change.id,
      (
        select coalesce(max(number), 0) + 1
        from booking_event
        where account_id = 1
        and booking_id = change.id
      ),
      'cancelled',
      'CANCELLED',
      $1::bigint,
      $1::bigint,
      $2::text,
      change.details
    from change
  ),
  outcome_row as (
    insert into outcome (account_id, client_id, idempotency_key, booking_id, answer, created_at)
    select 1, '', change.attempt, change.id, $3::text, $1::bigint
    from change
    limit 1
  )
  update slot
  set
    taken = taken - freed.seats,
    overbooked_by = greatest(0, least(overbooked_by, taken - freed.seats - capacity))
  from (
    select slot_number, sum(seats)::int as seats
    from change
    where seats > 0
    group by slot_number
  ) as freed
  where slot.account_id = 1
  and slot.number = freed.slot_number`;
