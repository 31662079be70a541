import type { FastifyInstance } from "fastify";
import { CancelRequest, cancelInteractionBooking as endpoint } from "../../contract/cancel.ts";
import { IdempotencyKeyHeader } from "../../contract/headers.ts";
import type { AccountId } from "../domain/account.ts";
import { isBookingId } from "../domain/identifier.ts";
import { isRefused } from "../domain/refusal.ts";
import type { Authentication } from "../usecases/authenticate.ts";
import { cancelBooking } from "../usecases/cancel-booking.ts";
import { allowedFor, callerOf, limitedBy } from "./access.ts";
import { refuse } from "./answers.ts";
import { tellIgnored } from "./ignored-parameters.ts";
import { parseJsonObject } from "./json-body.ts";
import type { RateLimit } from "./rate-limits.ts";
import { headerValues } from "./raw-request.ts";
import { routeOf } from "./route-of.ts";
import { textCheck } from "./text-check.ts";

export interface CancelEndpointParts {
  readonly authentication: Authentication;
  readonly requestLimit: RateLimit;
  account(id: AccountId): Parameters<typeof cancelBooking>[0];
  readonly now: () => number;
}

/** `POST /v1/interactions:cancelInteractionBooking` (interface, Endpoints 3). */
export function cancelInteractionBooking(
  server: FastifyInstance,
  parts: CancelEndpointParts,
): void {
  server.route({
    ...routeOf(endpoint),
    onRequest: [
      limitedBy(parts.requestLimit, parts.now),
      allowedFor(endpoint.name, parts.authentication, parts.now),
    ],
    handler: async (request, reply) => {
      const { account, clientId } = callerOf(request);
      const body = parseJsonObject(request.body) ?? {};
      tellIgnored(reply, account.isProduction, Object.keys(body), knownFields);
      const bookingId = Object.hasOwn(body, "booking") ? body["booking"] : null;
      if (typeof bookingId !== "string" || !isBookingId(bookingId)) {
        return refuse(reply, { why: "booking-malformed" });
      }
      request.recordable = { booking: bookingId };
      const keys = headerValues(request.raw, "idempotency-key");
      if (keys.length > 1 || !keys.every(isIdempotencyKey)) {
        return refuse(reply, { why: "idempotency-key-malformed" });
      }
      const answer = await cancelBooking(
        parts.account(account.id),
        { bookingId, clientId, requestId: request.id, idempotencyKey: keys[0] ?? null },
        parts.now(),
      );
      return isRefused(answer) ? refuse(reply, answer.refused) : {};
    },
  });
}

const knownFields: ReadonlySet<string> = new Set(Object.keys(CancelRequest.properties));
const isIdempotencyKey = textCheck(IdempotencyKeyHeader);
