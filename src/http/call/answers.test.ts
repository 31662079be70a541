import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { errorCodes } from "../../../contract/errors.ts";
import { render, type AnyRefusal } from "./answers.ts";

const { badRequest, notFound, endpointNotEnabled, rateLimited } = errorCodes;
const { notCancellable, methodNotAllowed, unavailable, unauthenticated } = errorCodes;

interface Expected<R> {
  readonly refusal: R;
  readonly status: number;
  readonly code: number;
  readonly says: RegExp;
  readonly headers?: Record<string, string>;
}

const close = { connection: "close" };

/** Every refusal that exists (interface, Errors; decisions A11 to A36), counted by the compiler. */
const expected: { readonly [W in AnyRefusal["why"]]: Expected<Extract<AnyRefusal, { why: W }>> } = {
  "client-credentials-missing": {
    refusal: {
      why: "client-credentials-missing",
      missing: ["client_id", "client_secret"],
      unread: null,
    },
    status: 400,
    code: badRequest,
    says: /client_id and client_secret/,
  },
  "token-request-malformed": {
    refusal: { why: "token-request-malformed", field: "grant_type" },
    status: 500,
    code: unauthenticated,
    says: /grant_type must be client_credentials/,
  },
  "credentials-refused": {
    refusal: { why: "credentials-refused" },
    status: 500,
    code: unauthenticated,
    says: /client_id, client_secret and audience/,
  },
  "token-missing": {
    refusal: { why: "token-missing" },
    status: 401,
    code: unauthenticated,
    says: /^Authorization bearer token is required$/,
    headers: { "www-authenticate": "Bearer" },
  },
  "token-refused": {
    refusal: { why: "token-refused" },
    status: 401,
    code: unauthenticated,
    says: /expired, malformed or not valid on this host/,
    headers: { "www-authenticate": 'Bearer error="invalid_token"' },
  },
  "endpoint-not-enabled": {
    refusal: { why: "endpoint-not-enabled" },
    status: 403,
    code: endpointNotEnabled,
    says: /not enabled for this account/,
  },
  "parameter-missing": {
    refusal: { why: "parameter-missing", parameter: "external_id" },
    status: 500,
    code: badRequest,
    says: /^external_id is required/,
  },
  "parameter-misnamed": {
    refusal: { why: "parameter-misnamed", parameter: "public_keys", sent: "public_key[]" },
    status: 500,
    code: badRequest,
    says: /^public_keys must be named exactly so: public_key\[\] is no parameter of this list\.$/,
  },
  "parameter-repeated": {
    refusal: { why: "parameter-repeated", parameter: "public_keys" },
    status: 500,
    code: badRequest,
    says: /^public_keys takes one value only/,
  },
  "parameter-malformed": {
    refusal: { why: "parameter-malformed", parameter: "page_size", expected: "a whole number" },
    status: 500,
    code: badRequest,
    says: /^page_size must be a whole number\.$/,
  },
  "query-malformed": {
    refusal: { why: "query-malformed" },
    status: 500,
    code: badRequest,
    says: /query string.*UTF-8/,
  },
  "both-scopes": {
    refusal: { why: "both-scopes" },
    status: 500,
    code: badRequest,
    says: /public_keys and interactions cannot be combined/,
  },
  "unknown-public-key": {
    refusal: { why: "unknown-public-key" },
    status: 500,
    code: notFound,
    says: /^public_keys /,
  },
  "unknown-interaction": {
    refusal: { why: "unknown-interaction" },
    status: 500,
    code: notFound,
    says: /^interactions /,
  },
  "booking-malformed": {
    refusal: { why: "booking-malformed", found: "no booking" },
    status: 500,
    code: badRequest,
    says: /^booking is required/,
  },
  "unknown-booking": {
    refusal: { why: "unknown-booking" },
    status: 500,
    code: notFound,
    says: /^booking names no booking/,
  },
  "ticket-already-cancelled": {
    refusal: { why: "ticket-already-cancelled" },
    status: 400,
    code: notCancellable,
    says: /already cancelled/,
  },
  "attendee-checked-in": {
    refusal: { why: "attendee-checked-in" },
    status: 400,
    code: notCancellable,
    says: /checked in/,
  },
  "cancellation-closed": {
    refusal: { why: "cancellation-closed" },
    status: 400,
    code: notCancellable,
    says: /before the slot/,
  },
  "idempotency-key-malformed": {
    refusal: { why: "idempotency-key-malformed" },
    status: 500,
    code: badRequest,
    says: /^Idempotency-Key must be/,
  },
  "idempotency-key-reused": {
    refusal: { why: "idempotency-key-reused" },
    status: 500,
    code: badRequest,
    says: /^Idempotency-Key was used/,
  },
  "http-malformed": {
    refusal: { why: "http-malformed", problem: "two Host headers" },
    status: 400,
    code: badRequest,
    says: /two Host headers/,
    headers: close,
  },
  "request-too-slow": {
    refusal: { why: "request-too-slow" },
    status: 408,
    code: badRequest,
    says: /in time/,
    headers: close,
  },
  "headers-too-large": {
    refusal: { why: "headers-too-large" },
    status: 431,
    code: badRequest,
    says: /headers are too large/,
    headers: close,
  },
  "body-too-large": {
    refusal: { why: "body-too-large", limitBytes: 65_536 },
    status: 413,
    code: badRequest,
    says: /65536 bytes/,
    headers: close,
  },
  "not-found": {
    refusal: { why: "not-found" },
    status: 404,
    code: notFound,
    says: /no such path/,
  },
  "method-not-allowed": {
    refusal: { why: "method-not-allowed", allow: "POST" },
    status: 405,
    code: methodNotAllowed,
    says: /POST/,
    headers: { allow: "POST" },
  },
  "rate-limited": {
    refusal: { why: "rate-limited", retryAfterSeconds: 17 },
    status: 429,
    code: rateLimited,
    says: /17 s/,
    headers: { "retry-after": "17" },
  },
  unavailable: {
    refusal: { why: "unavailable" },
    status: 503,
    code: unavailable,
    says: /temporarily unavailable/,
    headers: { "retry-after": "1" },
  },
};

const rows: readonly Expected<AnyRefusal>[] = Object.values(expected);

for (const { refusal, status, code, says, headers } of rows) {
  test(`${refusal.why} is answered ${status} (R93 to R101, A23)`, () => {
    const answer = render(refusal);
    const { message, ...rest } = answer.body as { message: string };
    assert.equal(answer.status, status);
    assert.deepEqual(answer.headers, headers ?? {});
    assert.match(message, says);
    const isTokenMissing = refusal.why === "token-missing";
    assert.deepEqual(rest, isTokenMissing ? { error: "Unauthorized" } : { code });
  });
}

describe("every refusal", () => {
  const everyRefusal: readonly AnyRefusal[] = [
    ...rows.map(({ refusal }) => refusal),
    { why: "token-request-malformed", field: "audience" },
  ];
  const answers = everyRefusal.map((refusal) => {
    const { status, headers, body } = render(refusal);
    return { refusal, status, headers, body };
  });

  test("has a message that says something, and nothing that the code forgot to fill in (R93)", () => {
    for (const { refusal, body } of answers) {
      const { message } = body as { message: unknown };
      assert.ok(typeof message === "string" && message.trim().length > 15, refusal.why);
      assert.doesNotMatch(message, /undefined|null|NaN|\[object|=>|\$\{|function/, refusal.why);
    }
  });

  test("but a missing token has an integer code and a message and nothing else (R93, R94, A50)", () => {
    for (const { refusal, body } of answers) {
      if (refusal.why === "token-missing") {
        assert.deepEqual(Object.keys(body), ["error", "message"]);
      } else {
        assert.deepEqual(Object.keys(body), ["code", "message"]);
        assert.ok(Number.isInteger((body as { code: unknown }).code), refusal.why);
      }
    }
  });

  test("of a temporary kind is 503, and no other is above 500 (R101, A24)", () => {
    for (const { refusal, status } of answers) {
      assert.ok(refusal.why === "unavailable" ? status === 503 : status <= 500, refusal.why);
    }
  });

  test("has headers of plain text: one line, no control characters", () => {
    for (const { headers } of answers) {
      for (const value of Object.values(headers)) assert.match(value, /^[\x20-\x7e]+$/);
    }
  });
});

test("a parameter whose name has odd characters is told its own without them (A17)", () => {
  const refusal = { why: "parameter-misnamed", parameter: "page_number", sent: null } as const;
  const { message } = render(refusal).body as { message: string };
  assert.match(
    message,
    /^page_number must be named exactly so: a name in the query is no parameter /,
  );
});

test("the answer to a token request without an audience names the audience (R56, A28)", () => {
  const { status, body } = render({ why: "token-request-malformed", field: "audience" });
  assert.equal(status, 500);
  assert.match((body as { message: string }).message, /audience is required/);
});

test("on a cancel 400 means that it cannot be cancelled, and nothing else (R98, A34)", () => {
  const cancelling = rows.filter(({ code }) => code === notCancellable);
  assert.equal(cancelling.length, 3);
  for (const { refusal } of cancelling) assert.equal(render(refusal).status, 400);
  for (const refusal of [
    { why: "booking-malformed", found: "no booking" },
    { why: "unknown-booking" },
    { why: "idempotency-key-reused" },
  ] as const) {
    assert.equal(render(refusal).status, 500);
  }
});
