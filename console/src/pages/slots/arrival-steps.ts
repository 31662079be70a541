import type { Booking } from "../../api/operations.ts";

/** How many have come by when; seconds UTC, ascending, and the count from then on. */
export interface ArrivalSteps {
  readonly at: readonly number[];
  readonly arrived: readonly number[];
  /** Live tickets of confirmed bookings, come or not. */
  readonly expected: number;
}

/** The check-ins of a slot's live tickets, one step each; several in one second are one step. */
export function arrivalSteps(bookings: readonly Booking[]): ArrivalSteps {
  const tickets = bookings
    .filter(({ booking_status: status }) => status === "CONFIRMED")
    .flatMap((booking) => booking.tickets.filter(({ cancelled_at: at }) => at === null));
  const seconds = tickets
    .flatMap(({ attendee: { checked_in_at: at } }) => (at === null ? [] : [Date.parse(at)]))
    .map((instant) => Math.floor(instant / 1000))
    .toSorted((one, other) => one - other);
  const steps = new Map<number, number>();
  for (const [index, second] of seconds.entries()) steps.set(second, index + 1);
  return { at: [...steps.keys()], arrived: [...steps.values()], expected: tickets.length };
}
