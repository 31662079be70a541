import type { Booking } from "../../domain/booking.ts";
import { cancellationCutoff, cancelRules, type CancelRule } from "../../domain/cancel-booking.ts";
import { formatInstant } from "../../domain/instant.ts";

/** One rule's verdict on a booking, with its facts as sentences. */
export interface Verdict {
  readonly name: CancelRule["name"];
  readonly rule: string;
  readonly passed: boolean;
  readonly facts: string;
}

/** Evaluates every rule of cancelling, also after one has refused. */
export function explainCancel(booking: Booking, now: number): readonly Verdict[] {
  return cancelRules.map(({ name, rule, refuse }) => ({
    name,
    rule,
    passed: refuse(booking, now) === null,
    facts: facts[name](booking, now),
  }));
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
    const start = `The slot starts at ${formatInstant(booking.slotStartingAt)}.`;
    const cutoff = cancellationCutoff(booking);
    return cutoff === null
      ? `${start} The campaign sets no cut-off: a slot that has begun can be cancelled as well.`
      : `${start} Cancelling is possible until ${formatInstant(cutoff)}; it is ${formatInstant(now)}.`;
  },
};
