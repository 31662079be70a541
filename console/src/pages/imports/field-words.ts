import { t } from "../../language/t.ts";
import type { MappedField } from "./mapping.ts";

/** What a column of a spreadsheet can be, in the order in which one looks for it. */
export const fieldWords: Readonly<Record<MappedField, string>> = {
  reference: t("Order number (reference)"),
  booking: t("Id of the booking (UUID)"),
  external_id: t("Customer (external id)"),
  attendees: t("Name of the attendee"),
  first_name: t("First name"),
  last_name: t("Last name"),
  interaction: t("Campaign"),
  activity: t("Activity"),
  host: t("Host"),
  slot_starting_at: t("Start: date and time"),
  slot_date: t("Start: date alone"),
  slot_time: t("Start: time alone"),
  ticket_type: t("Ticket type"),
  tickets: t("Number of tickets"),
  booking_status: t("Status"),
  booked_at: t("Booked at: date and time"),
  booked_date: t("Booked at: date alone"),
  booked_time: t("Booked at: time alone"),
  cancelled_at: t("Cancelled at"),
  checked_in_at: t("Came or not"),
  changed_at: t("Changed at"),
  data: t("Other data (JSON)"),
};

export const mappedFields = Object.keys(fieldWords) as readonly MappedField[];

/** Of one booking: the heading above many is another word in French. */
export const statusChoices = [
  { id: "CONFIRMED", name: t("{count, plural, one {Confirmed} other {Confirmed}}", { count: 1 }) },
  { id: "came", name: t("Confirmed, and came") },
  { id: "WAITLIST", name: t("Waiting") },
  { id: "CANCELLED", name: t("Cancelled") },
] as const;
