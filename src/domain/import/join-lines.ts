import type { BookingLine, FileLine } from "../data-file/data-line.ts";
import { shopFieldNames } from "../data-file/shop-data.ts";
import { ticketsMax } from "../data-file/tickets-of-line.ts";
import { fault, type Fault } from "../catalogue/decide-record.ts";

/** What lines that share a reference must agree in to be one booking. */
const agreed = [
  "external_id",
  "interaction",
  "activity",
  "host",
  "slot_starting_at",
  "ticket_type",
] as const;

/**
 * One booking of two lines that name it by the same reference, such as an order that has a line for each ticket: it has
 * the tickets of both. It is CONFIRMED while one of them is, and since the first of these.
 */
export function joinLines(
  { line, content: one }: FileLine<BookingLine>,
  other: BookingLine,
): BookingLine | Fault {
  const field = agreed.find((name) => one[name] !== other[name]);
  if (field !== undefined) return fault("reference", ownReference(line, field));
  const statuses = new Set([one.booking_status, other.booking_status]);
  if (statuses.size > 1 && statuses.has("WAITLIST")) {
    return fault("reference", ownReference(line, "booking_status"));
  }
  const tickets = [...one.tickets, ...other.tickets];
  if (tickets.length > ticketsMax) {
    return fault("tickets", `at most ${ticketsMax} in all lines with this reference`);
  }
  const isCancelled = one.booking_status === "CANCELLED" && other.booking_status === "CANCELLED";
  const live = [one, other].filter(({ booking_status: status }) => status !== "CANCELLED");
  const times = (isCancelled ? [one, other] : live).map((each) => each.booked_at);
  const changes = [one, other].flatMap(({ changed_at: at }) => at ?? []);
  return {
    ...one,
    booking_status: live[0]?.booking_status ?? "CANCELLED",
    booked_at: isCancelled ? Math.max(...times) : Math.min(...times),
    changed_at: changes.length === 0 ? one.changed_at : Math.max(...changes),
    ...Object.fromEntries(shopFieldNames.map((name) => [name, one[name] ?? other[name]])),
    tickets,
  };
}

function ownReference(line: number, field: string): string {
  return (
    `one of its own: line ${line} has it with another ${field}; join the order's number and the line's, ` +
    "such as SO-1042/2"
  );
}
