import type { Booking } from "./booking.ts";
import { NotCancellableError, type BookingError } from "./errors.ts";
import type { Doubt } from "./judge-attempt.ts";

/** The outcome of a cancel. */
export type CancelOutcome = "cancelled" | "already-cancelled" | "unknown";

/** The booking as read after a cancel; null when it was not read or not found. */
export interface Reading {
  readonly status: Booking["booking_status"];
  /** Whether its status began during this call, by the service's clock. */
  readonly sinceCallBegan: boolean;
}

/**
 * Decides the outcome of a cancel without a successful answer.
 *
 * A refusal without doubt is final. A refusal after a lost attempt may be that attempt's effect, on a server
 * without `Idempotency-Key`: then the booking's status and its time decide. They also decide when no attempt
 * was answered; but then a booking that is not cancelled proves nothing, because the request may still be in
 * flight.
 */
export function settleCancel(
  error: BookingError,
  doubt: Doubt,
  reading: Reading | null,
): CancelOutcome | { readonly throw: BookingError } {
  const refused = error instanceof NotCancellableError;
  if (reading?.status === "CANCELLED") {
    return doubt !== "none" && reading.sinceCallBegan ? "cancelled" : "already-cancelled";
  }
  if (refused) return doubt !== "none" && reading === null ? "unknown" : { throw: error };
  return doubt === "lost" ? "unknown" : { throw: error };
}

/** Whether reading the booking could change the decision of `settleCancel()`. */
export function isWorthReading(error: BookingError, doubt: Doubt): boolean {
  return error instanceof NotCancellableError || doubt !== "none";
}
