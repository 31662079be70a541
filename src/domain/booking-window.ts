/*
 * From when on and until when a slot gives seats of a ticket type (A101). The ticket type may open at `bookable_from`.
 * It closes at `bookable_until`, or before the start by its own cut-off, else its campaign's, else at the start,
 * whichever comes first. A cut-off below 0 lies after the start. Whoever is on time when they ask gets in, however
 * long the slot's lock takes.
 */

/** Minutes before the start; below 0: after it. */
export const cutoffMinMinutes = -1440;
export const cutoffMaxMinutes = 525_600;

/** What the catalogue says; null where it says nothing. */
export interface WindowTerms {
  /** The slot's start. Instants are milliseconds UTC. */
  readonly startingAt: number;
  readonly from: number | null;
  readonly until: number | null;
  readonly cutoffOfType: number | null;
  readonly cutoffOfCampaign: number | null;
}

/** The time in which a slot gives seats of a ticket type. */
export interface BookingWindow {
  readonly startingAt: number;
  /** The first moment; null: always open before it closes. */
  readonly opensAt: number | null;
  /** The first moment at which no seat is given any more. */
  readonly closesAt: number;
}

export type WindowRefusal =
  | { readonly why: "slot-has-begun"; readonly at: number }
  | { readonly why: "booking-not-open"; readonly at: number }
  | { readonly why: "booking-closed"; readonly at: number };

export function windowOf(terms: WindowTerms): BookingWindow {
  const { startingAt, from, until, cutoffOfType, cutoffOfCampaign } = terms;
  const cutoff = startingAt - (cutoffOfType ?? cutoffOfCampaign ?? 0) * 60_000;
  return { startingAt, opensAt: from, closesAt: Math.min(until ?? cutoff, cutoff) };
}

/** No slot that started earlier than this gives a seat. */
export function earliestStart(now: number): number {
  return now + cutoffMinMinutes * 60_000;
}

/** Whether seats are given at this moment. */
export function isOpen({ opensAt, closesAt }: BookingWindow, now: number): boolean {
  return now < closesAt && (opensAt === null || now >= opensAt);
}

/** The moment that an event records with a seat; null where it is the slot's start. */
export function recordedClose({ startingAt, closesAt }: BookingWindow): number | null {
  return closesAt === startingAt ? null : closesAt;
}

/** Why no seat is given at this moment; null where one is. */
export function refuseByWindow(
  window: BookingWindow,
  now: number,
): { readonly refused: WindowRefusal } | null {
  const { startingAt, opensAt, closesAt } = window;
  if (isOpen(window, now)) return null;
  if (now >= startingAt && now >= closesAt) {
    return { refused: { why: "slot-has-begun", at: startingAt } };
  }
  return now >= closesAt
    ? { refused: { why: "booking-closed", at: closesAt } }
    : { refused: { why: "booking-not-open", at: opensAt ?? closesAt } };
}
