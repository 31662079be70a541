import type { Booking } from "./booking.ts";
import type { CallOptions } from "./call-limits.ts";
import type { CallResult } from "./call-service.ts";
import { RequestError, type BookingError } from "./errors.ts";
import { isErrorBody } from "./is-error-body.ts";
import { isJsonObject } from "./json-object.ts";
import type { Doubt } from "./judge-attempt.ts";
import type { ServiceRequest } from "./send-once.ts";
import { isWorthReading, settleCancel, type Reading } from "./settle-cancel.ts";

export interface CancelOptions extends CallOptions {
  /**
   * Your id of the booking's customer. With it, a cancel whose answer is lost is resolved by reading the
   * booking. The read also distinguishes a booking that was cancelled before from one that cannot be
   * cancelled.
   */
  readonly externalId?: string | undefined;
  /** The key of an earlier call for the same booking, to repeat it. A new key is made when it is left out. */
  readonly idempotencyKey?: string | undefined;
  /** Why, for the operator and the booking's history: 1 to 200 printable characters. */
  readonly reason?: string | undefined;
  /** Aborts the call, which rejects with the signal's reason. The booking may be cancelled nevertheless. */
  readonly signal?: AbortSignal | undefined;
}

/** A booking of a list, or the fields that a cancel needs. */
export type BookingReference = Pick<Booking, "booking"> &
  Partial<Pick<Booking, "interaction" | "slot_starting_at">>;

export type CancelResult = {
  /** The key for a later call with the same intention, such as a second click. */
  readonly idempotencyKey: string;
} & (
  | {
      /** Cancelled by this call, or before it. */
      readonly outcome: "cancelled" | "already-cancelled";
      /** For your log; null when the outcome was read from the list. */
      readonly requestId: string | null;
    }
  | {
      /** No answer came, and the outcome could not be read. List the bookings later, or repeat the call. */
      readonly outcome: "unknown";
      readonly requestId: string | null;
      /** Why the outcome is unknown. */
      readonly reason: BookingError;
    }
);

/** The steps of a cancel, which the client provides. */
export interface CancelSteps {
  /** Sends the cancel, with retries. */
  readonly send: (request: ServiceRequest) => Promise<CallResult>;
  /** Reads the booking; null where that is not possible, or failed. */
  readonly read: () => Promise<Reading | null>;
}

export async function cancelBooking(
  request: ServiceRequest,
  idempotencyKey: string,
  steps: CancelSteps,
): Promise<CancelResult> {
  const sent = await steps.send(request);
  const { error, doubt } = "error" in sent ? sent : checkAnswer(sent);
  if (error === null) {
    const requestId = "requestId" in sent ? sent.requestId : null;
    return { outcome: "cancelled", requestId, idempotencyKey };
  }
  const reading = isWorthReading(error, doubt) ? await steps.read() : null;
  const outcome = settleCancel(error, doubt, reading);
  if (typeof outcome === "object") throw outcome.throw;
  const { requestId } = error;
  if (outcome === "unknown") return { outcome, requestId, idempotencyKey, reason: error };
  return { outcome, requestId, idempotencyKey };
}

/** Finds out whether the service sent the answer: its success is an empty JSON object. */
function checkAnswer(sent: CallResult & { readonly requestId: string }): {
  readonly error: BookingError | null;
  readonly doubt: Doubt;
} {
  const { requestId } = sent;
  const json = "answer" in sent ? sent.answer.json : {};
  if (isJsonObject(json) && !isErrorBody(json)) return { error: null, doubt: "none" };
  const message = `The answer is not the service's. Is baseUrl your API host? (request ${requestId})`;
  return { error: new RequestError(message, { status: 200, requestId }), doubt: "lost" };
}

/** The request of a cancel. Throws `RequestError` for a booking, key or reason that the service would refuse or ignore. */
export function cancelRequest(
  baseUrl: string,
  booking: BookingReference | string,
  idempotencyKey: string,
  reason?: string,
): ServiceRequest {
  const id = bookingId(booking);
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) {
    throw new RequestError("idempotencyKey has 1 to 255 visible ASCII characters.", {});
  }
  return {
    endpoint: "cancel",
    method: "POST",
    url: `${baseUrl}/v1/interactions:cancelInteractionBooking`,
    headers: {
      "content-type": "application/json",
      "idempotency-key": idempotencyKey,
      ...(reason !== undefined && { "x-cancel-reason": reasonHeader(reason) }),
    },
    // The identifier is sent exactly as it was received (interface, rule 3).
    body: JSON.stringify({ booking: id }),
    secrets: reason === undefined ? [] : [reason, encodeURIComponent(reason)],
  };
}

/** The reason as a header: percent-encoded UTF-8. */
function reasonHeader(reason: string): string {
  if (!/^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u.test(reason)) {
    throw new RequestError("reason has 1 to 200 printable characters.", {});
  }
  return encodeURIComponent(reason);
}

/** The identifier of a booking. A caller without types may give anything. */
export function bookingId(booking: BookingReference | string): string {
  const id: unknown = typeof booking === "string" ? booking : booking?.booking;
  if (typeof id === "string" && id !== "") return id;
  throw new RequestError("Give a booking of a list, or its identifier.", {});
}
