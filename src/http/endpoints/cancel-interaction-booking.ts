import { CancelRequest, cancelInteractionBooking as contract } from "../../../contract/cancel.ts";
import { IdempotencyKeyHeader, CancelReasonHeader } from "../../../contract/headers.ts";
import { isBookingId } from "../../domain/identifier.ts";
import { isRefused } from "../../domain/refusal.ts";
import { cancelBooking } from "../../usecases/cancel-booking.ts";
import { callerOf } from "../call/call.ts";
import { bookingFault } from "./booking-fault.ts";
import type { EndpointParts, ServedEndpoint } from "./endpoint.ts";
import { ignoredNames } from "./ignored-parameters.ts";
import { parseJsonObject, unreadBody } from "../call/request-body.ts";
import { headerValues, textCheck } from "../call/raw-request.ts";
import { isMismatch, reason } from "../../domain/data-file/values.ts";

/** `POST /v1/interactions:cancelInteractionBooking` (interface, Endpoints 3). */
export function cancelInteractionBooking(parts: EndpointParts): ServedEndpoint {
  return {
    contract,
    limit: parts.requestLimit,
    // Cancels wait for a commit, and many of them for the same one.
    openAtLeast: 256,
    answer: async (call, body) => {
      const { account, clientId } = callerOf(call);
      const fields = parseJsonObject(body) ?? {};
      call.ignored = ignoredNames(Object.keys(fields), knownFields);
      const bookingId = Object.hasOwn(fields, "booking") ? fields["booking"] : null;
      if (typeof bookingId !== "string" || !isBookingId(bookingId)) {
        const unread = unreadBody(call.request, body, false);
        return { refused: { why: "booking-malformed", found: bookingFault(body, unread) } };
      }
      call.recordable = { booking: bookingId };
      const keys = headerValues(call.request, "idempotency-key");
      if (keys.length > 1 || !keys.every(isIdempotencyKey)) {
        return { refused: { why: "idempotency-key-malformed" } };
      }
      const givenReason = readCancelReason(headerValues(call.request, "x-cancel-reason"));
      if (givenReason === undefined) {
        call.ignored = ignoredNames([...Object.keys(fields), "X-Cancel-Reason"], knownFields);
      }
      const idempotencyKey = keys[0] ?? null;
      const answer = await cancelBooking(
        parts.account(account.id),
        { bookingId, clientId, requestId: call.id, idempotencyKey, reason: givenReason ?? null },
        parts.now(),
      );
      if (isRefused(answer)) return answer;
      call.leftHistory = answer.repeated !== true;
      return "{}";
    },
  };
}

const knownFields: ReadonlySet<string> = new Set(Object.keys(CancelRequest.properties));
const isIdempotencyKey = textCheck(IdempotencyKeyHeader);

const hasForm = textCheck(CancelReasonHeader);

/**
 * The reason that the header's values say, decoded; null for none, and undefined for values that are
 * ignored. Nothing here refuses a cancel: the specification names every ground for that.
 */
export function readCancelReason(values: readonly string[]): string | null | undefined {
  const [given] = values;
  if (given === undefined) return null;
  if (values.length > 1 || !hasForm(given)) return undefined;
  const decoded = decode(given);
  const read = decoded === null ? undefined : reason(decoded, 0);
  return isMismatch(read) ? undefined : read;
}

function decode(given: string): string | null {
  try {
    return decodeURIComponent(given);
  } catch {
    return null;
  }
}
