import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  BookingError,
  CredentialsError,
  NotCancellableError,
  RateLimitError,
  RequestError,
  TemporaryError,
  TimeoutError,
  type BookingClientOptions,
} from "../src/index.ts";
import { scriptedClient } from "./scripted-client.ts";
import { broken, refusal, type Happening } from "./scripted-service.ts";

/** Lists, or cancels, against a service with this script. */
async function outcome(
  endpoint: "list" | "cancel",
  happenings: Happening[],
  options: BookingClientOptions = {},
) {
  const script = { [endpoint]: happenings.map((happening) => () => happening) };
  const { client, runtime, received } = scriptedClient(script, options);
  const start = runtime.now();
  const call = endpoint === "list" ? client.listBookings("C1") : client.cancelBooking("b1");
  const result = await runtime.run(call.catch((error: unknown) => error));
  const requests = received.filter((request) => request.endpoint === endpoint);
  return { result, requests, tookMs: runtime.now() - start };
}
const fine = { json: {} };

describe("what is tried again", () => {
  for (const endpoint of ["list", "cancel"] as const) {
    for (const [what, fault] of [
      ["R101 502", refusal(502)],
      ["R101 503", refusal(503, 14)],
      ["R101 504", refusal(504)],
      ["R101 another 5xx, such as a gateway's 520", refusal(520)],
      ["R99 429", refusal(429, 8)],
      ["408", refusal(408, 3)],
      ["a gateway's page instead of JSON", { status: 502, text: "<html>Bad gateway</html>" }],
      ["a broken connection", broken()],
      ["a refused connection", broken("ECONNREFUSED")],
      ["a name that does not resolve", broken("EAI_AGAIN")],
      ["silence", "silence"],
    ] as const) {
      test(`${endpoint}: ${what}`, async () => {
        const { result, requests } = await outcome(endpoint, [fault, fault, fine]);
        assert.ok(!(result instanceof Error), String(result));
        assert.equal(requests.length, 3);
      });
    }
  }
});

describe("what is never tried again, and whose it is to fix", () => {
  const table = [
    ["list", 400, RequestError],
    ["list", 403, CredentialsError],
    ["list", 404, RequestError],
    ["list", 405, RequestError],
    ["list", 413, RequestError],
    ["list", 431, RequestError],
    ["list", 500, RequestError],
    ["cancel", 400, NotCancellableError],
    ["cancel", 403, CredentialsError],
    ["cancel", 404, RequestError],
    ["cancel", 500, RequestError],
  ] as const;
  for (const [endpoint, status, kind] of table) {
    test(`R98 R100 ${endpoint} ${status}: ${kind.name}`, async () => {
      const { result, requests } = await outcome(endpoint, [refusal(status, 3, "Because."), fine]);
      assert.equal(requests.length, 1);
      assert.ok(result instanceof kind, String(result));
      assert.ok(result instanceof BookingError);
      assert.equal(result.name, kind.name);
      assert.equal(result.status, status);
      assert.equal(result.code, 3);
      assert.match(result.message, /Because\./);
      assert.equal(result.requestId, requests[0]?.headers.get("x-request-id"));
      assert.ok(result.message.includes(String(result.requestId)));
    });
  }

  test("R102 no numeric code is needed", async () => {
    for (const [endpoint, status, kind] of table) {
      const { result } = await outcome(endpoint, [{ status, text: "" }]);
      assert.ok(result instanceof kind, `${endpoint} ${status}`);
      assert.equal(result.code, null);
    }
  });
});

describe("how long it retries", () => {
  test("three retries, then the last fault is thrown", async () => {
    const { result, requests } = await outcome("list", [refusal(503, 14, "Try later.")]);
    assert.equal(requests.length, 4);
    assert.ok(result instanceof TemporaryError);
    assert.equal(result.status, 503);
  });

  test("as many retries as wanted, or none", async () => {
    assert.equal((await outcome("list", [refusal(503)], { retries: 1 })).requests.length, 2);
    assert.equal((await outcome("list", [refusal(503)], { retries: 0 })).requests.length, 1);
  });

  test("the waits grow, and chance has a say in them", async () => {
    const { requests } = await outcome("list", [refusal(503)]);
    const waits = requests.slice(1).map(({ at }, index) => at - (requests[index]?.at ?? 0));
    assert.deepEqual(waits, [250, 500, 1000]);
  });

  test("R99 a Retry-After is waited for, and a little longer", async () => {
    const limited = { ...refusal(429, 8), headers: { "retry-after": "7" } };
    const { requests, result } = await outcome("list", [limited, fine]);
    assert.ok(!(result instanceof Error));
    assert.equal((requests[1]?.at ?? 0) - (requests[0]?.at ?? 0), 7250);
  });

  test("R99 a Retry-After beyond the cap is reported at once", async () => {
    const limited = { ...refusal(429, 8), headers: { "retry-after": "60" } };
    const { requests, result, tookMs } = await outcome("list", [limited, fine]);
    assert.equal(requests.length, 1);
    assert.equal(tookMs, 0);
    assert.ok(result instanceof RateLimitError);
    assert.equal(result.retryAfterMs, 60_000);
    const patient = await outcome("list", [limited, fine], {
      maxRetryAfterMs: 60_000,
      totalTimeoutMs: 90_000,
    });
    assert.equal(patient.requests.length, 2);
  });

  test("an attempt ends after its time, and the call after its own", async () => {
    const { result, requests, tookMs } = await outcome("list", ["silence"]);
    assert.ok(result instanceof TimeoutError);
    assert.equal(requests.length, 3);
    assert.equal((requests[1]?.at ?? 0) - (requests[0]?.at ?? 0), 10_250);
    assert.ok(tookMs <= 30_000, String(tookMs));
  });

  test("a call of a second ends after a second, in the middle of an attempt", async () => {
    const { result, tookMs } = await outcome("list", ["silence"], { totalTimeoutMs: 1000 });
    assert.ok(result instanceof TimeoutError);
    assert.equal(tookMs, 1000);
  });

  test("the body counts as well: an answer that never ends is no answer", async () => {
    const { client, runtime } = scriptedClient(
      {},
      {
        fetch: async () => ({
          status: 200,
          headers: new Headers(),
          text: () => new Promise<string>(() => {}),
        }),
      },
    );
    const result = await runtime.run(client.listBookings("C1").catch((error: unknown) => error));
    assert.ok(result instanceof TimeoutError);
  });
});

describe("a caller's signal", () => {
  const reason = new Error("the visitor has left");
  test("that has ended before sends nothing", async () => {
    const { client, runtime, received } = scriptedClient();
    const signal = AbortSignal.abort(reason);
    await assert.rejects(runtime.run(client.listBookings("C1", { signal })), reason);
    await assert.rejects(runtime.run(client.cancelBooking("b1", { signal })), reason);
    assert.equal(received.length, 0);
  });

  for (const [where, script] of [
    ["the token", { token: [() => "silence" as const] }],
    ["an answer", { list: [() => "silence" as const] }],
    ["a retry", { list: [() => refusal(503)] }],
  ] as const) {
    test(`ends the wait for ${where}`, async () => {
      const { client, runtime } = scriptedClient(script as never);
      const controller = new AbortController();
      const call = client.listBookings("C1", { signal: controller.signal });
      await runtime.settle();
      controller.abort(reason);
      await assert.rejects(call, reason);
    });
  }

  test("ends a walk between pages", async () => {
    const page = { json: { bookings: [{ booking: "b1" }], page_size: 1, total_count: 9 } };
    const { client, runtime, received } = scriptedClient({ list: [() => page] });
    const controller = new AbortController();
    const walk = client.bookings("C1", { signal: controller.signal });
    await runtime.run(walk.next());
    controller.abort(reason);
    await assert.rejects(runtime.run(walk.next()), reason);
    assert.equal(received.length, 2);
  });

  test("leaves no listener behind", async () => {
    const controller = new AbortController();
    let listeners = 0;
    const { signal } = controller;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...rest: Parameters<typeof add>) => {
      listeners += 1;
      add(...rest);
    };
    signal.removeEventListener = (...rest: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...rest);
    };
    const { client, runtime } = scriptedClient();
    await runtime.run(client.listBookings("C1", { signal }));
    await runtime.run(client.cancelBooking("b1", { signal, externalId: "C1" }));
    assert.equal(listeners, 0);
  });
});

describe("a redirect", () => {
  for (const endpoint of ["list", "cancel"] as const) {
    test(`is not followed, and tells only the origin (${endpoint})`, async () => {
      const location = "https://elsewhere.example/v1/x?external_id=C1";
      const { result, requests } = await outcome(endpoint, [
        { status: 307, headers: { location } },
      ]);
      assert.ok(result instanceof RequestError);
      assert.match(result.message, /https:\/\/elsewhere\.example\. |https:\/\/elsewhere\.example,/);
      assert.ok(!result.message.includes("external_id"));
      assert.deepEqual(
        requests.map(({ redirect }) => redirect),
        ["manual"],
      );
    });
  }
  test("is refused where a runtime hides it behind status 0", async () => {
    const { client, runtime } = scriptedClient(
      {},
      { fetch: async () => ({ status: 0, headers: new Headers(), text: async () => "" }) },
    );
    await assert.rejects(runtime.run(client.listBookings("C1")), { name: "RequestError" });
  });
});
