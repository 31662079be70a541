import type { TSchema } from "typebox";
import { Type } from "./schema.ts";
import { errors, type ErrorReason } from "./errors.ts";

/** A caller's own request id, which the service keeps when it has this form (decision B10). */
export const RequestIdHeader = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: "^[\\w.:/+=@-]+$",
  description:
    "Your own identifier for this request, for example a UUID. One with 1 to 128 letters, digits or `. _ : / + = @ -`, sent once, is kept and comes back; any other is replaced.",
  examples: ["0b6f2c9e-3a51-4d0e-9d3c-5a7c9d1f2e3b"],
});

/** Makes a cancel safe to repeat (decisions A35, B10). */
export const IdempotencyKeyHeader = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: "^[\\x21-\\x7e]+$",
  description:
    "Makes a cancel safe to repeat when its answer gets lost: for 24 hours the same key with the same booking returns the first final answer again, which is the 200 or the 400 of a refused cancel, and never a 401, 403, 429, 500 or 503. Make a new random one for each click on “cancel”, and use it for every retry of that click. The same key with another booking is a 500 with code 3. Keys belong to your client in your account.",
  examples: ["6d0c2a7e-3f5b-4c0e-9f43-1b8a5f0f7a10"],
});

/** The reason of a cancel, for the booking's history (decision B222). */
export const CancelReasonHeader = Type.String({
  minLength: 1,
  maxLength: 2_400,
  pattern: "^[\\x20-\\x7e]+$",
  description:
    "Why the booking is cancelled, for the operator who reads its history: at most 200 printable characters, percent-encoded as UTF-8 where they are not ASCII or are a `%`. One that is sent twice or has another form is ignored and named in `X-Ignored-Parameters`, and the booking is cancelled all the same. An extension of this service.",
  examples: ["The train is cancelled"],
});

/** Asks a list which of its bookings a cancel would refuse (decision A92). */
export const PreferHeader = Type.String({
  description:
    "`cancellable` asks which bookings of the page a cancel would refuse now; `X-Not-Cancellable` has them. Any other preference is ignored (RFC 7240). An extension of this service.",
  examples: ["cancellable"],
});

export interface AnswerHeader {
  readonly description: string;
  readonly schema: TSchema;
  readonly example: string | number;
  readonly statuses: "all" | readonly number[];
  /** The endpoint that alone sends it; absent where each may. */
  readonly endpoint?: string;
  /** Whether every answer with such a status has the header, or only some. */
  readonly required: boolean;
}

/** Statuses of answers to a request that was counted against a rate limit, and to one whose parameters were read. */
const counted: readonly number[] = [200, 400, 401, 403, 413, 429, 500, 503];
const read: readonly number[] = [200, 400, 429, 500, 503];

/** The answer headers that callers may use; `/v1/` may get new ones. */
export const answerHeaders = {
  "X-Request-Id": {
    description:
      "Identifies this request. Log it with the time: it is all that the operator needs to find out what happened.",
    schema: Type.String({ minLength: 1, maxLength: 128, pattern: "^[\\w.:/+=@-]+$" }),
    example: "0b6f2c9e-3a51-4d0e-9d3c-5a7c9d1f2e3b",
    statuses: "all",
    required: true,
  },
  "Cache-Control": {
    description: "Do not keep this answer: it may hold a secret or personal data.",
    schema: Type.Literal("no-store", { type: "string" }),
    example: "no-store",
    statuses: "all",
    required: true,
  },
  "X-Content-Type-Options": {
    description: "The body is what `Content-Type` says.",
    schema: Type.Literal("nosniff", { type: "string" }),
    example: "nosniff",
    statuses: "all",
    required: true,
  },
  "Retry-After": {
    description: "On 429 and 503: whole seconds to wait before the next try.",
    schema: Type.Integer({ minimum: 1 }),
    example: 60,
    statuses: statusesOf("rate-limited", "unavailable"),
    required: true,
  },
  "WWW-Authenticate": {
    description:
      'On 401: the scheme; with `error="invalid_token"` when a token was sent and is no good.',
    schema: Type.String({ pattern: '^Bearer( error="invalid_token")?$' }),
    example: "Bearer",
    statuses: statusesOf("token-missing", "token-refused"),
    required: true,
  },
  Allow: {
    description: "On 405: the method that this path takes.",
    schema: Type.String({ pattern: "^(GET|POST|GET or POST)$" }),
    example: "POST",
    statuses: statusesOf("method-not-allowed"),
    required: true,
  },
  RateLimit: {
    description:
      "Where your IP address stands with its limit, `requests` (list and cancel together) or `tokens`: `r` requests are left, and after `t` seconds the window begins anew. Absent where the operator switched the limit off.",
    schema: Type.String({ pattern: '^"(requests|tokens)";r=\\d+;t=\\d+$' }),
    example: '"requests";r=2999;t=60',
    statuses: counted,
    required: false,
  },
  "RateLimit-Policy": {
    description: "That limit: `q` requests in a window of `w` seconds.",
    schema: Type.String({ pattern: '^"(requests|tokens)";q=\\d+;w=\\d+$' }),
    example: '"requests";q=3000;w=60',
    statuses: counted,
    required: false,
  },
  "X-Ignored-Parameters": {
    description:
      "The names of query parameters or body fields that meant nothing, at most 20, percent-encoded, with commas. Look at it while you develop: a filter that is ignored widens the result.",
    schema: Type.String({ minLength: 1 }),
    example: "campaign",
    statuses: read,
    required: false,
  },
  "Preference-Applied": {
    description:
      "`X-Not-Cancellable` is complete for this page: it names each booking that a cancel would refuse now, or is absent where there is none. Without this header nothing is known: no `Prefer: cancellable` was sent, your account may not cancel, or the list is longer than 3,000 bytes, which a smaller `page_size` mends.",
    schema: Type.Literal("cancellable", { type: "string" }),
    example: "cancellable",
    statuses: [200],
    endpoint: "interactions:fetchContactBookings",
    required: false,
  },
  "X-Not-Cancellable": {
    description:
      "The bookings of this page that are not `CANCELLED` and that a cancel would refuse now, each with its first reason. A booking that is not named may be refused a moment later all the same.",
    schema: Type.String({
      maxLength: 3_000,
      pattern:
        "^[0-9a-f-]{36};reason=(ticket-already-cancelled|attendee-checked-in|cancellation-closed)(, |$)",
    }),
    example: "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11;reason=attendee-checked-in",
    statuses: [200],
    endpoint: "interactions:fetchContactBookings",
    required: false,
  },
} as const satisfies Record<string, AnswerHeader>;

function statusesOf(...reasons: readonly ErrorReason[]): readonly number[] {
  return [...new Set(reasons.map((reason) => errors[reason].status))];
}
