import type { Booking } from "booking-service-client";
import type { Problem } from "./problem.ts";

/**
 * That a customer wants a booking cancelled: made when they are asked to confirm it, so that only what
 * was found in their own list can be cancelled. All tries carry one key: a second click, or a try
 * after an answer was lost, cancels nothing twice.
 */
export interface PendingCancel {
  /** As it was before. */
  readonly booking: Booking;
  readonly idempotencyKey: string;
  /** Null until it is confirmed. */
  readonly outcome: Outcome | null;
}

/** What a customer is told after asking for a cancel. */
export interface Outcome {
  readonly requestId: string | null;
  readonly result:
    | { readonly kind: "cancelled" | "already-cancelled" | "unknown" }
    /** `why` is the service's own sentence, in English. */
    | { readonly kind: "refused"; readonly why: string }
    | { readonly kind: "failed"; readonly problem: Problem };
}
