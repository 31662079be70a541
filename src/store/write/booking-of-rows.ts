import { sql, type JoinBuilder } from "kysely";
import type { Booking, BookingId, Ticket } from "../../domain/booking.ts";
import type { Tables } from "../tables.ts";

/** A booking's own columns, with those of its campaign and its ticket type that the rules need. */
type BookingRow = Pick<
  Tables["booking"],
  "id" | "booking_status" | "booked_at" | "slot_starting_at"
> &
  Pick<Tables["interaction"], "cancellation_cutoff_minutes"> &
  Pick<Tables["ticket_type"], "has_limited_capacity">;

export type TicketRow = Pick<
  Tables["ticket"],
  "number" | "cancelled_at" | "attendee_checked_in_at"
>;

/** Makes the booking that the rules take. */
export function toBooking(row: BookingRow, tickets: readonly TicketRow[]): Booking {
  return {
    id: row.id as BookingId,
    status: row.booking_status,
    bookedAt: row.booked_at,
    slotStartingAt: row.slot_starting_at,
    hasLimitedCapacity: row.has_limited_capacity === 1,
    cancellationCutoffMinutes: row.cancellation_cutoff_minutes,
    tickets: tickets.map(toTicket),
  };
}

function toTicket({ number, cancelled_at, attendee_checked_in_at }: TicketRow): Ticket {
  return { number, cancelledAt: cancelled_at, checkedInAt: attendee_checked_in_at };
}

export interface OfferOfBooking {
  readonly id: string;
  readonly isLive: boolean;
  readonly tickets: number;
  readonly endsAt: number;
}

/** Joins `hold as offer`: what is kept for a waiting booking in its slot, or was until it ended. */
export function ofOffer<DB, TB extends keyof DB>(join: JoinBuilder<DB, TB>): JoinBuilder<DB, TB> {
  return join.on(sql<boolean>`
    offer.account_id = booking.account_id
    and offer.booking_id = booking.id
    and offer.slot_number = booking.slot_number
    and offer.state in ('live', 'ended')
    and booking.booking_status = 'WAITLIST'`);
}

export const offerColumns = [
  "offer.id as offer_id",
  "offer.state as offer_state",
  "offer.tickets as offer_tickets",
  "offer.expires_at as offer_ends_at",
] as const;

/** The columns of an outer join with `hold`. */
interface OfferRow {
  readonly offer_id: string | null;
  readonly offer_state: string | null;
  readonly offer_tickets: number | null;
  readonly offer_ends_at: number | null;
}

export function offerOf(row: OfferRow): OfferOfBooking | null {
  const { offer_id: id, offer_tickets: tickets, offer_ends_at: endsAt } = row;
  if (id === null || tickets === null || endsAt === null) return null;
  return { id, tickets, endsAt, isLive: row.offer_state === "live" };
}
