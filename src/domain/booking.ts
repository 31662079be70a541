import type { Refused, TransitionRefusal } from "./refusal.ts";

/**
 * A booking: tickets of one type in one slot, for one contact.
 *
 * An operator or a shop with a key of scope `book` makes it: CONFIRMED where seats are free and nobody waits before it, or
 * where the order overbooks, else on the WAITLIST, from which it is promoted, by hand or by itself, or accepts an offer. An
 * import makes it as its line says. It may move to another slot, and single tickets may be cancelled. Check-in is a mark
 * on an attendee and no status. CANCELLED is the end: only an import leads out of it, by a line that is newer or
 * overwrites. The row stays; erasing its contact takes the names away, and deleting its account the row.
 *
 * Instants are milliseconds since 1970, UTC.
 */
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

/** Finds the ticket with this number; a booking's tickets are numbered from 1. */
export function findTicket(booking: Booking, number: number): Ticket | Refused<TransitionRefusal> {
  const ticket = booking.tickets.find((each) => each.number === number);
  const tickets = booking.tickets.length;
  return ticket ?? { refused: { why: "unknown-ticket", ticket: number, tickets } };
}

/** The changes of a booking, by the kind of the event that records them. */
export type BookingEventKind =
  | BookingChange["event"]
  | "imported"
  | "updated"
  | "booked"
  | "promoted"
  | "contact-erased"
  | "contact-merged"
  | "attendee-changed"
  | "contact-changed"
  | "data-changed"
  | "moved"
  | "offered"
  | "offer-ended"
  | "reminder-due";

interface Transitions {
  /** Whether the event sets the status, so that `booked_at` becomes the event's time. */
  readonly isStatusEvent: boolean;
  /** The allowed status before (`""`: there was no booking) and the status after. */
  readonly paths: readonly (readonly [from: BookingStatus | "", to: BookingStatus])[];
}

/** What happens to a booking of any status and leaves it. */
const besideStatus = {
  isStatusEvent: false,
  paths: bookingStatuses.map((status) => [status, status] as const),
} as const;

/**
 * The interface's state table, with the transitions beyond it: onto and off the waitlist (A40), and imports,
 * which may replace any status by another system's.
 */
export const transitionsOfEvent = {
  imported: { isStatusEvent: true, paths: bookingStatuses.map((status) => ["", status]) },
  updated: {
    isStatusEvent: true,
    paths: bookingStatuses.flatMap((from) => bookingStatuses.map((to) => [from, to] as const)),
  },
  booked: {
    isStatusEvent: true,
    paths: [
      ["", "CONFIRMED"],
      ["", "WAITLIST"],
    ],
  },
  promoted: { isStatusEvent: true, paths: [["WAITLIST", "CONFIRMED"]] },
  // A move to another slot, where the status begins anew, or of the whole slot, where it stays.
  moved: {
    isStatusEvent: true,
    paths: [
      ["CONFIRMED", "CONFIRMED"],
      ["CONFIRMED", "WAITLIST"],
      ["WAITLIST", "CONFIRMED"],
      ["WAITLIST", "WAITLIST"],
      ["CANCELLED", "CANCELLED"],
    ],
  },
  cancelled: {
    isStatusEvent: true,
    paths: [
      ["CONFIRMED", "CANCELLED"],
      ["WAITLIST", "CANCELLED"],
    ],
  },
  "ticket-cancelled": {
    isStatusEvent: false,
    paths: [
      ["CONFIRMED", "CONFIRMED"],
      ["WAITLIST", "WAITLIST"],
    ],
  },
  "checked-in": { isStatusEvent: false, paths: [["CONFIRMED", "CONFIRMED"]] },
  "check-in-undone": { isStatusEvent: false, paths: [["CONFIRMED", "CONFIRMED"]] },
  "contact-erased": besideStatus,
  "contact-merged": besideStatus,
  "attendee-changed": besideStatus,
  "contact-changed": besideStatus,
  "data-changed": besideStatus,
  offered: { isStatusEvent: false, paths: [["WAITLIST", "WAITLIST"]] },
  "offer-ended": { isStatusEvent: false, paths: [["WAITLIST", "WAITLIST"]] },
  "reminder-due": { isStatusEvent: false, paths: [["CONFIRMED", "CONFIRMED"]] },
} as const satisfies Record<BookingEventKind, Transitions>;

/** The statuses in which an event of this kind is allowed. */
type From<Kind extends BookingEventKind> = Extract<
  (typeof transitionsOfEvent)[Kind]["paths"][number][0],
  BookingStatus
>;

/** Whether an event of this kind may happen to a booking with this status. */
export function mayHappen<Kind extends BookingEventKind>(
  kind: Kind,
  status: BookingStatus,
): status is From<Kind> {
  const { paths }: Transitions = transitionsOfEvent[kind];
  return paths.some(([from]) => from === status);
}
