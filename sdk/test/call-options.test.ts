import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  RequestError,
  TemporaryError,
  TimeoutError,
  type BookingClient,
  type CallOptions,
} from "../src/index.ts";
import { scriptedClient } from "./scripted-client.ts";
import { refusal } from "./scripted-service.ts";

type Call = (client: BookingClient, options: CallOptions) => Promise<unknown>;
const calls: readonly (readonly ["list" | "cancel", Call])[] = [
  ["list", (client, options) => client.listBookings("C1", options)],
  ["cancel", (client, options) => client.cancelBooking("b1", options)],
];

/** The script of a service whose every answer is this one. */
const always = (happening: ReturnType<typeof refusal> | "silence") =>
  Array.from({ length: 9 }, () => () => happening);

describe("the limits of one call", () => {
  for (const [endpoint, call] of calls) {
    test(`${endpoint}: retries of the call count, not the client's`, async () => {
      const script = { [endpoint]: always(refusal(503, 14)) };
      const { client, runtime, received } = scriptedClient(script, { retries: 5 });
      await assert.rejects(runtime.run(call(client, { retries: 1 })), TemporaryError);
      assert.equal(received.filter((request) => request.endpoint === endpoint).length, 2);
    });

    test(`${endpoint}: timeoutMs and totalTimeoutMs of the call count`, async () => {
      const { client, runtime, received } = scriptedClient({ [endpoint]: always("silence") });
      const start = runtime.now();
      const failed = runtime.run(
        call(client, { timeoutMs: 100, totalTimeoutMs: 300, retries: 0 }).catch((e: unknown) => e),
      );
      const error = await failed;
      assert.ok(
        error instanceof TimeoutError || (error as { outcome?: string }).outcome === "unknown",
      );
      assert.equal(runtime.now() - start, 100);
      assert.equal(received.filter((request) => request.endpoint === endpoint).length, 1);
    });

    test(`${endpoint}: a limit that is none is refused, and nothing is sent`, async () => {
      const { client, received } = scriptedClient();
      await assert.rejects(async () => call(client, { retries: -1 }), RequestError);
      assert.equal(received.length, 0);
    });
  }

  test("the limits of an iteration are those of each page", async () => {
    const script = { list: always(refusal(503, 14)) };
    const { client, runtime, received } = scriptedClient(script);
    const walk = client.bookings("C1", { retries: 0 }).toArray({ limit: 1 });
    await assert.rejects(runtime.run(walk), TemporaryError);
    assert.equal(received.filter(({ endpoint }) => endpoint === "list").length, 1);
  });
});

describe("the headers of every request", () => {
  test("are on token, list and cancel, beside the client's own", async () => {
    const { client, runtime, received } = scriptedClient(
      { cancel: [() => ({ json: {} })] },
      { headers: { "X-Gateway-Key": "k", "User-Agent": "shop/1" } },
    );
    await runtime.run(client.listBookings("C1"));
    await runtime.run(client.cancelBooking("b1"));
    assert.deepEqual(
      received.map(({ endpoint }) => endpoint),
      ["token", "list", "cancel"],
    );
    for (const { headers } of received) {
      assert.equal(headers.get("x-gateway-key"), "k");
      assert.equal(headers.get("user-agent"), "shop/1");
      assert.match(headers.get("x-request-id") ?? "", /^[\w-]{36}$/);
    }
  });
});

describe("the reason of a cancel", () => {
  test("is sent percent-encoded", async () => {
    const { client, runtime, received } = scriptedClient({ cancel: [() => ({ json: {} })] });
    await runtime.run(client.cancelBooking("b1", { reason: "déménagement, 100 %" }));
    const sent = received.at(-1)?.headers.get("x-cancel-reason") ?? "";
    assert.equal(decodeURIComponent(sent), "déménagement, 100 %");
    assert.match(sent, /^[\x21-\x7e]+$/);
  });

  for (const reason of ["", "x".repeat(201), "two\nlines", "\ud800"]) {
    test(`${JSON.stringify(reason.slice(0, 10))} is refused, and nothing is sent`, async () => {
      const { client, received } = scriptedClient();
      await assert.rejects(async () => client.cancelBooking("b1", { reason }), {
        name: "RequestError",
        message: /reason/,
      });
      assert.equal(received.length, 0);
    });
  }
});
