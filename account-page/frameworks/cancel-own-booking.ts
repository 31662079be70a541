import type { BookingClient } from "booking-service-client";
import { findBooking } from "../bookings/find-booking.ts";
import { makeCancel } from "../bookings/make-cancel.ts";

/** The fields of the form that cancels. */
export interface CancelForm {
  readonly start?: string | undefined;
  readonly key?: string | undefined;
}

/**
 * Cancels a booking of the customer's own list, and returns the words for the outcome; null when the list has
 * no such booking. The service cancels any booking of the account, so the list keeps customers apart.
 */
export async function cancelOwnBooking(
  client: Pick<BookingClient, "bookings" | "cancelBooking">,
  externalId: string,
  id: string,
  { start = "", key = "" }: CancelForm,
): Promise<string | null> {
  const asked = { id, startingAt: start, language: "en", signal: AbortSignal.timeout(10_000) };
  const booking = await findBooking(client, externalId, asked);
  if (booking === null || key === "") return null;
  const { result } = await makeCancel(client, externalId, {
    booking,
    idempotencyKey: key,
    outcome: null,
  });
  switch (result.kind) {
    case "cancelled":
    case "already-cancelled":
      return "Your booking is cancelled.";
    case "refused":
      return `Your booking was not cancelled: ${result.why}`;
    case "unknown":
      return "It is not known yet whether your booking is cancelled. Look again in a minute.";
    case "failed":
      return "Your booking was not cancelled. Try again in a minute.";
  }
}
