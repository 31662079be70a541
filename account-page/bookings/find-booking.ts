import type { Booking, BookingClient } from "booking-service-client";

/** More bookings than any customer has at one moment. */
const mostAtOnce = 200;

/**
 * Finds a booking in the customer's own list; null when it is not there. This check separates customers: the
 * service cancels any booking of the account for this page, so the page must only ask for bookings that the
 * service lists for this customer.
 *
 * @param startingAt the slot's start, which the page's links carry, so that one short request is enough
 */
export async function findBooking(
  client: Pick<BookingClient, "bookings">,
  externalId: string,
  {
    id,
    startingAt,
    ...asked
  }: {
    readonly id: string;
    readonly startingAt: string;
    readonly language: string;
    readonly signal: AbortSignal;
  },
): Promise<Booking | null> {
  const moment = new Date(startingAt);
  if (Number.isNaN(moment.getTime())) return null;
  const at = { ...asked, from: moment, to: moment };
  const found = await client.bookings(externalId, at).toArray({ limit: mostAtOnce });
  return found.find(({ booking }) => booking === id) ?? null;
}
