import { counted } from "../../domain/counted.ts";
import { sql } from "kysely";
import { importTrueState, invariant } from "./invariant.ts";

interface Row {
  readonly booking: string;
  readonly tickets: number;
  /** Null where there is no ticket. */
  readonly last: number | null;
}

/** A booking has at least one ticket, and its tickets are numbered from 1 without gaps. */
export const ticketsNumberedFromOne = invariant<Row>(
  "tickets-numbered-from-one",
  (accountId, limit) => sql<Row>`
    select
      booking.id as booking,
      count(ticket.number) as tickets,
      max(ticket.number) as last
    from booking
    left join ticket
    on ticket.account_id = booking.account_id
    and ticket.booking_id = booking.id
    where booking.account_id = ${accountId}
    group by booking.id
    having count(ticket.number) = 0
    or max(ticket.number) <> count(ticket.number)
    order by booking.id
    limit ${limit}`,
  ({ booking, tickets, last }) => ({
    booking,
    message:
      last === null
        ? `The booking has no ticket at all: ${importTrueState}.`
        : `The booking has ${counted(tickets, "ticket")}, but the last has number ${last}: ${importTrueState}.`,
  }),
);
