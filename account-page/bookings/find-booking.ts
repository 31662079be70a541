import type { Booking, BookingClient } from "booking-service-client";

/** More bookings of one customer at one moment than anybody has. */
const mostAtOnce = 200;

/**
 * Finds a booking in the customer's own list; null when it is not there. This is what keeps customers
 * apart: the service cancels any booking of the account for us, so we must only ask for those that it
 * lists for this customer.
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
