import { errors } from "../../../contract/errors.ts";
import type { Refusal, Refused, UnreadBody } from "../../domain/refusal.ts";

/** Refusals before a use case is reached; the others are the domain's. */
export type HttpRefusal =
  | { readonly why: "http-malformed"; readonly problem: string }
  | { readonly why: "request-too-slow" }
  | { readonly why: "headers-too-large" }
  | { readonly why: "body-too-large"; readonly limitBytes: number }
  | { readonly why: "not-found" }
  | { readonly why: "method-not-allowed"; readonly allow: string }
  | { readonly why: "rate-limited"; readonly retryAfterSeconds: number }
  | { readonly why: "unavailable" };

export type AnyRefusal = Refusal | HttpRefusal;

/** The outcome of a call: the JSON of its answer, or the refusal. */
export type Outcome = string | Refused<AnyRefusal>;

interface Answer<R> {
  readonly message: string | ((refusal: R) => string);
  readonly headers?: (refusal: R) => Record<string, string>;
}

/** The words and headers of each refusal. Its status and code are the contract's (`errors`). */
const answers: { readonly [W in AnyRefusal["why"]]: Answer<Extract<AnyRefusal, { why: W }>> } = {
  "client-credentials-missing": {
    message: ({ missing, unread }) => {
      const required = `${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} required`;
      if (unread !== null) return `${required}: ${instead(unread, "a JSON object or a form")}.`;
      return missing.length === 1
        ? `${required}: send it as a string in a JSON object.`
        : `${required}: send both as strings in a JSON object.`;
    },
  },
  "token-request-malformed": {
    message: ({ field }) =>
      field === "grant_type"
        ? "No token could be issued: grant_type must be client_credentials."
        : "No token could be issued: audience is required.",
  },
  "credentials-refused": {
    message:
      "The credentials were refused: check client_id, client_secret and audience, and that they belong to this host.",
  },
  "token-missing": {
    message: "Authorization bearer token is required",
    headers: () => ({ "www-authenticate": "Bearer" }),
  },
  "token-refused": {
    message:
      "The access token is expired, malformed or not valid on this host: request a new one and try once more.",
    headers: () => ({ "www-authenticate": 'Bearer error="invalid_token"' }),
  },
  "endpoint-not-enabled": {
    message:
      "This endpoint is not enabled for this account: ask the service operator to enable it.",
  },
  "parameter-missing": {
    message: ({ parameter }) => `${parameter} is required and must not be empty.`,
  },
  "parameter-misnamed": {
    message: ({ parameter }) =>
      `${parameter} must be named exactly so: without brackets, in lower case, with its own ending.`,
  },
  "parameter-repeated": {
    message: ({ parameter }) => `${parameter} takes one value only: send it once.`,
  },
  "parameter-malformed": {
    message: ({ parameter, expected }) => `${parameter} must be ${expected}.`,
  },
  "query-malformed": {
    message: "The query string must be percent-encoded UTF-8.",
  },
  "both-scopes": {
    message: "public_keys and interactions cannot be combined: send one of them.",
  },
  "unknown-public-key": {
    message: "public_keys names no campaign of this account.",
  },
  "unknown-interaction": {
    message: "interactions names no campaign of this account.",
  },
  "booking-malformed": {
    message: ({ unread }) =>
      unread !== null
        ? `booking is required: ${instead(unread, "a JSON object")}.`
        : "booking is required: send the value of the booking field of a listed booking, unchanged, as a string in a JSON object.",
  },
  "unknown-booking": {
    message: "booking names no booking of this account.",
  },
  "ticket-already-cancelled": {
    message: "The booking cannot be cancelled: its ticket is already cancelled.",
  },
  "attendee-checked-in": {
    message: "The booking cannot be cancelled: its attendee has checked in.",
  },
  "cancellation-closed": {
    message:
      "The booking cannot be cancelled any more: the campaign's time for cancelling before the slot has passed.",
  },
  "idempotency-key-malformed": {
    message: "Idempotency-Key must be sent once, with 1 to 255 visible ASCII characters.",
  },
  "idempotency-key-reused": {
    message:
      "Idempotency-Key was used for another booking within 24 hours: send a new key for a new request.",
  },
  "http-malformed": {
    message: ({ problem }) => `The HTTP request is malformed: ${problem}.`,
    headers: closing,
  },
  "request-too-slow": {
    message: "The request did not arrive in time.",
    headers: closing,
  },
  "headers-too-large": {
    message: "The request line and headers are too large.",
    headers: closing,
  },
  "body-too-large": {
    message: ({ limitBytes }) => `The request body is larger than ${limitBytes} bytes.`,
    headers: closing,
  },
  "not-found": {
    message: "There is no such path: check it against the interface, letter by letter.",
  },
  "method-not-allowed": {
    message: ({ allow }) => `This path takes ${allow} only.`,
    headers: ({ allow }) => ({ allow }),
  },
  "rate-limited": {
    message: ({ retryAfterSeconds }) =>
      `Too many requests from this address: try again in ${retryAfterSeconds} s.`,
    headers: ({ retryAfterSeconds }) => ({ "retry-after": String(retryAfterSeconds) }),
  },
  unavailable: {
    message: "The service is temporarily unavailable: try again with backoff.",
    headers: () => ({ "retry-after": "1" }),
  },
};

function instead(unread: UnreadBody, read: string): string {
  return `the body is ${unread}, and the service reads ${read} in UTF-8, uncompressed`;
}

function closing(): Record<string, string> {
  return { connection: "close" };
}

export interface Rendered {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: object;
}

/** A refusal as it is sent. A call with no token at all has a body of its own (A22). */
export function render(refusal: AnyRefusal): Rendered {
  const answer = answers[refusal.why] as Answer<AnyRefusal>;
  const message = typeof answer.message === "string" ? answer.message : answer.message(refusal);
  const { status, code } = errors[refusal.why];
  return {
    status,
    headers: answer.headers?.(refusal) ?? {},
    body: code === null ? { error: "Unauthorized", message } : { code, message },
  };
}
