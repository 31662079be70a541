import type { BookingId } from "../../domain/booking.ts";
import type { BookingLine, TicketOfLine } from "../../domain/data-file/data-line.ts";
import { fromHostColumn } from "../catalogue/host-column.ts";
import type { Tables } from "../tables.ts";

/** A booking's own columns, with the names of its contact and its campaign. */
type BookingRow = Omit<Tables["booking"], "account_id" | "contact_id" | "interaction_id"> &
  Pick<Tables["contact"], "external_id"> &
  Pick<Tables["interaction"], "public_key">;

type TicketRow = Pick<
  Tables["ticket"],
  "cancelled_at" | "attendee_display_name" | "attendee_checked_in_at"
>;

/** Makes a booking's line of its rows; the tickets come in the order of their numbers. */
export function lineOfRows(
  row: BookingRow,
  tickets: readonly TicketRow[],
  changedAt: number | null,
): BookingLine {
  return {
    kind: "booking",
    booking: row.id as BookingId,
    external_id: row.external_id,
    interaction: row.public_key,
    activity: row.activity_id,
    host: fromHostColumn(row.host_id),
    slot_starting_at: row.slot_starting_at,
    ticket_type: row.ticket_type_id,
    booking_status: row.booking_status,
    booked_at: row.booked_at,
    tickets: tickets.map(toTicket),
    changed_at: changedAt,
  };
}

function toTicket(row: TicketRow): TicketOfLine {
  const { attendee_display_name: display_name, attendee_checked_in_at: checked_in_at } = row;
  return { cancelled_at: row.cancelled_at, attendee: { display_name, checked_in_at } };
}
