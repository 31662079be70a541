import type { Static } from "typebox";
import { Type } from "./schema.ts";

/** Numeric codes, after google.rpc.Code. Callers must not need them (decision A23). */
export const errorCodes = {
  badRequest: 3,
  notFound: 5,
  endpointNotEnabled: 7,
  rateLimited: 8,
  notCancellable: 9,
  methodNotAllowed: 12,
  unavailable: 14,
  unauthenticated: 16,
} as const;

/** The body of every error but one (interface, Errors). */
export const ErrorResponse = Type.Object(
  {
    code: Type.Integer({
      enum: Object.values(errorCodes),
      description:
        "For your logs: decide by endpoint and status, which suffice. The numbers are those of gRPC.",
    }),
    message: Type.String({
      minLength: 1,
      description: "What happened and what to do. Its wording may improve at any time.",
    }),
  },
  {
    additionalProperties: false,
    description: "Every error but one: the 401 of a call without any token.",
  },
);
export type ErrorResponse = Static<typeof ErrorResponse>;

/** The 401 of a call with no token at all (interface, Errors). */
export const TokenMissingResponse = Type.Object(
  {
    error: Type.String({ minLength: 1, description: "`Unauthorized`." }),
    message: Type.String({ minLength: 1, description: "What happened and what to do." }),
  },
  {
    additionalProperties: false,
    description: "The 401 of a call that carries no token at all. It has no `code`.",
  },
);
export type TokenMissingResponse = Static<typeof TokenMissingResponse>;

interface ErrorAnswer {
  readonly status: number;
  /** Null for the one error whose body has no code (`TokenMissingResponse`). */
  readonly code: (typeof errorCodes)[keyof typeof errorCodes] | null;
  /** When a caller gets the error, and what the caller does then: sentences of the reference. */
  readonly when: string;
  readonly remedy: string;
}

const { badRequest, notFound, endpointNotEnabled, rateLimited } = errorCodes;
const { notCancellable, methodNotAllowed, unavailable, unauthenticated } = errorCodes;
const fixTheRequest = "Do not retry: fix the request.";
const tellTheCustomer =
  "Do not retry: nothing was changed, and nothing will be. Tell the customer.";
const fixTheClient = "Fix the client, or the proxy in between.";

/**
 * Every expected error of the service, by its reason. This is the only place that gives an error its status
 * and code.
 *
 * Interface, Errors: faults of a fetch or cancel request and refused credentials are 500. The service's own
 * faults are therefore always 503 (decision A24). On a cancel, 400 means "already cancelled or checked in".
 */
export const errors = {
  "client-credentials-missing": {
    status: 400,
    code: badRequest,
    when: "`client_id` or `client_secret` is missing, empty or not a string, or the body cannot be read. The message names what is missing, or the encoding or type of a body that is not read.",
    remedy: "Send both, then retry.",
  },
  "token-request-malformed": {
    status: 500,
    code: unauthenticated,
    when: "`audience` is missing in a JSON request, or `grant_type` is missing or another than `client_credentials`.",
    remedy: fixTheRequest,
  },
  "credentials-refused": {
    status: 500,
    code: unauthenticated,
    when: "Id, secret or audience is wrong, revoked, or of another account than this host's. Which of them is not told.",
    remedy: "Do not retry: check the three values and the host. Repeating only uses up the limit.",
  },
  "token-missing": {
    status: 401,
    code: null,
    when: "No token at all: no `Authorization` header, an empty one, or another scheme.",
    remedy: "Send the token.",
  },
  "token-refused": {
    status: 401,
    code: unauthenticated,
    when: "The token is expired, revoked, malformed, sent twice, or of another account's host.",
    remedy: "Request a new token and retry once. A second 401 is final: report it.",
  },
  "endpoint-not-enabled": {
    status: 403,
    code: endpointNotEnabled,
    when: "The operator has not enabled this endpoint for your account.",
    remedy: "Do not retry: ask the operator.",
  },
  "parameter-missing": {
    status: 500,
    code: badRequest,
    when: "`external_id` is missing or empty.",
    remedy: fixTheRequest,
  },
  "parameter-misnamed": {
    status: 500,
    code: badRequest,
    when: "The name of a parameter is nearly right: with brackets, in another case, in singular or plural, such as `public_key`, `booking_status[]`, `pageSize`, or one that people try: `from`, `to`, `start`, `end`, `status`, `page`, `limit`, `lang`. The message gives both names.",
    remedy: fixTheRequest,
  },
  "parameter-repeated": {
    status: 500,
    code: badRequest,
    when: "A parameter that takes one value is sent twice; only `booking_status` may be repeated. Equal values are refused too.",
    remedy: fixTheRequest,
  },
  "parameter-malformed": {
    status: 500,
    code: badRequest,
    when: "A parameter has not its form. The message names it and says what it must be.",
    remedy: fixTheRequest,
  },
  "query-malformed": {
    status: 500,
    code: badRequest,
    when: "The query string is not percent-encoded UTF-8.",
    remedy: fixTheRequest,
  },
  "both-scopes": {
    status: 500,
    code: badRequest,
    when: "`public_keys` and `interactions` are both sent, even if they mean the same campaign.",
    remedy: fixTheRequest,
  },
  "unknown-public-key": {
    status: 500,
    code: notFound,
    when: "`public_keys` is empty or names no campaign of your account.",
    remedy: fixTheRequest,
  },
  "unknown-interaction": {
    status: 500,
    code: notFound,
    when: "`interactions` names no campaign of your account.",
    remedy: fixTheRequest,
  },
  "booking-malformed": {
    status: 500,
    code: badRequest,
    when: "`booking` is missing or no UUID as the list gives it, or the body is no JSON object in UTF-8. The message says what stands there.",
    remedy: fixTheRequest,
  },
  "unknown-booking": {
    status: 500,
    code: notFound,
    when: "There is no such booking in your account. Somebody else's looks exactly the same.",
    remedy: fixTheRequest,
  },
  "ticket-already-cancelled": {
    status: 400,
    code: notCancellable,
    when: "The booking, or its ticket, is already cancelled: also the answer to a second cancel.",
    remedy: tellTheCustomer,
  },
  "attendee-checked-in": {
    status: 400,
    code: notCancellable,
    when: "The attendee of one of the booking's live tickets has checked in.",
    remedy: tellTheCustomer,
  },
  "cancellation-closed": {
    status: 400,
    code: notCancellable,
    when: "The campaign's time for cancelling before the slot has passed; only where the operator set one.",
    remedy: tellTheCustomer,
  },
  "idempotency-key-malformed": {
    status: 500,
    code: badRequest,
    when: "`Idempotency-Key` is sent twice, or is not 1 to 255 visible ASCII characters.",
    remedy: fixTheRequest,
  },
  "idempotency-key-reused": {
    status: 500,
    code: badRequest,
    when: "`Idempotency-Key` was used for another booking within 24 hours.",
    remedy: "Do not retry: send a new key for a new request.",
  },
  "http-malformed": {
    status: 400,
    code: badRequest,
    when: "Malformed as HTTP: no Host or two, a length that is told in two ways, bytes that cannot be read. The connection is closed.",
    remedy: fixTheClient,
  },
  "request-too-slow": {
    status: 408,
    code: badRequest,
    when: "The request did not arrive whole in time. The connection is closed.",
    remedy: "Send it again, whole and at once.",
  },
  "headers-too-large": {
    status: 431,
    code: badRequest,
    when: "The request line and headers are larger than 16 KiB. The connection is closed.",
    remedy: fixTheClient,
  },
  "body-too-large": {
    status: 413,
    code: badRequest,
    when: "The body is larger than 64 KiB. The connection is closed.",
    remedy: fixTheRequest,
  },
  "not-found": {
    status: 404,
    code: notFound,
    when: "A path that differs from this one: letter case counts, and there is no slash at the end. `%3A` for the colon is accepted.",
    remedy: "Fix the URL.",
  },
  "method-not-allowed": {
    status: 405,
    code: methodNotAllowed,
    when: "Another method on this path, HEAD and OPTIONS among them. `Allow` names the right one.",
    remedy: "Fix the method.",
  },
  "rate-limited": {
    status: 429,
    code: rateLimited,
    when: "Your IP address passed a rate limit.",
    remedy: "Wait as many seconds as `Retry-After` says, then retry.",
  },
  unavailable: {
    status: 503,
    code: unavailable,
    when: "A temporary fault of the service, or too much work at once. Nothing is wrong with the request.",
    remedy:
      "Wait for `Retry-After`, then retry with backoff; a cancel with the same `Idempotency-Key`.",
  },
} as const satisfies Record<string, ErrorAnswer>;

export type ErrorReason = keyof typeof errors;
