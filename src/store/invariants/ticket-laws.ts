import { sql } from "kysely";
import { counted } from "../../domain/wording.ts";
import { importTrueState, invariant } from "./invariant.ts";

interface NumberedRow {
  readonly booking: string;
  readonly tickets: number;
  /** Null where there is no ticket. */
  readonly last: number | null;
}

/** A booking has at least one ticket, and its tickets are numbered from 1 without gaps. */
export const ticketsNumberedFromOne = invariant<NumberedRow>(
  "tickets-numbered-from-one",
  (accountId, limit) => sql<NumberedRow>`
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

interface TicketlessRow {
  readonly booking: string;
}

/**
 * A CONFIRMED booking has a live ticket. A booking without one cannot be cancelled and stays as it is (A38).
 */
export const confirmedWithoutTicket = invariant<TicketlessRow>(
  "confirmed-without-ticket",
  (accountId, limit) => sql<TicketlessRow>`
    select booking.id as booking
    from booking
    where booking.account_id = ${accountId}
    and booking.booking_status = 'CONFIRMED'
    and not exists (
      select 1
      from ticket
      where ticket.account_id = booking.account_id
      and ticket.booking_id = booking.id
      and ticket.cancelled_at is null
    )
    order by booking.contact_number, booking.slot_starting_at, booking.id
    limit ${limit}`,
  ({ booking }) => ({
    booking,
    message:
      "The booking is CONFIRMED without a live ticket, and every cancel of it is refused: " +
      `${importTrueState}.`,
  }),
);

interface LiveTicketsRow {
  readonly booking: string;
  readonly live: number;
}

/** A CANCELLED booking has no live ticket. */
export const cancelledWithoutLiveTicket = invariant<LiveTicketsRow>(
  "cancelled-without-live-ticket",
  (accountId, limit) => sql<LiveTicketsRow>`
    select booking.id as booking, count(*) as live
    from booking
    cross join ticket
    where booking.account_id = ${accountId}
    and booking.booking_status = 'CANCELLED'
    and ticket.account_id = booking.account_id
    and ticket.booking_id = booking.id
    and ticket.cancelled_at is null
    group by booking.contact_number, booking.slot_starting_at, booking.id
    order by booking.contact_number, booking.slot_starting_at, booking.id
    limit ${limit}`,
  ({ booking, live }) => ({
    booking,
    message: `The booking is CANCELLED, but ${live} of its tickets are live: ${importTrueState}.`,
  }),
);
