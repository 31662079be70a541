import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { sandboxCredential } from "../../playground/sandbox/credential.ts";
import { startTestSandbox, type TestSandbox } from "../../test/harness/sandbox.ts";
import {
  BookingClient,
  localisedText,
  RateLimitError,
  TemporaryError,
  type BookingClientOptions,
} from "../src/index.ts";
import { systemRuntime } from "../src/runtime.ts";

const list = "interactions:fetchContactBookings";
const cancel = "interactions:cancelInteractionBooking";
const token = "oauth:token";

/** The library against the sandbox and its faults, as callers try it. */
describe("the client against the sandbox", () => {
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await startTestSandbox();
  });
  after(() => sandbox?.[Symbol.asyncDispose]());
  beforeEach(() => sandbox.control("POST", "/reset"));

  function newClient(options: BookingClientOptions = {}): BookingClient {
    const { client_id, client_secret, audience } = sandboxCredential;
    const baseUrl = `http://localhost:${new URL(sandbox.api).port}`;
    return new BookingClient(
      { baseUrl, clientId: client_id, clientSecret: client_secret, audience, ...options },
      // Backoff takes no time; a Retry-After is waited for.
      { ...systemRuntime, random: () => 0 },
    );
  }

  async function expectTrouble(fault: string, endpoint: string, more: object = {}): Promise<void> {
    const answer = await sandbox.control("POST", "/faults", { fault, endpoint, ...more });
    assert.equal(answer.status, 200, JSON.stringify(answer.json));
  }

  /** The received requests with their status; null where the connection was cut. */
  async function seen(): Promise<[endpoint: string, status: number | null][]> {
    const { json } = await sandbox.control("GET", "/requests");
    return json.requests.map((one: { endpoint: string; status: number | null }) => [
      one.endpoint,
      one.status,
    ]);
  }

  async function firstOf(client: BookingClient, externalId: string) {
    const [booking] = await client.bookings(externalId).toArray({ limit: 1 });
    assert.ok(booking);
    return booking;
  }

  test("R99 waits as long as a 429 asks, and asks again", async () => {
    await expectTrouble("rate-limited", list, { wait_seconds: 1 });
    const beganAt = performance.now();
    const { totalCount } = await newClient().listBookings("upcoming");
    assert.ok(totalCount > 0);
    assert.ok(performance.now() - beganAt >= 990);
    assert.deepEqual(await seen(), [
      [token, 200],
      [list, 429],
      [list, 200],
    ]);
  });

  test("R99 reports at once a 429 that asks for longer than it would wait", async () => {
    await expectTrouble("rate-limited", list, { wait_seconds: 60 });
    await assert.rejects(newClient().listBookings("upcoming"), (error) => {
      assert.ok(error instanceof RateLimitError);
      assert.equal(error.retryAfterMs, 60_000);
      return true;
    });
    assert.deepEqual((await seen()).slice(1), [[list, 429]]);
  });

  test("R101 asks again while the service is unavailable, and gives up in the end", async () => {
    await expectTrouble("unavailable", list, { times: 6 });
    const client = newClient({ retries: 2 });
    await assert.rejects(client.listBookings("upcoming"), TemporaryError);
    assert.equal((await seen()).filter(([, status]) => status === 503).length, 3);
    await sandbox.control("DELETE", "/faults");
    await expectTrouble("unavailable", list, { times: 2 });
    assert.ok((await client.listBookings("upcoming")).totalCount > 0);
  });

  test("R86 R97 gets a new token for an expired one, once, and the call does not notice", async () => {
    const client = newClient();
    await client.listBookings("upcoming");
    await expectTrouble("expired-token", list);
    await Promise.all([client.listBookings("upcoming"), client.listBookings("upcoming")]);
    const tokens = (await seen()).filter(([endpoint]) => endpoint === token);
    assert.equal(tokens.length, 2);
  });

  test("R86 R97 gets a new token after one request was refused, and after time has passed", async () => {
    const client = newClient();
    await client.listBookings("upcoming");
    await expectTrouble("unauthorized", list);
    assert.ok((await client.listBookings("upcoming")).totalCount > 0);
    // Only the sandbox's clock moves: the client still takes its token for valid.
    await sandbox.control("POST", "/clock", { advance_seconds: 7200 });
    await client.listBookings("upcoming");
    assert.deepEqual((await seen()).slice(-3), [
      [list, 401],
      [token, 200],
      [list, 200],
    ]);
  });

  test("A35 an answer that is lost after the commit: one cancel, and the outcome is cancelled", async () => {
    const client = newClient();
    const booking = await firstOf(client, "upcoming");
    await expectTrouble("lost-answer", cancel);
    // Without the customer's id, the key alone resolves the cancel.
    const { outcome } = await client.cancelBooking(booking);
    assert.equal(outcome, "cancelled");
    const cancels = (await seen()).filter(([endpoint]) => endpoint === cancel);
    assert.deepEqual(cancels, [
      [cancel, null],
      [cancel, 200],
    ]);
    const again = await client.cancelBooking(booking, { externalId: "upcoming" });
    assert.equal(again.outcome, "already-cancelled");
  });

  test("A35 when every answer is lost, the booking is read", async () => {
    const client = newClient({ retries: 1 });
    const booking = await firstOf(client, "upcoming");
    await expectTrouble("lost-answer", cancel, { times: 2 });
    const known = await client.cancelBooking(booking, { externalId: "upcoming" });
    assert.equal(known.outcome, "cancelled");
    await sandbox.control("POST", "/reset");
    await expectTrouble("lost-request", cancel, { times: 2 });
    const unknown = await client.cancelBooking(booking, { externalId: "upcoming" });
    assert.equal(unknown.outcome, "unknown");
    const { idempotencyKey } = unknown;
    assert.equal((await client.cancelBooking(booking, { idempotencyKey })).outcome, "cancelled");
  });

  test("A35 an answer that comes too late is asked for again", async () => {
    const client = newClient({ timeoutMs: 1_000 });
    const booking = await firstOf(client, "upcoming");
    await expectTrouble("slow", cancel, { delay_ms: 20_000 });
    assert.equal((await client.cancelBooking(booking)).outcome, "cancelled");
  });

  test("a token's lost answer and an unavailable token endpoint are tried again", async () => {
    await expectTrouble("lost-answer", token);
    await expectTrouble("unavailable", token);
    assert.ok((await newClient().listBookings("upcoming")).totalCount > 0);
    const statuses = (await seen()).map(([, status]) => status);
    assert.deepEqual(statuses, [null, 503, 200, 200]);
  });

  test("R36 R37 a raw language map is one text, in the language asked for", async () => {
    const client = newClient();
    const plain = await firstOf(client, "upcoming");
    await expectTrouble("raw-language-map", list);
    const { activity } = await firstOf(client, "upcoming");
    assert.match(activity.title, /^\{/);
    assert.doesNotMatch(localisedText(activity.title, "fr"), /[{}]/);
    const english = localisedText(activity.title, "en");
    const french = localisedText(activity.title, "fr");
    assert.notEqual(english, french);
    assert.ok([english, french].includes(plain.activity.title));
  });

  test("R78 R79 an answer without bookings is empty, on any page", async () => {
    const client = newClient();
    await expectTrouble("empty-answer", list);
    const { bookings, totalCount } = await client.listBookings("many");
    assert.deepEqual([bookings, totalCount], [[], 0]);
  });

  test("R71 a walk gives each booking once, whatever happens between its pages", async () => {
    const client = newClient();
    const all = (await client.bookings("many").toArray({ limit: 1000 })).map((one) => one.booking);
    assert.ok(all.length > 100, "more than a page");
    for (const fault of ["repeated-booking", "skipped-booking"]) {
      const ids: string[] = [];
      for await (const { booking } of client.bookings("many", { pageSize: 50 })) {
        // From here on, the pages have changed.
        if (ids.push(booking) === 1) await expectTrouble(fault, list);
      }
      assert.equal(new Set(ids).size, ids.length, fault);
      if (fault === "repeated-booking") assert.deepEqual(ids, all);
    }
  });
});
