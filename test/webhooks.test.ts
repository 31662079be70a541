import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { call } from "./harness/call.ts";
import { acmePath, assertProblem, openDesk } from "./harness/operator-api.ts";
import { query } from "./harness/query.ts";
import { acme } from "./harness/service.ts";
import { until } from "./harness/until.ts";
import { WebhookDesk, webhookPath } from "./harness/webhook-desk.ts";

describe("a webhook", () => {
  let ours: WebhookDesk;
  before(async () => {
    ours = await WebhookDesk.open();
  });
  after(() => ours[Symbol.asyncDispose]());

  test("posts each change once it is committed, signed by Standard Webhooks, with the feed's line", async () => {
    const { id, secret } = await ours.make();
    const cancelled = ours.fresh().id;
    await ours.change(cancelled, "cancel");
    const post = await until(() => ours.receiver.received[0]);
    assert.equal(post.type, "booking.cancelled");
    assert.equal(post.data.booking?.booking, cancelled);
    assert.equal(ours.receiver.forged, 0);
    const feed = await ours.desk.ask("GET", `${acmePath}/changes?after=start`);
    const line = feed.json.changes.at(-1);
    assert.deepEqual({ ...post.data, cursor: line.cursor }, line);
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    await until(async () => (await ours.deliveries(id))[0]?.state === "delivered");
    // The database has the secret under the key alone.
    const rows = query(ours.service.databaseUrl, "select * from webhook_secret");
    assert.equal(JSON.stringify(rows).includes(secret.slice("whsec_".length)), false);
    await ours.remove(id);
  });

  test("tells of a closing with its reason, and why each of its bookings was cancelled", async () => {
    const place = { interaction: "pk_summer", activity: "tasting" };
    const start = "2031-09-01T08:00:00Z";
    const line = { kind: "slot", ...place, starting_at: start, capacity: 3 };
    await ours.desk.ask("POST", `${acmePath}/catalogue`, { edits: [{ line }] });
    const wish = { ...place, slot_starting_at: start, ticket_type: "standard", external_id: "ill" };
    const { booking } = (await ours.desk.ask("POST", `${acmePath}/bookings`, wish)).json;
    const { id } = await ours.make();
    const path = `${acmePath}/interactions/pk_summer/activities/tasting/slots/${start}/close`;
    assert.equal((await ours.desk.ask("POST", path, { reason: "Anna is ill" })).status, 200);
    await until(() => ours.receiver.received.length >= 3);
    const posts = ours.receiver.received.map(({ data }: any) => data);
    const feed = await ours.desk.ask("GET", `${acmePath}/changes?after=start`);
    for (const post of posts) {
      const told = feed.json.changes.find(
        (each: any) => each.cursor.split("-")[1] === post.cursor.split("-")[1],
      );
      assert.deepEqual({ ...post, cursor: told.cursor }, told);
    }
    const closed = posts.find(({ change }) => change === "slot-closed");
    assert.equal(closed.reason, "Anna is ill");
    const cancelled = posts.find(({ change }) => change === "cancelled");
    assert.deepEqual(
      [cancelled.booking.booking, cancelled.because, cancelled.reason],
      [booking, "slot-closed", "Anna is ill"],
    );
    await ours.remove(id);
  });

  test("posts only the types and the campaigns that it chose", async () => {
    const { id } = await ours.make({ events: ["booking.checked-in"], interactions: ["pk_summer"] });
    const one = ours.fresh().id;
    await ours.change(one, "check-in");
    await ours.change(one, "undo-check-in");
    await ours.change(one, "check-in");
    await until(() => ours.receiver.received.length === 2);
    assert.deepEqual(
      new Set(ours.receiver.received.map(({ type }) => type)),
      new Set(["booking.checked-in"]),
    );
    await ours.remove(id);
    const other = await ours.make({ interactions: ["pk_winter"] });
    await ours.change(one, "undo-check-in");
    const test = await ours.desk.ask("POST", webhookPath(other.id, "/test"));
    const post = await until(() => ours.receiver.received[0]);
    assert.deepEqual([post.type, post.id], ["webhook.test", test.json.delivery]);
    await ours.remove(other.id);
  });

  test("keeps the order of one booking, whose refused change stops no other", async () => {
    const { id } = await ours.make();
    const [stuck, free] = [ours.fresh().id, ours.fresh().id];
    ours.receiver.answer = ({ data }) => ({ status: data.booking?.booking === stuck ? 500 : 200 });
    await ours.change(stuck, "check-in");
    await ours.change(stuck, "undo-check-in");
    await ours.change(free, "cancel");
    await until(() => ours.receiver.received.some(({ data }) => data.booking?.booking === free));
    await until(
      () =>
        ours.receiver.received.filter(({ data }) => data.booking?.booking === stuck).length >= 2,
    );
    const tried = ours.receiver.received.filter(({ data }) => data.booking?.booking === stuck);
    assert.deepEqual(new Set(tried.map(({ type }) => type)), new Set(["booking.checked-in"]));
    assert.equal(
      new Set(tried.map((post) => post.id)).size,
      1,
      "the id is the same for each attempt",
    );
    // Given up by a person, it lets the next one of its booking through.
    const [first] = tried;
    const given = await ours.desk.ask("POST", webhookPath(id, "/give-up"), { delivery: first?.id });
    assert.equal(given.status, 200, given.text);
    await until(() =>
      ours.receiver.received.some(({ type }) => type === "booking.check-in-undone"),
    );
    // Accepted at last, and repeated under its id.
    ours.receiver.answer = () => ({ status: 200 });
    const log = await until(async () => {
      const found = await ours.deliveries(id);
      return found.some(({ attempts }) => attempts[0]?.status === 500) && found;
    });
    const replayed = log.find(({ type }) => type === "booking.cancelled");
    ours.receiver.received.splice(0);
    await ours.desk.ask("POST", webhookPath(id, "/replay"), { delivery: replayed?.id });
    await until(() => ours.receiver.received.some((post) => post.id === replayed?.id));
    await ours.remove(id);
  });

  test("goes on after a pause with what happened meanwhile, and repeats from a cursor under the same ids", async () => {
    const { id } = await ours.make();
    const feed = await ours.desk.ask("GET", `${acmePath}/changes`);
    await ours.desk.ask("POST", webhookPath(id, "/pause"));
    await until(async () => (await ours.desk.ask("GET", webhookPath(id))).json.state === "paused");
    const one = ours.fresh().id;
    await ours.change(one, "check-in");
    const refused = await ours.desk.ask("POST", webhookPath(id, "/test"));
    assertProblem(refused, 409, "webhook-not-active");
    await ours.desk.ask("POST", webhookPath(id, "/resume"));
    const post = await until(() => ours.receiver.received[0]);
    assert.equal(post.data.booking?.booking, one);
    ours.receiver.received.splice(0);
    const replay = await ours.desk.ask("POST", webhookPath(id, "/replay"), {
      after: feed.json.cursor,
    });
    assert.equal(replay.status, 200, replay.text);
    assert.equal((await until(() => ours.receiver.received[0])).id, post.id);
    await ours.remove(id);
  });

  test("skips nothing where a replay names a cursor that it has not reached", async () => {
    const { id } = await ours.make();
    await ours.desk.ask("POST", webhookPath(id, "/pause"));
    await until(async () => (await ours.desk.ask("GET", webhookPath(id))).json.state === "paused");
    const one = ours.fresh().id;
    await ours.change(one, "check-in");
    const { cursor } = (await ours.desk.ask("GET", `${acmePath}/changes`)).json;
    await ours.desk.ask("POST", webhookPath(id, "/replay"), { after: cursor });
    assert.equal((await until(() => ours.receiver.received[0])).data.booking?.booking, one);
    await ours.remove(id);
  });

  test("is replayed from a delivery or from a cursor, not from neither and not from both", async () => {
    const { id } = await ours.make();
    for (const body of [{}, { delivery: "msg_1", after: "start" }]) {
      const answer = await ours.desk.ask("POST", webhookPath(id, "/replay"), body);
      assertProblem(answer, 400, "malformed");
      assert.match(answer.text, /delivery or after must be given, one of them/);
    }
    await ours.remove(id);
  });

  test("posts one test for a request and its repetitions under a key", async () => {
    const { id } = await ours.make();
    const headers = { "idempotency-key": "webhook-test" };
    const first = await ours.desk.ask("POST", webhookPath(id, "/test"), undefined, headers);
    assert.equal(first.status, 200, first.text);
    const again = await ours.desk.ask("POST", webhookPath(id, "/test"), undefined, headers);
    // It may have been delivered meanwhile.
    assert.deepEqual([again.status, again.json.delivery], [200, first.json.delivery]);
    assert.deepEqual(
      (await ours.deliveries(id)).map((each) => each.id),
      [first.json.delivery],
    );
    await ours.remove(id);
  });

  test("keeps no secret of its own that an answer repeats", async () => {
    const { id, secret } = await ours.make();
    const escaped = secret.replaceAll("/", "\\/");
    const told = `{"expected":"${escaped}","key":"${secret.slice("whsec_".length)}","say":"no"}`;
    ours.receiver.answer = () => ({ status: 401, body: told });
    await ours.desk.ask("POST", webhookPath(id, "/test"));
    const attempt = await until(async () => (await ours.deliveries(id))[0]?.attempts[0]);
    assert.equal(attempt.answer, '{"expected":"[secret]","key":"[secret]","say":"no"}');
    await ours.remove(id);
  });

  test("is signed by two secrets during the overlap of a rotation", async () => {
    const made = await ours.make();
    const rotated = await ours.desk.ask("POST", webhookPath(made.id, "/rotate"), {});
    assert.equal(rotated.status, 201);
    assert.notEqual(rotated.json.secret, made.secret);
    for (const secret of [made.secret, rotated.json.secret]) {
      ours.receiver.secret = secret;
      ours.receiver.received.splice(0);
      await ours.desk.ask("POST", webhookPath(made.id, "/test"));
      const post = await until(() =>
        ours.receiver.received.find(({ signatures }) => signatures === 2),
      );
      assert.ok(post);
    }
    assert.equal(ours.receiver.forged, 0);
    await ours.desk.ask("POST", webhookPath(made.id, "/rotate"), { overlap_seconds: 0 });
    ours.receiver.received.splice(0);
    await until(async () => {
      await ours.desk.ask("POST", webhookPath(made.id, "/test"));
      return ours.receiver.received.find(({ signatures }) => signatures === 1);
    });
    await ours.remove(made.id);
  });

  test("ends where the receiver answers 410, and follows no redirect", async () => {
    const { id } = await ours.make();
    ours.receiver.answer = ({ headers }) => ({
      status: headers["x"] === undefined ? 302 : 200,
      headers: { location: ours.receiver.url },
    });
    await ours.desk.ask("POST", webhookPath(id, "/test"));
    const [delivery] = await until(async () => {
      const found = await ours.deliveries(id);
      return found[0]?.attempts.length === 1 && found;
    });
    assert.equal(delivery?.attempts[0]?.status, 302);
    assert.equal(delivery.state, "waiting");
    ours.receiver.answer = () => ({ status: 410 });
    await until(async () => (await ours.desk.ask("GET", webhookPath(id))).json.state === "ended");
    await ours.remove(id);
  });

  test("is refused for a campaign that there is not", async () => {
    const order = { url: ours.receiver.url, interactions: ["pk_summer", "pk_smumer"] };
    const answer = await ours.desk.ask("POST", `${acmePath}/webhooks`, order);
    assertProblem(answer, 400, "malformed");
    assert.match(answer.text, /interactions must be public keys of the account's campaigns/);
  });

  test("of one campaign belongs to the keys of that campaign, one of all to none of them", async () => {
    const limited = await openDesk(ours.service, "webhooks", [acme], ["pk_summer"]);
    const list = `${acmePath}/webhooks`;
    const order = (interactions: readonly string[]) =>
      limited.ask("POST", list, { url: ours.receiver.url, interactions });
    assertProblem(await order([]), 403, "not-for-all-campaigns");
    const [foreign, unknown] = [await order(["pk_winter"]), await order(["pk_nobodys"])];
    assert.deepEqual([foreign.status, foreign.json.type], [unknown.status, unknown.json.type]);
    assertProblem(await order(["pk_summer", "pk_winter"]), 404, "not-in-catalogue");
    const own = await order(["pk_summer"]);
    assert.equal(own.status, 201, own.text);
    const others = [
      await ours.make(),
      await ours.make({ interactions: ["pk_winter"] }),
      await ours.make({ interactions: ["pk_summer", "pk_winter"] }),
    ];
    const seen = (await limited.ask("GET", list)).json.items;
    assert.deepEqual(
      seen.map(({ id }: { readonly id: string }) => id),
      [own.json.id],
    );
    for (const { id } of others) {
      for (const [method, rest] of [
        ["GET", ""],
        ["DELETE", ""],
        ["POST", "/rotate"],
        ["POST", "/test"],
        ["GET", "/deliveries"],
      ] as const) {
        assertProblem(await limited.ask(method, webhookPath(id, rest)), 404, "unknown-webhook");
      }
      assert.equal((await limited.ask("GET", `/webhooks/${id}/accounts`)).status, 404);
      await ours.remove(id);
    }
    assert.equal((await limited.ask("GET", `/webhooks/${own.json.id}/accounts`)).status, 200);
    const removed = await limited.ask("DELETE", webhookPath(own.json.id));
    assert.equal(removed.status, 200, removed.text);
  });

  test("is refused for addresses that are not public", async () => {
    const bad = [
      "http://10.0.0.1/",
      "https://[::1]/",
      "ftp://a.example/",
      "https://u:p@a.example/",
      "x",
    ];
    for (const url of bad) {
      const answer = await ours.desk.ask("POST", `${acmePath}/webhooks`, { url });
      assertProblem(answer, 400, "malformed");
    }
  });

  test("is refused beyond the account's limit, also where many are made at once", async () => {
    const kept = (await ours.desk.ask("GET", `${acmePath}/webhooks`)).json.items.length;
    // Where the database is busy, some of so many at once are refused for now.
    const make = async () => {
      for (;;) {
        const body = { url: ours.receiver.url };
        const answer = await ours.desk.ask("POST", `${acmePath}/webhooks`, body);
        if (answer.status !== 503 && answer.status !== 429) return answer;
      }
    };
    const answers = await Promise.all(Array.from({ length: 60 - kept }, make));
    const made = answers.filter(({ status }) => status === 201);
    assert.equal(made.length, 50 - kept);
    const refused = answers.find(({ status }) => status !== 201) ?? assert.fail();
    assertProblem(refused, 409, "account-limit-reached");
    assert.match(
      refused.json.detail,
      /50 webhooks, and WEBHOOKS_PER_ACCOUNT allows no more: remove/,
    );
    const [last] = made;
    await ours.remove(last?.json.id);
    assert.equal((await make()).status, 201);
    const { text } = await call(ours.service.operator, { path: "/metrics", host: "localhost" });
    assert.match(text, /operation="createWebhook",reason="account-limit-reached"\} 10/);
    for (const { id } of (await ours.desk.ask("GET", `${acmePath}/webhooks`)).json.items) {
      await ours.remove(id);
    }
  });
});
