import type { Attempt } from "./attempt.ts";
import { inKeyChunks, type KeyedQuestion } from "./keyed-question.ts";
import { liveTicketCount, ticketText } from "./ticket-text.ts";

interface TicketRow {
  readonly no: string;
  readonly cancelled_at: number | null;
  readonly attendee_display_name: string | null;
  readonly attendee_checked_in_at: number | null;
}

const tickets: KeyedQuestion<TicketRow> = {
  width: 2,
  rows: (engine, keys, accountId) =>
    engine.reads
      .selectFrom(keys)
      .crossJoin("ticket")
      .select([
        "key.column2 as no",
        "ticket.cancelled_at",
        "ticket.attendee_display_name",
        "ticket.attendee_checked_in_at",
      ])
      .where("ticket.account_id", "=", accountId)
      .whereRef("ticket.booking_id", "=", "key.column1")
      .orderBy("ticket.booking_id")
      .orderBy("ticket.number"),
};

/** Copies the tickets of these known bookings. */
export async function loadTickets(
  { scratch, ask, yieldToEventLoop }: Attempt,
  of: "known_booking" | "found_difference",
): Promise<void> {
  const update = scratch.prepare(`
    update known_booking
    set tickets = ?, live_tickets = ?
    where no = ?`);
  const bookings = scratch.select<[id: string, no: number]>(`select id, no
     from booking
     where no in (select no from ${of})
     order by id`);
  for (const keys of inKeyChunks(bookings)) {
    const rows = await ask(tickets, keys);
    for (const [no, ofBooking] of Map.groupBy(rows, (row) => row.no)) {
      const state = ofBooking.map((row) => ({
        cancelled_at: row.cancelled_at,
        attendee: {
          display_name: row.attendee_display_name,
          checked_in_at: row.attendee_checked_in_at,
        },
      }));
      update.run(ticketText(state), liveTicketCount(state), no);
    }
    await yieldToEventLoop();
  }
}
