/*
 * Whether a booking can be cancelled, and what a cancel changes. A caller's cancel (`usecases/cancel-booking.ts`), an
 * operator's (`operations/bookings/cancel-and-check-in.ts`) and that of an erased contact (`contact.ts`) ask these rules.
 * Two do not: a slot that closes asks of all its bookings at once whether somebody has checked in (`close-slot.ts`), and an
 * import writes the status that its line says.
 */

import {
  liveTickets,
  seatsHeld,
  type Booking,
  type BookingChange,
  mayHappen,
  findTicket,
} from "./booking.ts";
import { carriedForward } from "./clock.ts";
import { formatInstant } from "./instant.ts";
import { type CancelRefusal, isRefused, type Refused, type TransitionRefusal } from "./refusal.ts";

/** One condition for cancelling; `refuse` says why a booking fails it, or null when it passes. */
export interface CancelRule {
  readonly name: "live-ticket" | "no-check-in" | "cut-off";
  /** What holds of a booking that passes, and what happened to one that fails; `at` is when. */
  readonly held: (at: string | null) => string;
  readonly failed: (at: string | null) => string;
  /** The moment that decides, where one does. */
  readonly decidedAt: (booking: Booking) => number | null;
  readonly refuse: (booking: Booking, now: number) => CancelRefusal | null;
}

/**
 * The conditions, in the order of evaluation.
 *
 * Interface, States and transitions: a booking is refused when its ticket is already cancelled or its
 * attendee has checked in, whether it is CONFIRMED or on the WAITLIST. With several tickets it is refused
 * when no live one is left or when the attendee of any live one is checked in (decision A37). A slot that has
 * begun is no reason; a cut-off counts only where the campaign sets one (A36).
 */
export const cancelRules: readonly CancelRule[] = [
  {
    name: "live-ticket",
    held: () => "A ticket is live.",
    failed: (at) => (at === null ? "No ticket is live." : `The booking was cancelled at ${at}.`),
    decidedAt: ({ status, bookedAt }) => (status === "CANCELLED" ? bookedAt : null),
    refuse: (booking) =>
      !mayHappen("cancelled", booking.status) || liveTickets(booking).length === 0
        ? { why: "ticket-already-cancelled" }
        : null,
  },
  {
    name: "no-check-in",
    held: () => "No attendee of a live ticket has checked in.",
    failed: (at) => `An attendee checked in at ${at}.`,
    decidedAt: (booking) =>
      liveTickets(booking).find(({ checkedInAt }) => checkedInAt !== null)?.checkedInAt ?? null,
    refuse: (booking) =>
      liveTickets(booking).some((ticket) => ticket.checkedInAt !== null)
        ? { why: "attendee-checked-in" }
        : null,
  },
  {
    name: "cut-off",
    held: (at) =>
      at === null ? "The campaign sets no cut-off." : `The cut-off passes only at ${at}.`,
    failed: (at) => `The cut-off passed at ${at}.`,
    decidedAt: cancellationCutoff,
    refuse: (booking, now) => (isPastCutoff(booking, now) ? { why: "cancellation-closed" } : null),
  },
];

/** Whom the rules bind: operators may cancel after the cut-off, where they say so (A69). */
export interface CancelTerms {
  readonly afterCutoff: boolean;
}

/** Returns the reason why a booking cannot be cancelled, or null when it can. */
export function refuseCancel(
  booking: Booking,
  now: number,
  { afterCutoff }: CancelTerms = { afterCutoff: false },
): CancelRefusal | null {
  for (const { name, refuse } of cancelRules) {
    const refusal = name === "cut-off" && afterCutoff ? null : refuse(booking, now);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** Whether the campaign's cut-off has passed for callers. */
export function isPastCutoff(booking: Booking, now: number): boolean {
  const cutoff = cancellationCutoff(booking);
  return cutoff !== null && now > cutoff;
}

/** The last moment at which the booking may be cancelled; null where the campaign sets none. */
export function cancellationCutoff(booking: Booking): number | null {
  const minutes = booking.cancellationCutoffMinutes;
  return minutes === null ? null : booking.slotStartingAt - minutes * 60_000;
}

/**
 * Cancels a booking with its live tickets; whether it may be cancelled was decided before. `now` was read before the wait for
 * the booking's lock. A status that began during the wait ends no earlier than it began (`carriedForward`).
 */
export function markCancelled(booking: Booking, now: number): BookingChange {
  return {
    event: "cancelled",
    status: "CANCELLED",
    bookedAt: carriedForward(now, booking.bookedAt),
    cancelledTickets: liveTickets(booking).map((ticket) => ticket.number),
    checkIns: [],
    seatsFreed: seatsHeld(booking),
  };
}

/**
 * Cancels one ticket of a booking. The rules are those of a booking's cancel, but only this ticket's attendee
 * counts. The cancel of the last live ticket cancels the booking.
 */
export function cancelTicket(
  booking: Booking,
  number: number,
  now: number,
  terms?: CancelTerms,
): BookingChange | Refused<TransitionRefusal> {
  const ticket = findTicket(booking, number);
  if (isRefused<TransitionRefusal>(ticket)) return ticket;
  if (ticket.cancelledAt !== null) return { refused: { why: "ticket-cancelled", ticket: number } };
  const refused = refuseCancel({ ...booking, tickets: [ticket] }, now, terms);
  if (refused !== null) return { refused };
  if (liveTickets(booking).length === 1) return markCancelled(booking, now);
  return {
    event: "ticket-cancelled",
    status: booking.status,
    bookedAt: booking.bookedAt,
    cancelledTickets: [number],
    checkIns: [],
    seatsFreed: Math.min(1, seatsHeld(booking)),
  };
}

/** One rule's verdict on a booking, with its facts as sentences. */
export interface Verdict {
  readonly name: CancelRule["name"];
  /** What holds, or what happened, as a sentence. */
  readonly rule: string;
  /** The moment that decides, RFC 3339; null where none does. */
  readonly at: string | null;
  readonly passed: boolean;
  readonly facts: string;
}

/** Evaluates every rule of cancelling, also after one has refused. */
export function explainCancel(booking: Booking, now: number): readonly Verdict[] {
  return cancelRules.map(({ name, held, failed, decidedAt, refuse }) => {
    const passed = refuse(booking, now) === null;
    const moment = decidedAt(booking);
    const at = moment === null ? null : formatInstant(moment);
    const rule = passed ? held(at) : failed(at);
    return { name, rule, at, passed, facts: facts[name](booking, now) };
  });
}

const facts: Readonly<Record<CancelRule["name"], (booking: Booking, now: number) => string>> = {
  "live-ticket": (booking) =>
    [
      `The booking is ${booking.status} since ${formatInstant(booking.bookedAt)}.`,
      ...booking.tickets.map(({ number, cancelledAt }) =>
        cancelledAt === null
          ? `Ticket ${number} is live.`
          : `Ticket ${number} was cancelled at ${formatInstant(cancelledAt)}.`,
      ),
    ].join(" "),
  "no-check-in": (booking) =>
    booking.tickets
      .map(({ number, checkedInAt, cancelledAt }) =>
        checkedInAt === null
          ? `The attendee of ticket ${number} has not checked in.`
          : `The attendee of ticket ${number} checked in at ${formatInstant(checkedInAt)}${cancelledAt === null ? "." : ", and does not count: the ticket is cancelled."}`,
      )
      .join(" "),
  "cut-off": (booking, now) => {
    const start = `The slot starts at ${formatInstant(booking.slotStartingAt)}; it is ${formatInstant(now)}.`;
    if (cancellationCutoff(booking) === null) {
      return `${start} A slot that has begun can be cancelled as well.`;
    }
    if (!isPastCutoff(booking, now)) return start;
    return `${start} An operator may still cancel, after the cut-off on purpose.`;
  },
};
