import { BookingError, RateLimitError, TemporaryError, TimeoutError } from "booking-service-client";

/** Why the booking service did not do what was asked, as far as it matters to a customer. */
export interface Problem {
  readonly kind: "busy" | "unavailable" | "broken";
  /** When it is worth coming back; null when nobody said. */
  readonly retryAfterSeconds: number | null;
  /** For support: the operator of the service can find the request by it. */
  readonly requestId: string | null;
}

/** Reads an error of the client library; null where it is none, and so a fault of our own. */
export function problemOf(error: unknown): Problem | null {
  if (!(error instanceof BookingError)) return null;
  const { requestId } = error;
  if (error instanceof RateLimitError) {
    return { kind: "busy", retryAfterSeconds: seconds(error.retryAfterMs), requestId };
  }
  if (error instanceof TemporaryError) {
    return { kind: "unavailable", retryAfterSeconds: seconds(error.retryAfterMs), requestId };
  }
  if (error instanceof TimeoutError) {
    return { kind: "unavailable", retryAfterSeconds: null, requestId };
  }
  // The request or the credentials are wrong: coming back does not help, somebody has to mend it.
  return { kind: "broken", retryAfterSeconds: null, requestId };
}

function seconds(ms: number | null): number | null {
  return ms === null ? null : Math.max(1, Math.ceil(ms / 1000));
}
