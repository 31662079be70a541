import { errors } from "../../../contract/errors.ts";
import type { BodyFault, Refusal, Refused, UnreadBody } from "../../domain/refusal.ts";

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

const closing = { connection: "close" };

type Say<R, Said> = (refusal: R) => Said;
type ByRefusal<Said> = {
  readonly [W in AnyRefusal["why"]]: Said | Say<Extract<AnyRefusal, { why: W }>, Said>;
};

/** The words of each refusal. Its status and code are the contract's (`errors`). */
const messages: ByRefusal<string> = {
  "client-credentials-missing": ({ missing, unread }) => {
    const required = `${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} required`;
    if (unread !== null) return `${required}: ${instead(unread, "a JSON object or a form")}.`;
    return missing.length === 1
      ? `${required}: send it as a string in a JSON object.`
      : `${required}: send both as strings in a JSON object.`;
  },
  "token-request-malformed": ({ field }) =>
    field === "grant_type"
      ? "No token could be issued: grant_type must be client_credentials."
      : "No token could be issued: audience is required.",
  "credentials-refused":
    "The credentials were refused: check client_id, client_secret and audience, and that they belong to this host.",
  "token-missing": "Authorization bearer token is required",
  "token-refused":
    "The access token is expired, malformed or not valid on this host: request a new one and try once more.",
  "endpoint-not-enabled":
    "This endpoint is not enabled for this account: ask the service operator to enable it.",
  "parameter-missing": ({ parameter }) => `${parameter} is required and must not be empty.`,
  "parameter-misnamed": ({ parameter, sent }) =>
    `${parameter} must be named exactly so: ${sent ?? "a name in the query"} is no parameter of this list.`,
  "parameter-repeated": ({ parameter }) => `${parameter} takes one value only: send it once.`,
  "parameter-malformed": ({ parameter, expected }) => `${parameter} must be ${expected}.`,
  "query-malformed": "The query string must be percent-encoded UTF-8.",
  "both-scopes": "public_keys and interactions cannot be combined: send one of them.",
  "unknown-public-key": "public_keys names no campaign of this account.",
  "unknown-interaction": "interactions names no campaign of this account.",
  "booking-malformed": ({ found }) => bookingMessage(found),
  "unknown-booking": "booking names no booking of this account.",
  "ticket-already-cancelled": "The booking cannot be cancelled: its ticket is already cancelled.",
  "attendee-checked-in": "The booking cannot be cancelled: its attendee has checked in.",
  "cancellation-closed":
    "The booking cannot be cancelled any more: the campaign's time for cancelling before the slot has passed.",
  "idempotency-key-malformed":
    "Idempotency-Key must be sent once, with 1 to 255 visible ASCII characters.",
  "idempotency-key-reused":
    "Idempotency-Key was used for another booking within 24 hours: send a new key for a new request.",
  "http-malformed": ({ problem }) => `The HTTP request is malformed: ${problem}.`,
  "request-too-slow": "The request did not arrive in time.",
  "headers-too-large": "The request line and headers are too large.",
  "body-too-large": ({ limitBytes }) => `The request body is larger than ${limitBytes} bytes.`,
  "not-found": "There is no such path: check it against the interface, letter by letter.",
  "method-not-allowed": ({ allow }) => `This path takes ${allow} only.`,
  "rate-limited": ({ retryAfterSeconds }) =>
    `Too many requests from this address: try again in ${retryAfterSeconds} s.`,
  unavailable: "The service is temporarily unavailable: try again with backoff.",
};

/** The headers of those refusals that have some. */
const headersOf: Partial<ByRefusal<Readonly<Record<string, string>>>> = {
  "token-missing": { "www-authenticate": "Bearer" },
  "token-refused": { "www-authenticate": 'Bearer error="invalid_token"' },
  "http-malformed": closing,
  "request-too-slow": closing,
  "headers-too-large": closing,
  "body-too-large": closing,
  "method-not-allowed": ({ allow }) => ({ allow }),
  "rate-limited": ({ retryAfterSeconds }) => ({ "retry-after": String(retryAfterSeconds) }),
  unavailable: { "retry-after": "1" },
};

function instead(unread: UnreadBody, read: string): string {
  return `the body is ${unread}, and the service reads ${read} in UTF-8, uncompressed`;
}

const sendBooking =
  "send the value of the booking field of a listed booking, unchanged, as a string in a JSON object";

const bodyFaults: Readonly<Record<Exclude<BodyFault, UnreadBody | object>, string>> = {
  empty: "The body is empty",
  "not UTF-8": "The body is not UTF-8",
  "not JSON": "The body is not JSON",
  "not an object": "The body is JSON and no object",
  "no booking": "booking is required",
  "no string": "booking is not a string",
  "no UUID": "booking is not a UUID in lower case, as the list has it",
};

/** What stands in the body, and what to send. */
function bookingMessage(found: BodyFault): string {
  if (typeof found === "object") {
    return `The body has ${found.named} in the place of booking: ${sendBooking}.`;
  }
  if (Object.hasOwn(bodyFaults, found)) {
    return `${bodyFaults[found as keyof typeof bodyFaults]}: ${sendBooking}.`;
  }
  return `The body is ${found}: ${sendBooking}, in UTF-8 and uncompressed.`;
}

export interface Rendered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** A refusal as it is sent. A call with no token at all has a body of its own (A22). */
export function render(refusal: AnyRefusal): Rendered {
  const { status, code } = errors[refusal.why];
  const message = resolve(messages[refusal.why], refusal);
  return {
    status,
    headers: resolve(headersOf[refusal.why] ?? {}, refusal),
    body: code === null ? { error: "Unauthorized", message } : { code, message },
  };
}

/** The tables have the refusal's own type, which the compiler does not follow here. */
function resolve<Said extends string | object>(
  value: Said | Say<never, Said>,
  refusal: AnyRefusal,
) {
  return typeof value === "function" ? (value as Say<AnyRefusal, Said>)(refusal) : value;
}
