import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { NotCancellableError, RequestError, TemporaryError, TimeoutError } from "../src/index.ts";
import { scriptedClient } from "./scripted-client.ts";
import { broken, refusal, type Happening, type Received } from "./scripted-service.ts";

const booking = {
  booking: "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11",
  slot_starting_at: "2030-05-01T08:00:00Z",
  interaction: { public_key: "pk_summer", timezone: "Europe/Paris" },
};

/** The customer's list after the cancel. */
const reads = (booking_status: string, booked_at: string): Happening => ({
  json: { bookings: [{ ...booking, booking_status, booked_at }], page_size: 100, total_count: 1 },
});
const began = "2030-01-01T00:00:00Z";
const before = "2029-12-31T00:00:00Z";
const already = refusal(400, 9, "Already cancelled.");

async function cancel(
  cancels: Happening[],
  lists: Happening[] = [],
  options: { externalId?: string; idempotencyKey?: string } = { externalId: "C1" },
) {
  const { client, runtime, received } = scriptedClient({
    cancel: cancels.map((happening) => () => happening),
    ...(lists.length > 0 && { list: lists.map((happening) => () => happening) }),
  });
  const start = runtime.now();
  const result = await runtime.run(
    client.cancelBooking(booking, options).catch((error: unknown) => error),
  );
  const sent = (endpoint: string) => received.filter((request) => request.endpoint === endpoint);
  const outcome = result instanceof Error ? result.name : (result as { outcome: string }).outcome;
  return {
    result,
    outcome,
    cancels: sent("cancel"),
    lists: sent("list"),
    tookMs: runtime.now() - start,
  };
}
const keys = (requests: readonly Received[]) =>
  new Set(requests.map(({ headers }) => headers.get("idempotency-key")));

describe("a cancel", () => {
  test("R17 R81 R82 sends the booking unchanged, as JSON, with a token and a key", async () => {
    const { cancels, outcome, lists } = await cancel([{ json: {} }]);
    assert.equal(outcome, "cancelled");
    const [request] = cancels;
    assert.equal(request?.url.pathname, "/v1/interactions:cancelInteractionBooking");
    assert.deepEqual(request?.body, { booking: booking.booking });
    assert.equal(request?.headers.get("content-type"), "application/json");
    assert.equal(request?.headers.get("authorization"), "Bearer token-1");
    assert.match(request?.headers.get("idempotency-key") ?? "", /^[\w-]{36}$/);
    assert.equal(lists.length, 0);
  });

  test("R17 a text is sent unchanged as well", async () => {
    const { client, runtime, received } = scriptedClient();
    await runtime.run(client.cancelBooking(" {ODD} "));
    assert.deepEqual(received[1]?.body, { booking: " {ODD} " });
  });

  test("A35 keeps its key through every retry, a new token included", async () => {
    const happenings = [broken(), refusal(401, 16), refusal(503), { json: {} }];
    const { cancels, outcome } = await cancel(happenings);
    assert.equal(outcome, "cancelled");
    assert.equal(cancels.length, 4);
    assert.equal(keys(cancels).size, 1);
  });

  test("A35 two cancels have two keys, and a caller may bring one", async () => {
    const { client, runtime, received } = scriptedClient();
    const first = await runtime.run(client.cancelBooking(booking));
    const second = await runtime.run(client.cancelBooking(booking));
    const { idempotencyKey } = first;
    await runtime.run(client.cancelBooking(booking, { idempotencyKey }));
    const sent = received.slice(1).map(({ headers }) => headers.get("idempotency-key"));
    assert.deepEqual(sent, [first.idempotencyKey, second.idempotencyKey, first.idempotencyKey]);
    assert.notEqual(first.idempotencyKey, second.idempotencyKey);
  });

  test("what cannot be sent is a RequestError, and nothing is sent", async () => {
    const { client, runtime, received } = scriptedClient();
    for (const [booking, options] of [
      ["", {}],
      [undefined, {}],
      [{ booking: "" }, {}],
      ["b1", { idempotencyKey: "a b" }],
      ["b1", { idempotencyKey: "" }],
    ] as const) {
      const call = client.cancelBooking(booking as never, options);
      await assert.rejects(runtime.run(call), RequestError);
    }
    assert.equal(received.length, 0);
  });
});

describe("a cancel that is refused", () => {
  test("R98 without the external id says why, and is not repeated", async () => {
    const { result, cancels, lists } = await cancel([already], [], {});
    assert.ok(result instanceof NotCancellableError);
    assert.equal(result.why, "Already cancelled.");
    assert.equal(result.status, 400);
    assert.deepEqual([cancels.length, lists.length], [1, 0]);
  });

  test("R48 with it, is found to be cancelled already", async () => {
    const { outcome, lists } = await cancel([already], [reads("CANCELLED", before)]);
    assert.equal(outcome, "already-cancelled");
    assert.equal(lists.length, 1);
  });

  test("R48 with it, is found to be refused for another reason", async () => {
    const checkedIn = refusal(400, 9, "An attendee has checked in.");
    const { result } = await cancel([checkedIn], [reads("CONFIRMED", before)]);
    assert.ok(result instanceof NotCancellableError);
    assert.equal(result.why, "An attendee has checked in.");
  });

  test("stays refused when the booking cannot be read", async () => {
    for (const list of [refusal(403), refusal(500), { json: {} }, broken()]) {
      assert.equal((await cancel([already], [list])).outcome, "NotCancellableError");
    }
  });

  test("is looked for where it must be: its campaign, around its start", async () => {
    const { lists } = await cancel([already], [reads("CANCELLED", before)]);
    assert.deepEqual(
      [...(lists[0]?.url.searchParams ?? [])],
      [
        ["external_id", "C1"],
        ["public_keys", "pk_summer"],
        ["slot_date_range.from", "2030-05-01T07:59:59.000Z"],
        ["slot_date_range.to", "2030-05-01T08:00:01.000Z"],
        ["page_number", "1"],
      ],
    );
  });
});

describe("a cancel whose answer is lost", () => {
  test("A35 is repeated, and a server that knows the key answers as the first time", async () => {
    const { outcome, cancels, lists } = await cancel([broken(), { json: {} }]);
    assert.equal(outcome, "cancelled");
    assert.deepEqual([cancels.length, lists.length], [2, 0]);
  });

  for (const [what, lost] of [
    ["a broken connection", broken()],
    ["silence", "silence"],
    ["a gateway's 504", refusal(504)],
    ["a fault of the service", refusal(503)],
  ] as const) {
    test(`after ${what}, a server that ignores the key refuses: the booking tells`, async () => {
      const ours = await cancel([lost, already], [reads("CANCELLED", began)]);
      assert.equal(ours.outcome, "cancelled");
      const another = await cancel([lost, already], [reads("CANCELLED", before)]);
      assert.equal(another.outcome, "already-cancelled");
      const checkedIn = await cancel([lost, already], [reads("CONFIRMED", before)]);
      assert.equal(checkedIn.outcome, "NotCancellableError");
      const unreadable = await cancel([lost, already], [refusal(403)]);
      assert.equal(unreadable.outcome, "unknown");
      const unnamed = await cancel([lost, already], [], {});
      assert.equal(unnamed.outcome, "unknown");
    });
  }

  test("after a connection that was never made, a refusal is a refusal", async () => {
    const { outcome } = await cancel([broken("ECONNREFUSED"), already], [], {});
    assert.equal(outcome, "NotCancellableError");
  });

  test("by the server's clock, not by ours", async () => {
    for (const [clock, bookedAt, outcome] of [
      ["Tue, 01 Jan 2030 05:00:00 GMT", "2030-01-01T04:59:59.500Z", "cancelled"],
      ["Tue, 01 Jan 2030 05:00:00 GMT", "2030-01-01T04:30:00Z", "already-cancelled"],
      ["Mon, 31 Dec 2029 19:00:00 GMT", "2029-12-31T19:00:00Z", "cancelled"],
      ["Mon, 31 Dec 2029 19:00:00 GMT", "2029-12-31T18:30:00Z", "already-cancelled"],
    ] as const) {
      const list = { ...(reads("CANCELLED", bookedAt) as object), headers: { date: clock } };
      assert.equal((await cancel([broken(), already], [list])).outcome, outcome, bookedAt);
    }
  });

  test("every time, is settled by reading, in the time of the call", async () => {
    const { outcome, cancels, tookMs } = await cancel(["silence"], [reads("CANCELLED", began)]);
    assert.equal(outcome, "cancelled");
    assert.ok(cancels.length >= 2);
    assert.ok(tookMs <= 30_000, String(tookMs));
  });

  test("every time, and reads confirmed: unknown, since it may be on its way", async () => {
    const { result } = await cancel([broken()], [reads("CONFIRMED", before)]);
    const { outcome, reason, idempotencyKey } = result as Record<string, unknown>;
    assert.equal(outcome, "unknown");
    assert.ok(reason instanceof TemporaryError);
    assert.equal(typeof idempotencyKey, "string");
  });

  test("every time, without the external id: unknown, with the reason", async () => {
    const { result, tookMs } = await cancel(["silence"], [], {});
    const { outcome, reason } = result as Record<string, unknown>;
    assert.equal(outcome, "unknown");
    assert.ok(reason instanceof TimeoutError);
    assert.ok(tookMs <= 30_000, String(tookMs));
  });

  test("when the time of the call ends in the middle of an attempt: unknown", async () => {
    const { client, runtime, received } = scriptedClient(
      { cancel: [() => "silence"] },
      { totalTimeoutMs: 1000 },
    );
    const result = await runtime.run(client.cancelBooking(booking));
    assert.equal(result.outcome, "unknown");
    // R90: the request was sent, so the operator can find it.
    assert.ok(result.requestId !== null);
    assert.equal(result.requestId, received.at(-1)?.headers.get("x-request-id"));
  });

  test("A24 only faults of the service: a TemporaryError, unless it reads cancelled", async () => {
    assert.equal((await cancel([refusal(503)], [], {})).outcome, "TemporaryError");
    const confirmed = await cancel([refusal(503)], [reads("CONFIRMED", before)]);
    assert.equal(confirmed.outcome, "TemporaryError");
    const done = await cancel([refusal(503)], [reads("CANCELLED", began)]);
    assert.equal(done.outcome, "cancelled");
  });

  test("R99 a rate limit is an error: nothing was done", async () => {
    assert.equal((await cancel([refusal(429, 8)])).outcome, "RateLimitError");
  });

  test("R83 a 200 that the service did not say is not taken for a cancel", async () => {
    const portal = { text: "<html>Please sign in to the network</html>" };
    assert.equal((await cancel([portal], [], {})).outcome, "unknown");
    const settled = await cancel([portal], [reads("CANCELLED", began)]);
    assert.equal(settled.outcome, "cancelled");
  });

  test("R93 R94 a 200 with the body of an error is not taken for a cancel either", async () => {
    for (const json of [
      { code: 13, message: "Backend is down." },
      { error: "unauthorized", message: "Sign in." },
    ]) {
      assert.equal((await cancel([{ json }], [], {})).outcome, "unknown");
      const settled = await cancel([{ json }], [reads("CANCELLED", began)]);
      assert.equal(settled.outcome, "cancelled");
    }
    // A later version may answer more than an empty object.
    assert.equal((await cancel([{ json: { booking: "b1" } }])).outcome, "cancelled");
  });

  test("is found on a later page, when only its identifier is known", async () => {
    const page = (ids: string[]) => ({
      json: {
        bookings: ids.map((id) => ({
          booking: id,
          booking_status: "CANCELLED",
          booked_at: before,
        })),
        page_size: 2,
        total_count: 3,
      },
    });
    const { client, runtime } = scriptedClient({
      cancel: [() => already],
      list: [() => page(["b1", "b2"]), () => page(["b3"])],
    });
    const result = await runtime.run(client.cancelBooking("b3", { externalId: "C1" }));
    assert.equal(result.outcome, "already-cancelled");
  });
});
