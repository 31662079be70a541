/** A booking as the rules see it. Instants are milliseconds since 1970, UTC. */
export interface Booking {
  readonly id: BookingId;
  readonly status: BookingStatus;
  /** When the current status began: confirmation, waitlist entry or cancellation. */
  readonly bookedAt: number;
  readonly slotStartingAt: number;
  /** Whether its live tickets take seats of the slot while it is CONFIRMED. */
  readonly hasLimitedCapacity: boolean;
  /** The campaign's cut-off before the slot's start; null where the campaign sets none. */
  readonly cancellationCutoffMinutes: number | null;
  readonly tickets: readonly Ticket[];
}

export interface Ticket {
  readonly number: number;
  readonly cancelledAt: number | null;
  /** Check-in is recorded on the attendee, not on the booking. */
  readonly checkedInAt: number | null;
}

export const bookingStatuses = ["CONFIRMED", "WAITLIST", "CANCELLED"] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

/** A booking's UUID as stored: 36 characters, lower case. */
export type BookingId = string & { readonly BookingId: unique symbol };

/** The effect of one transition on a booking; the store writes it in one transaction. */
export interface BookingChange {
  readonly event: "cancelled" | "ticket-cancelled" | "checked-in" | "check-in-undone";
  readonly status: BookingStatus;
  readonly bookedAt: number;
  /** The numbers of the tickets that are cancelled. */
  readonly cancelledTickets: readonly number[];
  /** Tickets whose attendee's check-in changes; null undoes the check-in. */
  readonly checkIns: readonly { readonly ticket: number; readonly checkedInAt: number | null }[];
  /** The seats of the slot that become free. */
  readonly seatsFreed: number;
}

/** A change without effect, for example a repeated check-in. */
export const unchanged = { unchanged: true } as const;
export type Unchanged = typeof unchanged;

export function liveTickets(booking: Booking): readonly Ticket[] {
  return booking.tickets.filter((ticket) => ticket.cancelledAt === null);
}

/** A waitlisted booking holds no seat; nor does one of an unlimited ticket type. */
export function seatsHeld(booking: Booking): number {
  return booking.status === "CONFIRMED" && booking.hasLimitedCapacity
    ? liveTickets(booking).length
    : 0;
}
