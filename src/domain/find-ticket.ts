import type { Booking, Ticket } from "./booking.ts";
import type { Refused, TransitionRefusal } from "./refusal.ts";

/** Finds the ticket with this number; a booking's tickets are numbered from 1. */
export function findTicket(booking: Booking, number: number): Ticket | Refused<TransitionRefusal> {
  const ticket = booking.tickets.find((each) => each.number === number);
  const tickets = booking.tickets.length;
  return ticket ?? { refused: { why: "unknown-ticket", ticket: number, tickets } };
}
