/*
 * Until when a slot gives seats of a ticket type (A101). Bookings end before the start by the type's cut-off, else its
 * campaign's, else at the start; a cut-off below 0 lies after the start and lengthens bookings alone. A type's window
 * narrows that. The waitlist moves up by itself until the cut-off, and by hand until the start. An operator may book and
 * promote later on purpose (`late`). Whoever is on time when they ask gets in, however long the slot's lock takes. Where a
 * campaign offers seats, an offer ends with what would end it as a promotion, and none is made that would be too short. A
 * closed slot gives no seat until it is opened, whatever the clock and the order say (B220). Lines of a file ask none of this.
 */

/** Minutes before the start; below 0: after it. */
export const cutoffMinMinutes = -1440;
export const cutoffMaxMinutes = 525_600;

/** How long an offer stands, in minutes. */
export const offerMinMinutes = 1;
export const offerMaxMinutes = 10_080;
export const offerDefaultMinutes = 720;

/** An offer that would be shorter than this, and than its campaign says, is not made. */
const offerLeastMs = 5 * 60_000;

/** How a waitlist gets the seats that are free: by hand, by itself, or by offering them to the first in line. */
export const waitlistPromotions = ["manual", "automatic", "offer"] as const;
export type WaitlistPromotion = (typeof waitlistPromotions)[number];

/** What the catalogue says; null where it says nothing. */
export interface WindowTerms {
  /** The slot's start. Instants are milliseconds UTC. */
  readonly startingAt: number;
  /** When the slot was closed; null while it is open. */
  readonly closedAt: number | null;
  /** The campaign's zone, for refusals. */
  readonly timezone: string;
  readonly from: number | null;
  readonly until: number | null;
  readonly cutoffOfType: number | null;
  readonly cutoffOfCampaign: number | null;
  readonly promotion: WaitlistPromotion;
  readonly offerMinutes: number | null;
}

/** The times of a ticket type in a slot. */
export interface BookingWindow {
  readonly startingAt: number;
  readonly closedAt: number | null;
  readonly timezone: string;
  /** The first moment at which the cut-off refuses bookings. */
  readonly cutoffAt: number;
  /** The first moment of the type's window, and the first after it. */
  readonly from: number | null;
  readonly until: number | null;
  /** How long an offer stands; null where the campaign makes none. */
  readonly offerMs: number | null;
}

/** Why no seat is given, and since or from when on. */
export interface WindowRefusal {
  readonly why: "slot-has-begun" | "booking-not-open" | "booking-closed";
  readonly at: number;
  readonly timezone: string;
  /** Whether the slot itself was closed, or was to change: no order passes over that. */
  readonly isOfSlot?: true;
}

/** Who gives a seat to an entry of a waitlist. */
export type PromotedBy = "itself" | "hand";

export function windowOf(terms: WindowTerms): BookingWindow {
  const { startingAt, closedAt, timezone, from, until, cutoffOfType, cutoffOfCampaign } = terms;
  const cutoffAt = startingAt - (cutoffOfType ?? cutoffOfCampaign ?? 0) * 60_000;
  const offerMs =
    terms.promotion === "offer" ? (terms.offerMinutes ?? offerDefaultMinutes) * 60_000 : null;
  return { startingAt, closedAt, timezone, cutoffAt, from, until, offerMs };
}

/** Why nobody books at this moment; null where somebody may. */
export function refuseBooking(window: BookingWindow, now: number): WindowRefusal | null {
  const { startingAt, timezone, from } = window;
  const until = bookableUntil(window);
  if (window.closedAt !== null) return slotClosed(window.closedAt, timezone);
  if (now >= until) {
    return now >= startingAt
      ? { why: "slot-has-begun", at: startingAt, timezone }
      : { why: "booking-closed", at: until, timezone };
  }
  return from !== null && now < from ? { why: "booking-not-open", at: from, timezone } : null;
}

/** Without a comparison of times: who asked before the closing may get the slot's lock after it. */
export function slotClosed(at: number, timezone: string) {
  return { why: "booking-closed", at, timezone, isOfSlot: true } as const;
}

/** The first moment at which no entry of the type moves up any more, closed slots and orders that are `late` aside. */
export function movesUpUntil(window: BookingWindow, by: PromotedBy): number {
  const { offerMs } = window;
  if (by === "hand") return window.startingAt;
  // An offer of exactly the least length is made.
  return offerMs === null
    ? closesAt(window)
    : closesAt(window) - Math.min(offerLeastMs, offerMs) + 1;
}

/** When an offer that is made now ends. */
export function offerEndsAt(window: BookingWindow, now: number): number {
  return Math.min(now + (window.offerMs ?? 0), closesAt(window));
}

/** Until when the waitlist gets seats by itself. */
function closesAt({ startingAt, cutoffAt }: BookingWindow): number {
  return Math.min(startingAt, cutoffAt);
}

/** Why no entry moves up at this moment; null where it may. */
export function refuseMoveUp(
  window: BookingWindow,
  now: number,
  by: PromotedBy,
): WindowRefusal | null {
  const { startingAt, closedAt, timezone } = window;
  if (closedAt !== null) return slotClosed(closedAt, timezone);
  const until = movesUpUntil(window, by);
  if (now < until) return null;
  return now >= startingAt
    ? { why: "slot-has-begun", at: startingAt, timezone }
    : { why: "booking-closed", at: closesAt(window), timezone };
}

/** The first moment at which no booking is made any more. */
export function bookableUntil({ cutoffAt, until, closedAt }: BookingWindow): number {
  return Math.min(until ?? cutoffAt, cutoffAt, closedAt ?? cutoffAt);
}
