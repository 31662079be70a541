import type { TicketOfLine } from "../../domain/data-file/booking-line.ts";

/**
 * The tickets of one booking as one text, so that the database can compare them. Each ticket, in order of
 * its number, has the time of its cancel, the attendee's name and the time of the check-in.
 */
export function ticketText(tickets: readonly TicketOfLine[]): string {
  return JSON.stringify(
    tickets.map(({ cancelled_at, attendee }) => [
      cancelled_at,
      attendee.display_name,
      attendee.checked_in_at,
    ]),
  );
}

export function ticketsOf(text: string): TicketOfLine[] {
  return (JSON.parse(text) as [number | null, string | null, number | null][]).map(
    ([cancelled_at, display_name, checked_in_at]) => ({
      cancelled_at,
      attendee: { display_name, checked_in_at },
    }),
  );
}

export function liveTicketCount(tickets: readonly TicketOfLine[]): number {
  return tickets.filter((ticket) => ticket.cancelled_at === null).length;
}
