import { CancelRequest, cancelInteractionBooking as contract } from "../../../contract/cancel.ts";
import { IdempotencyKeyHeader } from "../../../contract/headers.ts";
import type { AccountId } from "../../domain/account.ts";
import { isBookingId } from "../../domain/identifier.ts";
import { isRefused } from "../../domain/refusal.ts";
import { cancelBooking, type CancelAccount } from "../../usecases/cancel-booking.ts";
import { callerOf } from "../call/call.ts";
import { readCancelReason } from "./cancel-reason.ts";
import type { ServedEndpoint } from "./endpoint.ts";
import { ignoredNames } from "./ignored-parameters.ts";
import { parseJsonObject } from "./json-body.ts";
import { unreadBody } from "./unread-body.ts";
import type { RateLimit } from "../rate-limits/rate-limits.ts";
import { headerValues } from "../call/header-values.ts";
import { textCheck } from "../call/text-check.ts";

export interface CancelEndpointParts {
  readonly requestLimit: RateLimit;
  account(id: AccountId): CancelAccount;
  readonly now: () => number;
}

/** `POST /v1/interactions:cancelInteractionBooking` (interface, Endpoints 3). */
export function cancelInteractionBooking(parts: CancelEndpointParts): ServedEndpoint {
  return {
    contract,
    limit: parts.requestLimit,
    // Cancels wait for a commit, and many of them for the same one.
    openAtLeast: 256,
    answer: async (call, text) => {
      const { account, clientId } = callerOf(call);
      const object = parseJsonObject(text);
      const body = object ?? {};
      call.ignored = ignoredNames(Object.keys(body), knownFields);
      const bookingId = Object.hasOwn(body, "booking") ? body["booking"] : null;
      if (typeof bookingId !== "string" || !isBookingId(bookingId)) {
        const unread = object === null ? unreadBody(call.request, text, contract.takesForm) : null;
        return { refused: { why: "booking-malformed", unread } };
      }
      call.recordable = { booking: bookingId };
      const keys = headerValues(call.request, "idempotency-key");
      if (keys.length > 1 || !keys.every(isIdempotencyKey)) {
        return { refused: { why: "idempotency-key-malformed" } };
      }
      const reason = readCancelReason(headerValues(call.request, "x-cancel-reason"));
      if (reason === undefined) {
        call.ignored = ignoredNames([...Object.keys(body), "X-Cancel-Reason"], knownFields);
      }
      const idempotencyKey = keys[0] ?? null;
      const answer = await cancelBooking(
        parts.account(account.id),
        { bookingId, clientId, requestId: call.id, idempotencyKey, reason: reason ?? null },
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
