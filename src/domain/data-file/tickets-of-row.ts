import { ticketsMax } from "./tickets-of-line.ts";

/** Separates the names in the column `attendees`. */
export const nameSeparator = "|";

export const expectedTickets = `a whole number from 1 to ${ticketsMax}, and at least one for each name`;
export const expectedCame = "a whole number of tickets whose attendees came, at most all of them";

/** The cells of a row that say how many tickets its booking has, and for whom. */
interface TicketCells {
  readonly tickets: string | undefined;
  readonly attendees: string | undefined;
  readonly checked_in: string | undefined;
}

/** What these cells say, and by column what is wrong with them. */
export function readTicketCells({ tickets, attendees, checked_in }: TicketCells) {
  const faults = new Map<"tickets" | "checked_in", string>();
  const people = attendees?.split(nameSeparator).map((name) => name.trim()) ?? [];
  const least = Math.max(people.length, 1);
  // A list of bookings counts the live tickets: without any, the one that there must be is cancelled.
  const isEnded = tickets !== undefined && countOf(tickets) === 0 && people.length === 0;
  const count = tickets === undefined || isEnded ? least : countOf(tickets);
  if (!(count >= least && count <= ticketsMax)) {
    faults.set("tickets", unclear(tickets) ?? expectedTickets);
  }
  const came = checked_in === undefined ? null : countOf(checked_in);
  if (came !== null && !(came <= count)) {
    faults.set("checked_in", unclear(checked_in) ?? expectedCame);
  }
  return { people, count, came, isEnded, faults };
}

/** A whole number, also as `2,0` and `2.00`; NaN for anything else. */
function countOf(cell: string): number {
  return Number(/^(0|[1-9]\d{0,3})(?:[.,]0{1,2})?$/.exec(cell)?.[1] ?? Number.NaN);
}

/** What to do about `1,000`, which is one or a thousand by the sender's language; null for other cells. */
function unclear(cell: string | undefined): string | null {
  return cell !== undefined && /^\d[.,]000$/.test(cell)
    ? `${cell.replace(/[.,]/, "")} or ${cell.charAt(0)}: ${cell} may be either`
    : null;
}
