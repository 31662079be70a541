import type { AuditContext } from "../accounts/audit.ts";
import { prepare } from "../statement.ts";
import type { Tables } from "../tables.ts";
import type { Advance, Attempt } from "./attempt.ts";
import { insertRows, type RowOf } from "./insert-rows.ts";
import { writeEvents } from "./write-events.ts";
import { writeChangedTickets, writeNewTickets } from "./write-tickets.ts";

/** Writes new contacts, and the bookings that are new or whose state changes, with their history. */
export async function writeBookings(
  attempt: Attempt,
  audit: AuditContext,
  advance: Advance,
): Promise<void> {
  if (!attempt.scratch.has("booking")) return;
  await writeContacts(attempt);
  await writeNewBookings(attempt, advance);
  await writeChangedBookings(attempt, advance);
  await writeMovedBookings(attempt, advance);
  await writeNewTickets(attempt, advance);
  await writeChangedTickets(attempt, advance);
  await writeEvents(attempt, audit, advance);
}

const contactColumns = ["account_id", "id", "external_id"] as const;

async function writeContacts(attempt: Attempt): Promise<void> {
  const rows = attempt.scratch.select<RowOf<"contact", typeof contactColumns>>(
    `select ?, made_id, external_id
     from contact
     where no not in (select no from known_contact)
     and no in (
       select contact_no
       from booking
       where no not in (select no from found_difference where no not in (select no from found_change))
     )
     order by made_id`,
    attempt.accountId,
  );
  await insertRows(attempt, { table: "contact", columns: contactColumns }, rows);
}

const bookingColumns = [
  "account_id",
  "contact_id",
  "slot_starting_at",
  "id",
  "interaction_id",
  "activity_id",
  "host_id",
  "ticket_type_id",
  "booking_status",
  "booked_at",
] as const;

/** The values of these columns. */
const bookingValues = `
  ?,
  contact_id.id,
  slot.starting_at,
  booking.id,
  interaction_id.id,
  activity.id,
  slot.host,
  ticket_type.id,
  booking.booking_status,
  booking.booked_at`;

const ofBooking = `
  join contact_id on contact_id.no = booking.contact_no
  join slot on slot.no = booking.slot_no
  join activity on activity.no = slot.activity_no
  join interaction_id on interaction_id.no = activity.interaction_no
  join ticket_type on ticket_type.no = booking.ticket_type_no`;

type BookingRow = RowOf<"booking", typeof bookingColumns>;

async function writeNewBookings(attempt: Attempt, advance: Advance): Promise<void> {
  const rows = attempt.scratch.select<BookingRow>(
    `select ${bookingValues}
     from booking
     ${ofBooking}
     where booking.no not in (select no from known_booking)
     order by booking.no`,
    attempt.accountId,
  );
  const into = { table: "booking", columns: bookingColumns } as const;
  await insertRows(attempt, into, advancing(rows, advance));
}

async function writeChangedBookings(attempt: Attempt, advance: Advance): Promise<void> {
  const rows = attempt.scratch.select<BookingRow>(
    `select ${bookingValues}
     from found_change
     join booking using (no)
     ${ofBooking}
     where booking.no not in (select no from moved_booking)
     order by contact_id.id, slot.starting_at, booking.id`,
    attempt.accountId,
  );
  const key = ["account_id", "contact_id", "slot_starting_at", "id"] as const;
  const into = { table: "booking", columns: bookingColumns, key } as const;
  await insertRows(attempt, into, advancing(rows, advance));
}

/** A booking's key begins with its contact and its slot's start, which a move changes. */
async function writeMovedBookings(attempt: Attempt, advance: Advance): Promise<void> {
  const { scratch, transaction, accountId, yieldToEventLoop } = attempt;
  const move = prepare((row: Pick<Tables["booking"], (typeof bookingColumns)[number]>) =>
    transaction
      .updateTable("booking")
      .set({
        contact_id: row.contact_id,
        slot_starting_at: row.slot_starting_at,
        activity_id: row.activity_id,
        host_id: row.host_id,
        ticket_type_id: row.ticket_type_id,
        booking_status: row.booking_status,
        booked_at: row.booked_at,
      })
      .where("account_id", "=", row.account_id)
      .where("id", "=", row.id),
  );
  const rows = scratch.select<BookingRow>(
    `select ${bookingValues}
     from found_change
     join moved_booking using (no)
     join booking using (no)
     ${ofBooking}
     order by booking.id`,
    accountId,
  );
  for (const row of rows) {
    advance();
    const values = Object.fromEntries(bookingColumns.map((column, index) => [column, row[index]]));
    // The columns are those of the row, in their order.
    await move(transaction, values as Tables["booking"]);
    await yieldToEventLoop();
  }
}

function* advancing<T>(rows: Iterable<T>, advance: Advance): Generator<T> {
  for (const row of rows) {
    advance();
    yield row;
  }
}
