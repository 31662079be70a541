import type { Booking } from "./booking.ts";
import { NotCancellableError, type BookingError } from "./errors.ts";
import type { Doubt } from "./judge-attempt.ts";

/** What a cancel came to. */
export type CancelOutcome = "cancelled" | "already-cancelled" | "unknown";

/** What reading the booking afterwards showed; null when it was not read or not found. */
export interface Reading {
  readonly status: Booking["booking_status"];
  /** The status dates from this call, by the service's own clock. */
  readonly sinceCallBegan: boolean;
}

/**
 * Decides what is known of a cancel that was not answered with success.
 *
 * A refusal without doubt is final. A refusal after an attempt without an answer may be the effect of that
 * attempt, on a server that does not know `Idempotency-Key`: then the booking's status and its time
 * decide. The same holds when no attempt was answered at all; but then a booking that is not cancelled
 * proves nothing, since the request may still be on its way.
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

/** Tells whether reading the booking could change what `settleCancel()` decides. */
export function isWorthReading(error: BookingError, doubt: Doubt): boolean {
  return error instanceof NotCancellableError || doubt !== "none";
}
