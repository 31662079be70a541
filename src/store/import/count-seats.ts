import type { Attempt } from "./attempt.ts";
import { about, type Scratch, type Step } from "./scratch.ts";

/**
 * Counts how many seats of each slot are taken after the import, and reports the slots whose excess
 * over the capacity grows. A slot that was overbooked before may stay as it was.
 */
export function countSeats({ scratch }: Attempt, allowOverbooked: boolean): void {
  scratch.run(seatChanges);
  countSlots(scratch, allowOverbooked);
}

/** Counts the known slots again, after they were locked and copied anew. */
export function recountSeats({ scratch }: Attempt, allowOverbooked: boolean): void {
  scratch.exec("delete from found_slot where no in (select no from known_slot)");
  countSlots(scratch, allowOverbooked);
}

function countSlots(scratch: Scratch, allowOverbooked: boolean): void {
  if (!scratch.has("slot")) return;
  scratch.exec(slotsAfterwards);
  if (!allowOverbooked) scratch.exec(overfullSlots(scratch.has("booking")));
}

/** How many slots the file fills beyond their capacity, and by how many seats. */
export function overbooked(scratch: Scratch): { slots: number; seats: number } {
  if (!scratch.has("slot")) return { slots: 0, seats: 0 };
  const row = scratch
    .prepare(
      `select count(*) as slots, coalesce(sum(taken - capacity), 0) as seats
       from found_slot
       where max(taken - capacity, 0) > excess_before`,
    )
    .get();
  return { slots: Number(row?.["slots"]), seats: Number(row?.["seats"]) };
}

/** Seats are live tickets of CONFIRMED bookings with limited ticket types. */
const seatChanges: readonly Step[] = [
  about("booking")`
    insert into found_seat_change
    select slot_no, live_tickets, null
    from demand
    where ticket_type_no in (select no from limited_ticket_type)`,
  // A known booking holds its seats already.
  about("booking")`
    insert into found_seat_change
    select slot_no, -booking.live_tickets, null
    from known_booking
    join booking using (no)
    where booking.booking_status = 'CONFIRMED'
    and ticket_type_no in (select no from limited_ticket_type)`,
  about("booking")`
    insert into found_seat_change
    select slot_no, live_tickets, null
    from found_change
    join booking using (no)
    where booking_status = 'CONFIRMED'
    and ticket_type_no in (select no from limited_ticket_type)`,
  about("booking")`
    insert into found_seat_change
    select coalesce(found_move.slot_no, booking.slot_no), -known_booking.live_tickets, null
    from found_change
    join known_booking using (no)
    join booking using (no)
    left join found_move using (no)
    where known_booking.booking_status = 'CONFIRMED'
    and coalesce(found_move.ticket_type_no, booking.ticket_type_no) in (
      select no from limited_ticket_type
    )`,
];

/** A slot that is counted already keeps its figures (`or ignore`). */
const slotsAfterwards = `
insert or ignore into found_slot
select
  slot.no,
  coalesce(slot.capacity, known_slot.capacity),
  coalesce(known_slot.taken, 0) + coalesce(change.seats, 0),
  coalesce(max(known_slot.taken - known_slot.capacity, 0), 0),
  coalesce(slot.line, change.line)
from slot
left join known_slot using (no)
left join (
  select slot_no, sum(seats) as seats, min(line) as line
  from found_seat_change
  group by slot_no
) as change on change.slot_no = slot.no
where coalesce(change.seats, 0) <> 0
or (slot.line is not null and slot.capacity is not known_slot.capacity)`;

/** A slot is reported at its own line, or at that of its first booking. */
function overfullSlots(withBookings: boolean): string {
  return `
    insert or ignore into found_bad_line
    select
      ${withBookings ? "coalesce(overfull.line, first.line)" : "overfull.line"},
      'slot',
      key,
      slot.starting_at,
      'capacity',
      'at least ' || taken || ', as many as there are live tickets of CONFIRMED bookings with limited ticket types'
    from found_slot as overfull
    join slot using (no)
    join slot_key using (no)
    ${withBookings ? `left join (${firstBookings}) as first on first.slot_no = overfull.no` : ""}
    where max(taken - overfull.capacity, 0) > excess_before
    -- A slot that nothing defines has no capacity; its bookings are bad lines for that.
    and overfull.capacity is not null`;
}

const firstBookings = `
  select slot_no, min(line) as line
  from booking
  where booking_status = 'CONFIRMED'
  and ticket_type_no in (select no from limited_ticket_type)
  and (no not in (select no from known_booking) or no in (select no from found_change))
  group by slot_no`;
