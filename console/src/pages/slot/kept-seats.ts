import type { Booking, Operations } from "../../api/operations.ts";

export type Hold = Operations["listHolds"]["answer"]["items"][number];

/** Seats that are kept for a while: by a hold, or by an offer to a booking that waits. */
export interface Kept {
  readonly key: string;
  readonly endsAt: string;
  readonly tickets: number;
  readonly ticketType: string;
  readonly hold?: Hold;
  readonly offered?: Booking;
}

/** The live holds of a slot and the offers of its waitlist, the one that ends first before the others. */
export function keptOf(holds: readonly Hold[], waiting: readonly Booking[]): readonly Kept[] {
  const ofHolds = holds.map((hold) => ({
    key: hold.hold,
    endsAt: hold.expires_at,
    tickets: hold.tickets,
    ticketType: hold.ticket_type,
    hold,
  }));
  const ofOffers = waiting.flatMap((booking) => {
    const { offer_ends_at: endsAt, ticket_type: ticketType } = booking;
    if (endsAt === undefined) return [];
    const tickets = booking.tickets.filter(({ cancelled_at: at }) => at === null).length;
    return [{ key: booking.booking, endsAt, tickets, ticketType, offered: booking }];
  });
  return [...ofHolds, ...ofOffers].toSorted((one, other) => one.endsAt.localeCompare(other.endsAt));
}
