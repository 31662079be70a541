import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { bookingId } from "../../../playground/sandbox/data/contact.ts";
import { startTestSandbox, type TestSandbox } from "../../harness/sandbox.ts";

const fetching = "interactions:fetchContactBookings";
const cancelling = "interactions:cancelInteractionBooking";
const hourMs = 3_600_000;

describe("the sandbox's controls", () => {
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await startTestSandbox();
  });
  after(() => sandbox[Symbol.asyncDispose]());
  beforeEach(() => sandbox.control("POST", "/reset"));

  const statuses = async (token: string, times: number) => {
    const found: number[] = [];
    for (let each = 0; each < times; each += 1) {
      found.push((await sandbox.list(token, "external_id=upcoming")).status);
    }
    return found;
  };

  test("a fault happens to the next n requests that it fits, and to none after", async () => {
    const token = await sandbox.token();
    const order = { fault: "rate-limited", wait_seconds: 9, times: 2, endpoint: fetching };
    const asked = await sandbox.control("POST", "/faults", order);
    assert.deepEqual(asked.json, { faults: [order] });
    // Another endpoint's request passes it by.
    assert.equal((await sandbox.cancel(token, bookingId(1, 1))).status, 200);
    assert.deepEqual(await statuses(token, 3), [429, 429, 200]);
    assert.deepEqual((await sandbox.control("GET", "/faults")).json, { faults: [] });
  });

  test("faults wait in the order in which they were asked for; a header comes before them", async () => {
    const token = await sandbox.token();
    await sandbox.control("POST", "/faults", { fault: "unavailable" });
    await sandbox.control("POST", "/faults", { fault: "unauthorized" });
    const own = await sandbox.list(token, "external_id=upcoming", "rate-limited");
    assert.equal(own.status, 429);
    assert.deepEqual(await statuses(token, 3), [503, 401, 200]);
  });

  test("a fault without an endpoint waits for a request to which it can happen", async () => {
    await sandbox.control("POST", "/faults", { fault: "skipped-booking" });
    const token = await sandbox.token();
    assert.deepEqual(await statuses(token, 1), [200]);
    const first = await sandbox.list(token, "external_id=many&page_size=10");
    assert.equal(first.json.total_count, 250);
    const second = await sandbox.list(token, "external_id=many&page_size=10&page_number=2");
    assert.equal(second.json.total_count, 249);
  });

  test("a receiver of webhooks keeps what is posted and answers as ordered", async () => {
    const post = (id: string) =>
      fetch(`${sandbox.operator}/sandbox/webhook`, {
        method: "POST",
        headers: { "webhook-id": id, "content-type": "application/json" },
        body: `{"type":"${id}"}`,
      }).then(
        ({ status, headers }) => [status, headers.get("retry-after")],
        () => "cut",
      );
    for (const order of [
      { status: 500, times: 2 },
      { status: 429, retry_after_seconds: 7, delay_ms: 1 },
      { status: null },
    ]) {
      assert.equal((await sandbox.control("POST", "/webhook/answers", order)).status, 200);
    }
    const told = [];
    for (const id of ["a", "b", "c", "d", "e"]) told.push(await post(id));
    assert.deepEqual(told, [[500, null], [500, null], [429, "7"], "cut", [204, null]]);
    const { json } = await sandbox.control("GET", "/webhook");
    assert.deepEqual(
      json.posts.map(({ id, status, body }: any) => [id, status, body]),
      [500, 500, 429, null, 204].map((status, index) => {
        const id = "abcde"[index];
        return [id, status, `{"type":"${id}"}`];
      }),
    );
    for (const [order, words] of [
      [{ status: 99 }, /^status must be/],
      [{ delay_ms: -1 }, /^delay_ms must be/],
      [{ retry_after_seconds: 0.5 }, /^retry_after_seconds must be/],
      [{ times: 0 }, /^times must be/],
      [{ code: 500 }, /^Send a JSON object with some of status, delay_ms/],
    ] as const) {
      const refused = await sandbox.control("POST", "/webhook/answers", order);
      assert.equal(refused.status, 400);
      assert.match(refused.json.message, words);
    }
    await sandbox.control("POST", "/reset");
    assert.deepEqual((await sandbox.control("GET", "/webhook")).json, { posts: [], answers: [] });
  });

  test("faults that wait can be taken back", async () => {
    await sandbox.control("POST", "/faults", { fault: "unavailable", times: 5 });
    assert.deepEqual((await sandbox.control("DELETE", "/faults")).json, { faults: [] });
    assert.deepEqual(await statuses(await sandbox.token(), 1), [200]);
  });

  test("an order that cannot be followed is 400 with a sentence, and changes nothing", async () => {
    for (const [path, body, message] of [
      ["/faults", undefined, /JSON object/],
      ["/faults", "no json", /JSON object/],
      ["/faults", [], /JSON object/],
      ["/faults", {}, /^fault must be one of expired-token, /],
      ["/faults", { fault: "toString" }, /^fault must be one of/],
      [
        "/faults",
        { fault: "slow", delay_ms: 1.5 },
        /slow with delay_ms a whole number from 1 to 120000/,
      ],
      ["/faults", { fault: "slow", delay: 5 }, /slow with delay_ms alone/],
      ["/faults", { fault: "slow", times: 0 }, /^times must be a whole number from 1/],
      ["/faults", { fault: "slow", times: "2" }, /^times must be/],
      ["/faults", { fault: "slow", endpoint: "list" }, /^endpoint must be one of oauth:token, /],
      [
        "/faults",
        { fault: "empty-answer", endpoint: cancelling },
        /empty-answer does not happen at/,
      ],
      ["/clock", undefined, /either advance_seconds or now/],
      ["/clock", {}, /either advance_seconds or now/],
      ["/clock", { advance_seconds: 1, now: "2030-05-01T08:00:00Z" }, /either/],
      ["/clock", { advance_seconds: 1, and: 2 }, /nothing else/],
      ["/clock", { advance_seconds: -1 }, /^advance_seconds must be a whole number from 0/],
      ["/clock", { advance_seconds: "60" }, /^advance_seconds must be/],
      ["/clock", { now: "2030-02-30T08:00:00Z" }, /^now must be an RFC 3339 time/],
      ["/clock", { now: 5 }, /^now must be an RFC 3339 time/],
      ["/clock", { now: "2001-01-01T00:00:00Z" }, /forward only/],
      ["/clock", { now: "9999-12-31T23:59:59Z" }, /not beyond the year 9998/],
    ] as const) {
      const answer = await sandbox.control("POST", path, body);
      assert.equal(answer.status, 400, JSON.stringify(body));
      assert.equal(answer.json.code, 3);
      assert.match(answer.json.message, message);
    }
    const { json } = await sandbox.control("GET", "");
    assert.deepEqual([json.faults, json.ahead_seconds], [[], 0]);
  });

  test("R107 with the clock moved past its life a token is dead, and a new one is given", async () => {
    const first = (await sandbox.askToken()).json;
    const moved = await sandbox.control("POST", "/clock", { advance_seconds: first.expires_in });
    assert.equal(moved.json.ahead_seconds, first.expires_in);
    const nearNow = Math.abs(Date.parse(moved.json.now) - Date.now() - first.expires_in * 1000);
    assert.ok(nearNow < 60_000);
    assert.deepEqual(await statuses(first.access_token, 1), [401]);
    const second = (await sandbox.askToken()).json;
    assert.notEqual(second.access_token, first.access_token);
    assert.deepEqual(await statuses(second.access_token, 1), [200]);
  });

  test("A36 as time goes by, a slot comes too near to be cancelled; booked_at is in that time", async () => {
    const oneWeek = new Date(Date.now() + 8 * 24 * hourMs).toISOString();
    const token = async () => (await sandbox.askToken()).json.access_token;
    assert.equal((await sandbox.control("POST", "/clock", { now: oneWeek })).status, 200);
    assert.equal((await sandbox.cancel(await token(), bookingId(22, 2))).status, 400);
    await sandbox.cancel(await token(), bookingId(1, 1));
    const { json } = await sandbox.list(await token(), "external_id=upcoming");
    assert.ok(json.bookings[0].booked_at >= oneWeek);
    await sandbox.control("POST", "/reset");
    assert.equal((await sandbox.cancel(await token(), bookingId(22, 2))).status, 200);
  });

  test("reset brings back data, time and keys, takes back faults, and ends no token", async () => {
    const token = await sandbox.token();
    const before = (await sandbox.list(token, "external_id=mixed")).text;
    const key = { "idempotency-key": "once" };
    assert.equal((await sandbox.cancel(token, bookingId(12, 1), key)).status, 200);
    await sandbox.control("POST", "/clock", { advance_seconds: 3_600 });
    // Dead in that time, and asked for: so it is not only that nobody has noticed yet.
    assert.deepEqual(await statuses(token, 1), [401]);
    await sandbox.control("POST", "/faults", { fault: "unavailable", times: 9 });
    const reset = await sandbox.control("POST", "/reset");
    assert.equal(reset.json.ahead_seconds, 0);
    assert.deepEqual((await sandbox.control("GET", "/requests")).json, { requests: [] });
    assert.equal((await sandbox.list(token, "external_id=mixed")).text, before);
    // The key was forgotten with the rest: this is a cancel like the first, of another booking.
    assert.equal((await sandbox.cancel(token, bookingId(12, 4), key)).status, 200);
    assert.equal(await sandbox.token(), token);
  });

  test("a reset an hour later counts the slots from then", async () => {
    const startOf = async () =>
      Date.parse(
        (await sandbox.list(await sandbox.token(), "external_id=upcoming")).json.bookings[0]
          .slot_starting_at,
      );
    const earlier = await startOf();
    sandbox.moveRealClock(26 * hourMs);
    await sandbox.control("POST", "/reset");
    const moved = (await startOf()) - earlier;
    assert.ok(moved === 26 * hourMs || moved === 27 * hourMs, `${moved}`);
    assert.equal((await sandbox.cancel(await sandbox.token(), bookingId(1, 1))).status, 200);
  });

  test("resets beside requests harm none of them", async () => {
    const token = await sandbox.token();
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        if (index % 6 === 0) return (await sandbox.control("POST", "/reset")).status;
        return (await sandbox.list(token, "external_id=many")).status;
      }),
    );
    assert.deepEqual(new Set(answers), new Set([200]));
  });

  test("R90 requests tells what was called and how it was answered, and nothing of its content", async () => {
    const token = await sandbox.token();
    await sandbox.list(token, "external_id=upcoming", "unavailable");
    await sandbox
      .cancel(token, bookingId(1, 1), { "x-sandbox-fault": "lost-answer" })
      .catch(() => {});
    const { json, text } = await sandbox.control("GET", "/requests");
    assert.deepEqual(
      json.requests.map(({ endpoint, fault, status }: any) => [endpoint, fault, status]),
      [
        ["oauth:token", null, 200],
        [fetching, "unavailable", 503],
        [cancelling, "lost-answer", null],
      ],
    );
    for (const { request_id, at } of json.requests) {
      assert.ok(request_id);
      assert.ok(Date.parse(at) > 0);
    }
    assert.doesNotMatch(text, new RegExp(`upcoming|bst_|bss_|${bookingId(1, 1)}`));
  });

  test("the description names every contact, booking and fault", async () => {
    const { json } = await sandbox.control("GET", "");
    const token = await sandbox.token();
    for (const { external_id, bookings } of json.contacts) {
      const query = `external_id=${encodeURIComponent(external_id)}&page_size=1000`;
      const listed = (await sandbox.list(token, query)).json.bookings ?? [];
      const ids = listed.map((each: any) => each.booking);
      assert.deepEqual(ids.toSorted(), bookings, external_id);
    }
    const limited = json.fault_kinds.find((kind: any) => kind.fault === "rate-limited");
    assert.equal(limited.parameter, "wait_seconds");
    assert.deepEqual(limited.endpoints, ["oauth:token", fetching, cancelling]);
  });

  test("R7 controls are not on the public listener", async () => {
    for (const path of ["/sandbox", "/sandbox/reset", "/v1/sandbox", "/v1/sandbox/reset"]) {
      const answer = await fetch(`${sandbox.api}${path}`, { method: "POST" });
      assert.equal(answer.status, 404);
    }
  });
});
