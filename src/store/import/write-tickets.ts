import { prepare } from "../statement.ts";
import type { Advance, Attempt } from "./attempt.ts";
import { insertRows, type RowOf } from "./insert-rows.ts";
import { ticketsOf } from "./ticket-text.ts";

const columns = [
  "account_id",
  "booking_id",
  "number",
  "cancelled_at",
  "attendee_display_name",
  "attendee_checked_in_at",
] as const;

export async function writeNewTickets(attempt: Attempt, advance: Advance): Promise<void> {
  const bookings = attempt.scratch.select<BookingTickets>(`select id, tickets
     from booking
     where no not in (select no from known_booking)
     order by id`);
  const rows = ticketRows(attempt.accountId, bookings, advance);
  await insertRows(attempt, { table: "ticket", columns }, rows);
}

/** Writes the tickets of known bookings that differ. */
export async function writeChangedTickets(attempt: Attempt, advance: Advance): Promise<void> {
  const bookings = attempt.scratch
    .select<BookingTickets>(`select booking.id, iif(booking.tickets = known_booking.tickets, '[]', booking.tickets)
     from found_change
     join known_booking using (no)
     join booking using (no)
     order by booking.id`);
  const rows = ticketRows(attempt.accountId, bookings, advance);
  const key = ["account_id", "booking_id", "number"] as const;
  await insertRows(attempt, { table: "ticket", columns, key }, rows);
  await dropTickets(attempt);
}

type BookingTickets = readonly [id: string, tickets: string];

function* ticketRows(
  accountId: number,
  bookings: Iterable<BookingTickets>,
  advance: Advance,
): Generator<RowOf<"ticket", typeof columns>> {
  for (const [id, tickets] of bookings) {
    advance();
    let number = 0;
    for (const { cancelled_at, attendee } of ticketsOf(tickets)) {
      number += 1;
      yield [accountId, id, number, cancelled_at, attendee.display_name, attendee.checked_in_at];
    }
  }
}

/** Deletes the tickets that a known booking no longer has. */
async function dropTickets({ scratch, transaction, accountId }: Attempt): Promise<void> {
  const drop = prepare((values: { accountId: number; bookingId: string; tickets: number }) =>
    transaction
      .deleteFrom("ticket")
      .where("account_id", "=", values.accountId)
      .where("booking_id", "=", values.bookingId)
      .where("number", ">", values.tickets),
  );
  const shrunk = scratch.select<
    [bookingId: string, tickets: number]
  >(`select booking.id, json_array_length(booking.tickets)
     from found_change
     join booking using (no)
     join known_booking using (no)
     where json_array_length(booking.tickets) < json_array_length(known_booking.tickets)`);
  for (const [bookingId, tickets] of shrunk) {
    await drop(transaction, { accountId, bookingId, tickets });
  }
}
