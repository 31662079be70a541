import type { AuditContext } from "../accounts/audit.ts";
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

type BookingRow = RowOf<"booking", typeof bookingColumns>;

async function writeNewBookings(attempt: Attempt, advance: Advance): Promise<void> {
  const rows = attempt.scratch.select<BookingRow>(
    `select
       ?,
       contact_id.id,
       slot.starting_at,
       booking.id,
       interaction_id.id,
       activity.id,
       slot.host,
       ticket_type.id,
       booking.booking_status,
       booking.booked_at
     from booking
     join contact_id on contact_id.no = booking.contact_no
     join slot on slot.no = booking.slot_no
     join activity on activity.no = slot.activity_no
     join interaction_id on interaction_id.no = activity.interaction_no
     join ticket_type on ticket_type.no = booking.ticket_type_no
     where booking.no not in (select no from known_booking)
     order by booking.no`,
    attempt.accountId,
  );
  const into = { table: "booking", columns: bookingColumns } as const;
  await insertRows(attempt, into, advancing(rows, advance));
}

async function writeChangedBookings(attempt: Attempt, advance: Advance): Promise<void> {
  const rows = attempt.scratch.select<BookingRow>(
    `select
       ?,
       contact_id,
       slot_starting_at,
       booking.id,
       interaction_id,
       activity_id,
       host_id,
       ticket_type_id,
       booking.booking_status,
       booking.booked_at
     from found_change
     join known_booking using (no)
     join booking using (no)
     order by contact_id, slot_starting_at, booking.id`,
    attempt.accountId,
  );
  const key = ["account_id", "contact_id", "slot_starting_at", "id"] as const;
  const into = { table: "booking", columns: bookingColumns, key } as const;
  await insertRows(attempt, into, advancing(rows, advance));
}

function* advancing<T>(rows: Iterable<T>, advance: Advance): Generator<T> {
  for (const row of rows) {
    advance();
    yield row;
  }
}
