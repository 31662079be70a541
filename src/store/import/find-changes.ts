import type { Attempt } from "./attempt.ts";
import { inKeyChunks, type KeyedQuestion } from "./keyed-question.ts";
import { liveTicketCount, ticketText } from "./ticket-text.ts";

/** Finds the known bookings whose state in the file differs from that in the account. */
export async function findChanges(attempt: Attempt): Promise<void> {
  if (!attempt.scratch.has("booking")) return;
  await loadTickets(attempt);
  attempt.scratch.exec(`
    insert into found_change (no)
    select no
    from known_booking
    join booking using (no)
    where booking.booking_status <> known_booking.booking_status
    or booking.booked_at <> known_booking.booked_at
    or booking.tickets <> known_booking.tickets`);
  await findLastEvents(attempt);
}

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

async function loadTickets({ scratch, ask, yieldToEventLoop }: Attempt): Promise<void> {
  const update = scratch.prepare(`
    update known_booking
    set tickets = ?, live_tickets = ?
    where no = ?`);
  const bookings = scratch.select<[id: string, no: number]>(`select id, no
     from booking
     where no in (select no from known_booking)
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

const lastEvents: KeyedQuestion<{ readonly no: string; readonly last: number }> = {
  width: 2,
  rows: (engine, keys, accountId) =>
    engine.reads
      .selectFrom(keys)
      .crossJoin("booking_event")
      .select((select) => ["key.column2 as no", select.fn.max("number").as("last")])
      .where("booking_event.account_id", "=", accountId)
      .whereRef("booking_event.booking_id", "=", "key.column1")
      .groupBy("key.column2"),
};

/** The history of a booking goes on after its last event. */
async function findLastEvents({ scratch, ask, yieldToEventLoop }: Attempt): Promise<void> {
  const update = scratch.prepare(`
    update found_change
    set last_event = ?
    where no = ?`);
  const bookings = scratch.select<[id: string, no: number]>(`select id, no
     from booking
     where no in (select no from found_change)
     order by id`);
  for (const keys of inKeyChunks(bookings)) {
    for (const row of await ask(lastEvents, keys)) {
      update.run(row.last, row.no);
    }
    await yieldToEventLoop();
  }
}
