import type { Booking } from "./booking.ts";
import type { CallResult } from "./call-service.ts";
import { RequestError, type BookingError } from "./errors.ts";
import { isErrorBody } from "./is-error-body.ts";
import { isJsonObject } from "./json-object.ts";
import type { Doubt } from "./judge-attempt.ts";
import type { ServiceRequest } from "./send-once.ts";
import { isWorthReading, settleCancel, type Reading } from "./settle-cancel.ts";

export interface CancelOptions {
  /**
   * Your id of the customer whose booking it is. With it, a cancel whose answer is lost is resolved by
   * reading the booking, which also distinguishes a booking that was cancelled before from one that
   * cannot be cancelled.
   */
  readonly externalId?: string | undefined;
  /** Of an earlier call for the same booking, to repeat it. A new one is made when left out. */
  readonly idempotencyKey?: string | undefined;
  /** Ends the call; it rejects with the signal's reason. The booking may be cancelled all the same. */
  readonly signal?: AbortSignal | undefined;
}

/** A booking of a list, or what is needed of it. */
export type BookingReference = Pick<Booking, "booking"> &
  Partial<Pick<Booking, "interaction" | "slot_starting_at">>;

export type CancelResult = {
  /** For a later call about the same wish, such as a second click. */
  readonly idempotencyKey: string;
} & (
  | {
      /** Cancelled by this call, or already before it. */
      readonly outcome: "cancelled" | "already-cancelled";
      /** For your log; null when it was found out by reading. */
      readonly requestId: string | null;
    }
  | {
      /** No answer came, and it could not be found out. List the bookings later, or repeat. */
      readonly outcome: "unknown";
      readonly requestId: string | null;
      /** Why it is not known. */
      readonly reason: BookingError;
    }
);

/** What a cancel is made of; the client puts it together. */
export interface CancelSteps {
  /** Sends it, with retries. */
  readonly send: (request: ServiceRequest) => Promise<CallResult>;
  /** Reads the booking; null where that is not possible, or did not work. */
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

/** Success is an empty JSON object. Something else was not said by the service. */
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

export function cancelRequest(
  baseUrl: string,
  booking: BookingReference | string,
  idempotencyKey: string,
): ServiceRequest {
  const id = bookingId(booking);
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) {
    throw new RequestError("idempotencyKey has 1 to 255 visible ASCII characters.", {});
  }
  return {
    endpoint: "cancel",
    method: "POST",
    url: `${baseUrl}/v1/interactions:cancelInteractionBooking`,
    headers: { "content-type": "application/json", "idempotency-key": idempotencyKey },
    // The identifier goes back exactly as it was received (interface, rule 3).
    body: JSON.stringify({ booking: id }),
    secrets: [],
  };
}

export function bookingId(booking: BookingReference | string): string {
  const id: unknown = typeof booking === "string" ? booking : booking?.booking;
  if (typeof id === "string" && id !== "") return id;
  throw new RequestError("Give a booking of a list, or its identifier.", {});
}
