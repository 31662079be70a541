import { readBookings } from "./cancel-decision.ts";

/** The statements of a cancel, each run once for each booking but the last. */
export const cancelStatements = {
  read: `${readBookings}
    and booking.id = unhex(?, '-')`,
  booking: `
    update booking
    set booking_status = 'CANCELLED', booked_at = ?
    where account_id = 1
    and contact_number = ?
    and slot_starting_at = ?
    and id = unhex(?, '-')`,
  tickets: `
    update ticket
    set cancelled_at = ?
    where account_id = 1
    and booking_id = unhex(?, '-')
    and cancelled_at is null`,
  event: `
    insert into booking_event (
      account_id, booking_id, number, kind, booking_status, at, recorded_at, actor, details
    )
    select 1, unhex(?1, '-'), coalesce(max(number), 0) + 1, 'cancelled', 'CANCELLED', ?2, ?2, ?3, ?4
    from booking_event
    where account_id = 1
    and booking_id = unhex(?1, '-')`,
  slot: `
    update slot
    set
      taken = taken - ?1,
      overbooked_by = max(0, min(overbooked_by, taken - ?1 - capacity))
    where account_id = 1
    and number = ?2`,
  outcome: `
    insert into outcome (account_id, client_id, idempotency_key, booking_id, answer, created_at)
    values (1, '', ?, unhex(?, '-'), ?, ?)`,
} as const;
