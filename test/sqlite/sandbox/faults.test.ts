import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { bookingId } from "../../../playground/sandbox/data/contact.ts";
import { faultNames } from "../../../playground/sandbox/fault-kinds.ts";
import { startTestSandbox, type TestSandbox } from "../../harness/sandbox.ts";
import type { Answer } from "../../harness/call.ts";

const fetching = "interactions:fetchContactBookings";
const cancelling = "interactions:cancelInteractionBooking";
const toCancel = bookingId(1, 1);

describe("a fault asked for with X-Sandbox-Fault", () => {
  let sandbox: TestSandbox;
  let token: string;
  before(async () => {
    sandbox = await startTestSandbox({ RATE_LIMIT_REQUESTS_PER_MINUTE: "5000" });
  });
  after(() => sandbox[Symbol.asyncDispose]());
  beforeEach(async () => {
    await sandbox.control("POST", "/reset");
    token = await sandbox.token();
  });

  const statusOf = async (external: string) =>
    (await sandbox.list(token, `external_id=${external}`)).json.bookings.map(
      (each: any) => each.booking_status,
    );

  test("R86 expired-token: the token is dead, and the token endpoint gives out another", async () => {
    const refused = await sandbox.list(token, "external_id=upcoming", "expired-token");
    assertTokenRefused(refused);
    assertTokenRefused(await sandbox.list(token, "external_id=upcoming"));
    assertTokenRefused(await sandbox.cancel(token, toCancel));
    const next = await sandbox.token();
    assert.notEqual(next, token);
    assert.equal((await sandbox.list(next, "external_id=upcoming")).json.total_count, 3);
  });

  test("R97 unauthorized: one 401, and the token is as good as before", async () => {
    const request = { "x-sandbox-fault": "unauthorized" };
    assertTokenRefused(await sandbox.cancel(token, toCancel, request));
    assert.equal(await sandbox.token(), token);
    assert.deepEqual(await statusOf("upcoming"), ["CONFIRMED", "CONFIRMED", "CONFIRMED"]);
  });

  test("R94 a request without a token gets the other 401, whatever fault it asks for", async () => {
    const { api } = sandbox;
    for (const fault of ["unauthorized", "expired-token", "unavailable"]) {
      const answer = await fetch(`${api}/v1/${fetching}?external_id=upcoming`, {
        headers: { "x-sandbox-fault": fault },
      });
      assert.equal(answer.status, 401);
      assert.deepEqual(Object.keys((await answer.json()) as object), ["error", "message"]);
    }
  });

  test("R99 rate-limited: 429 with the wait in every header that states one", async () => {
    const answer = await sandbox.list(token, "external_id=many", "rate-limited; wait_seconds=7");
    assert.equal(answer.status, 429);
    assert.deepEqual(answer.json, {
      code: 8,
      message: "Too many requests from this address: try again in 7 s.",
    });
    assert.equal(answer.headers["retry-after"], "7");
    assert.equal(answer.headers["ratelimit"], '"requests";r=0;t=7');
    assert.equal(answer.headers["ratelimit-policy"], '"requests";q=5000;w=60');
    const short = await sandbox.askToken("rate-limited");
    assert.equal(short.headers["retry-after"], "1");
  });

  test("R101 unavailable: 503 on each endpoint, and nothing is done", async () => {
    const answers = [
      await sandbox.askToken("unavailable"),
      await sandbox.list(token, "external_id=many", "unavailable"),
      await sandbox.cancel(token, toCancel, { "x-sandbox-fault": "unavailable" }),
    ];
    for (const answer of answers) {
      assert.equal(answer.status, 503);
      assert.equal(answer.json.code, 14);
      assert.equal(answer.headers["retry-after"], "1");
      assert.ok(answer.headers["ratelimit"]);
    }
    assert.deepEqual(await statusOf("upcoming"), ["CONFIRMED", "CONFIRMED", "CONFIRMED"]);
  });

  test("slow: the answer is held back, the work is not", async () => {
    const slow = "slow; delay_ms=300";
    const asked = performance.now();
    const waiting = sandbox.cancel(token, toCancel, { "x-sandbox-fault": slow });
    while (!(await statusOf("upcoming")).includes("CANCELLED")) assert.ok(waits(asked));
    const answer = await waiting;
    assert.ok(performance.now() - asked >= 300);
    assert.deepEqual([answer.status, answer.json], [200, {}]);
  });

  test("slow: longer than the service lets a connection be idle", { timeout: 60_000 }, async () => {
    const answer = await sandbox.list(token, "external_id=upcoming", "slow; delay_ms=8000");
    assert.equal(answer.json.total_count, 3);
  });

  test("lost-answer: the cancel is committed, and the caller gets no answer", async () => {
    const key = { "idempotency-key": "a-click" };
    const lost = { ...key, "x-sandbox-fault": "lost-answer" };
    await assert.rejects(sandbox.cancel(token, toCancel, lost), { code: "ECONNRESET" });
    assert.deepEqual(await statusOf("upcoming"), ["CANCELLED", "CONFIRMED", "CONFIRMED"]);
    assert.equal((await sandbox.cancel(token, toCancel, key)).status, 200);
    assert.equal((await sandbox.cancel(token, toCancel)).status, 400);
  });

  test("lost-request: the connection is cut before anything is done", async () => {
    const lost = { "x-sandbox-fault": "lost-request" };
    await assert.rejects(sandbox.cancel(token, toCancel, lost), { code: "ECONNRESET" });
    assert.deepEqual(await statusOf("upcoming"), ["CONFIRMED", "CONFIRMED", "CONFIRMED"]);
  });

  test("R36 raw-language-map: both texts are language maps; nothing else is different", async () => {
    const query = "external_id=upcoming&language=fr";
    const plain = await sandbox.list(token, query);
    const raw = await sandbox.list(token, query, "raw-language-map");
    const texts = raw.json.bookings.map(({ activity }: any) => [
      JSON.parse(activity.title),
      JSON.parse(activity.location_hint),
    ]);
    assert.deepEqual(texts[0], [
      { fr: "Dégustation", en: "Tasting" },
      { fr: "Hall 2, comptoir de droite", en: "Hall 2, counter on the right" },
    ]);
    const withoutTexts = ({ json }: Answer) => ({
      ...json,
      bookings: json.bookings.map((each: any) => ({ ...each, activity: each.activity.id })),
    });
    assert.deepEqual(withoutTexts(raw), withoutTexts(plain));
  });

  test("R78 empty-answer: the very answer of somebody who has no bookings", async () => {
    const empty = await sandbox.list(token, "external_id=many", "empty-answer");
    const nobody = await sandbox.list(token, "external_id=nobody");
    assert.equal(empty.status, 200);
    assert.equal(empty.text, nobody.text);
    assert.equal(empty.text, '{"page_number":1,"page_size":100}');
  });

  for (const [fault, first, count] of [
    ["repeated-booking", 100, 251],
    ["skipped-booking", 102, 249],
  ] as const) {
    test(`A8 ${fault}: the pages before have changed since they were read`, async () => {
      const answer = await sandbox.list(token, "external_id=many&page_number=2", fault);
      const found = answer.json.bookings.map((each: any) => each.booking);
      assert.deepEqual(
        found,
        Array.from({ length: 100 }, (_, index) => bookingId(11, first + index)),
      );
      assert.equal(answer.json.total_count, count);
      const last = await sandbox.list(token, "external_id=many&page_number=3", fault);
      assert.equal(last.json.bookings.length, count - 200);
    });
  }

  test("what is no fault, or cannot happen there, is 500 with a sentence that says what can", async () => {
    for (const [fault, message] of [
      ["nonsense", /^X-Sandbox-Fault must be one of expired-token, .*skipped-booking\.$/],
      ["", /must be one of/],
      ["rate-limited; wait_seconds=0", /wait_seconds a whole number from 1 to 3600\.$/],
      ["rate-limited; wait_seconds=soon", /wait_seconds a whole number/],
      ["rate-limited; wait_seconds=1=2", /wait_seconds a whole number/],
      ["rate-limited; delay_ms=1", /rate-limited with wait_seconds alone\.$/],
      ["rate-limited; wait_seconds=1; more=2", /with wait_seconds alone\.$/],
      ["rate-limited; wait_seconds=1; wait_seconds=2", /whose parameter is given once\.$/],
      ["unavailable; wait_seconds=1", /unavailable without a parameter\.$/],
      ["repeated-booking", /with page_number from 2 on\.$/],
    ] as const) {
      const answer = await sandbox.list(token, "external_id=many", fault);
      assert.deepEqual([answer.status, answer.json.code], [500, 3], fault);
      assert.match(answer.json.message, message);
    }
    const elsewhere = await sandbox.askToken("expired-token");
    assert.equal(elsewhere.status, 500);
    assert.match(elsewhere.json.message, new RegExp(`is for ${fetching}, ${cancelling}\\.$`));
    const emptyCancel = await sandbox.cancel(token, toCancel, {
      "x-sandbox-fault": "empty-answer",
    });
    assert.equal(emptyCancel.status, 500);
    assert.deepEqual(await statusOf("upcoming"), ["CONFIRMED", "CONFIRMED", "CONFIRMED"]);
  });

  test("no answer tells that it was made up", async () => {
    for (const fault of faultNames) {
      const answer = await sandbox
        .list(token, "external_id=many&page_number=2", fault)
        .catch(() => null);
      assert.doesNotMatch(JSON.stringify(answer?.headers ?? {}) + answer?.text, /sandbox-?fault/i);
    }
  });

  function waits(since: number): boolean {
    return performance.now() - since < 30_000;
  }
});

function assertTokenRefused(answer: Answer): void {
  assert.equal(answer.status, 401);
  assert.equal(answer.json.code, 16);
  assert.equal(answer.headers["www-authenticate"], 'Bearer error="invalid_token"');
  assert.ok(answer.headers["ratelimit"]);
}
