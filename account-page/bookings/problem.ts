import { BookingError, RateLimitError, TemporaryError, TimeoutError } from "booking-service-client";
import { SellingFailed } from "../selling/answer-of.ts";

/** Why the booking service failed a request, as far as it matters to a customer. */
export interface Problem {
  readonly kind: "busy" | "unavailable" | "broken";
  /** When a repetition is worthwhile; null when the service did not say. */
  readonly retryAfterSeconds: number | null;
  /** For support: the service's operator can find the request by this id. */
  readonly requestId: string | null;
}

/** Maps an error of a client library; null for any other error, which is this page's own fault. */
export function problemOf(error: unknown): Problem | null {
  if (error instanceof SellingFailed) {
    const { status, retryAfterSeconds, requestId } = error;
    return { kind: kindOfStatus(status), retryAfterSeconds, requestId };
  }
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
  // The request or the credentials are wrong, which no repetition mends.
  return { kind: "broken", retryAfterSeconds: null, requestId };
}

/** Null is no answer. */
function kindOfStatus(status: number | null): Problem["kind"] {
  if (status === 429) return "busy";
  return status === null || status >= 500 ? "unavailable" : "broken";
}

function seconds(ms: number | null): number | null {
  return ms === null ? null : Math.max(1, Math.ceil(ms / 1000));
}
