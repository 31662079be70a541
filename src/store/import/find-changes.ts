import { isErased } from "../../domain/erased-contact.ts";
import { isNewest, type PastEvent } from "../../domain/newest-wins.ts";
import type { BookingStatus } from "../../domain/booking.ts";
import { ChangedMeanwhile, type Attempt } from "./attempt.ts";
import { inKeyChunks, type KeyedQuestion } from "./keyed-question.ts";
import { lockDifferent } from "./load-bookings.ts";
import { loadTickets } from "./load-tickets.ts";
import { ticketsOf } from "./ticket-text.ts";

/** Whether lines may change known bookings, and whether also lines that are older than the booking. */
export interface ChangeOrder {
  readonly update: boolean;
  readonly overwrite: boolean;
}

/**
 * Finds the known bookings whose line differs from their state, and those of them that change. Only the
 * bookings that differ are locked, so that cancels of all other bookings are served meanwhile.
 */
export async function findChanges(attempt: Attempt, order: ChangeOrder): Promise<void> {
  const { scratch } = attempt;
  if (!scratch.has("booking")) return;
  await loadTickets(attempt, "known_booking");
  scratch.exec(`insert into found_difference ${differences}`);
  if (!order.update) return;
  if (attempt.holdsLocks) await compareLocked(attempt);
  await chooseChanges(attempt, order);
  await keepErased(attempt);
}

async function compareLocked(attempt: Attempt): Promise<void> {
  const before = countDifferences(attempt);
  await lockDifferent(attempt);
  if (countDifferences(attempt) < before) throw new ChangedMeanwhile();
  await loadTickets(attempt, "found_difference");
  attempt.scratch.exec(`delete from found_difference where no not in (${differences})`);
}

const differences = `
  select no
  from known_booking
  join booking using (no)
  where booking.booking_status <> known_booking.booking_status
  or booking.booked_at <> known_booking.booked_at
  or booking.tickets <> known_booking.tickets
  or no in (select no from moved_booking)`;

function countDifferences({ scratch }: Attempt): number {
  const row = scratch
    .prepare("select count(*) as total from found_difference join known_booking using (no)")
    .get();
  return Number(row?.["total"]);
}

interface EventRow extends PastEvent {
  readonly no: string;
  readonly number: number;
}

const events: KeyedQuestion<EventRow> = {
  width: 2,
  rows: (engine, keys, accountId) =>
    engine.reads
      .selectFrom(keys)
      .crossJoin("booking_event")
      .select([
        "key.column2 as no",
        "booking_event.number",
        "booking_event.kind",
        "booking_event.at",
        "booking_event.recorded_at as recordedAt",
        "booking_event.details",
      ])
      .where("booking_event.account_id", "=", accountId)
      .whereRef("booking_event.booking_id", "=", "key.column1")
      .orderBy("booking_event.booking_id")
      .orderBy("booking_event.number"),
};

type State = readonly [status: BookingStatus, bookedAt: number, tickets: string];

/** The booking's history decides whether the line is newer. The import's event follows its last event. */
async function chooseChanges(attempt: Attempt, { overwrite }: ChangeOrder): Promise<void> {
  const { scratch, ask, yieldToEventLoop } = attempt;
  const insert = scratch.prepare("insert into found_change values (?, ?, ?)");
  const bookings = scratch.select<
    [id: string, no: number, changedAt: number | null, isElsewhere: 0 | 1, ...State, ...State]
  >(`select
       booking.id,
       no,
       booking.changed_at,
       no in (select no from moved_booking where place_differs),
       booking.booking_status,
       booking.booked_at,
       booking.tickets,
       known_booking.booking_status,
       known_booking.booked_at,
       known_booking.tickets
     from found_difference
     join booking using (no)
     join known_booking using (no)
     order by booking.id`);
  for (const some of inKeyChunks(bookings)) {
    const rows = await ask(
      events,
      some.map(([id, no]) => [id, no]),
    );
    const histories = Map.groupBy(rows, (row) => Number(row.no));
    for (const [, no, changedAt, isElsewhere, ...states] of some) {
      const history = histories.get(no) ?? [];
      const line = {
        ...toTimed(states[0], states[1], states[2]),
        changedAt,
        isElsewhere: isElsewhere === 1,
      };
      const wins = isNewest(line, toTimed(states[3], states[4], states[5]), history);
      if (wins || overwrite) insert.run(no, history.at(-1)?.number ?? 0, wins ? 0 : 1);
    }
    await yieldToEventLoop();
  }
}

const contacts: KeyedQuestion<{ readonly no: string; readonly external_id: string }> = {
  width: 2,
  rows: (engine, keys, accountId) =>
    engine.reads
      .selectFrom(keys)
      .crossJoin("contact")
      .select(["key.column2 as no", "contact.external_id"])
      .where("contact.account_id", "=", accountId)
      .whereRef("contact.id", "=", "key.column1"),
};

/** A booking of an erased contact keeps that contact, however new the line is (B93). */
async function keepErased({ scratch, ask }: Attempt): Promise<void> {
  const keep = scratch.prepare("delete from found_change where no = ?");
  const bookings = scratch.select<[contactId: string, no: number]>(`select contact_id, no
     from found_change
     join moved_booking using (no)
     join known_booking using (no)
     where contact_differs`);
  // All rows are read before the first is deleted, because the select reads the same table.
  for (const keys of inKeyChunks(Array.from(bookings))) {
    for (const { no, external_id } of await ask(contacts, keys)) {
      if (isErased(external_id)) keep.run(Number(no));
    }
  }
}

function toTimed(...[status, bookedAt, tickets]: State) {
  return {
    status,
    bookedAt,
    tickets: ticketsOf(tickets).map(({ cancelled_at, attendee }) => ({
      cancelledAt: cancelled_at,
      checkedInAt: attendee.checked_in_at,
    })),
  };
}
