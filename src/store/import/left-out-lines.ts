import type { BadLine } from "../../domain/data-file/data-line.ts";
import { firstBadLines } from "./bad-lines.ts";
import type { Scratch } from "./scratch.ts";

/**
 * The lines that make a portion bad although the whole file was good, because a seat was taken or a thing
 * was removed since the check. Of the bookings of a slot without enough seats, these are the last of the file.
 */
export function leftOutLines(scratch: Scratch): BadLine[] {
  const all = firstBadLines(scratch, -1);
  const seatless = seatlessBookings(scratch);
  if (seatless.length === 0) return all;
  const isFull = ({ kind, field }: BadLine) => kind === "slot" && field === "capacity";
  return [...all.filter((bad) => !isFull(bad)), ...seatless];
}

function seatlessBookings(scratch: Scratch): BadLine[] {
  if (!scratch.has("booking")) return [];
  const rows = scratch.select<[line: number, id: string]>(`
    select line, id
    from (
      select
        booking.line,
        booking.id,
        taken - capacity - excess_before as missing,
        sum(live_tickets) over (partition by slot_no order by booking.line desc) - live_tickets as found
      from booking
      join found_slot on found_slot.no = booking.slot_no
      where max(taken - capacity, 0) > excess_before
      and booking_status = 'CONFIRMED'
      and live_tickets > 0
      and ticket_type_no in (select no from limited_ticket_type)
      and (booking.no not in (select no from known_booking) or booking.no in (select no from found_change))
    )
    where found < missing
    order by line`);
  return Array.from(rows, ([line, id]) => ({
    line,
    kind: "booking",
    key: id,
    field: "slot_starting_at",
    expected: "seats for its tickets: others took them after the file was checked",
  }));
}
