import type { Booking } from "booking-service-client";
import type { Problem } from "./problem.ts";

/**
 * A cancel that the customer still has to confirm. The page makes it when it asks for confirmation, so that
 * only bookings of the customer's own list can be cancelled. All attempts carry one key: a second click, or
 * an attempt after a lost answer, cancels nothing twice.
 */
export interface PendingCancel {
  /** The booking before the cancel. */
  readonly booking: Booking;
  readonly idempotencyKey: string;
  /** Null until the customer confirms. */
  readonly outcome: Outcome | null;
}

/** The outcome that the customer sees. */
export interface Outcome {
  readonly requestId: string | null;
  readonly result:
    | { readonly kind: "cancelled" | "already-cancelled" | "unknown" }
    /** `why` is the service's own sentence, in English. */
    | { readonly kind: "refused"; readonly why: string }
    | { readonly kind: "failed"; readonly problem: Problem };
}
