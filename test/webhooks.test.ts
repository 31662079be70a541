import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { call } from "./harness/call.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { acmePath, assertProblem, openDesk, type Desk } from "./harness/operator-api.ts";
import { countStatements } from "./harness/count-statements.ts";
import { execute, plant, query } from "./harness/query.ts";
import { acmeWith, booking } from "./harness/seed.ts";
import { acme, audit, startTestService, type TestService } from "./harness/service.ts";
import { until } from "./harness/until.ts";
import { openReceiver, type Receiver } from "./harness/webhook-receiver.ts";

const settings = {
  WEBHOOK_SECRET_KEY: Buffer.alloc(32, 1).toString("base64"),
  WEBHOOK_NETWORKS: "127.0.0.0/8",
  WEBHOOK_ALLOW_HTTP: "true",
};
const names = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const bookings = names.map((name) => booking(name));

describe("a webhook", () => {
  let service: TestService;
  let desk: Desk;
  let receiver: Receiver;
  let next = 0;
  const fresh = () => bookings[next++]?.booking ?? assert.fail("no booking is left");
  before(async () => {
    service = await startTestService([acmeWith(bookings)], settings);
    desk = await openDesk(service);
    receiver = await openReceiver();
  });
  after(async () => {
    await receiver[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  const make = async (more: object = {}) => {
    const answer = await desk.ask("POST", `${acmePath}/webhooks`, { url: receiver.url, ...more });
    assert.equal(answer.status, 201, answer.text);
    receiver.secret = answer.json.secret;
    receiver.received.splice(0);
    receiver.answer = () => ({ status: 200 });
    return answer.json as { id: string; secret: string; state: string };
  };
  const at = (id: string, path = "") => `${acmePath}/webhooks/${id}${path}`;
  const change = async (id: string, act: "cancel" | "check-in" | "undo-check-in") => {
    const answer = await desk.ask("POST", `${acmePath}/bookings/${id}/${act}`, {});
    assert.equal(answer.status, 200, answer.text);
  };
  const remove = async (id: string) => {
    const { status, text } = await desk.ask("DELETE", at(id));
    assert.equal(status, 200, text);
  };
  const deliveries = async (id: string, query = "") =>
    (await desk.ask("GET", at(id, `/deliveries${query}`))).json.items as {
      id: string;
      type: string;
      state: string;
      attempts: { status: number | null; answer: string | null }[];
      request: string;
    }[];

  test("posts each change once it is committed, signed by Standard Webhooks, with the feed's line", async () => {
    const { id, secret } = await make();
    const cancelled = fresh();
    await change(cancelled, "cancel");
    const post = await until(() => receiver.received[0]);
    assert.equal(post.type, "booking.cancelled");
    assert.equal(post.data.booking?.booking, cancelled);
    assert.equal(receiver.forged, 0);
    const feed = await desk.ask("GET", `${acmePath}/changes?after=start`);
    const line = feed.json.changes.at(-1);
    assert.deepEqual({ ...post.data, cursor: line.cursor }, line);
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    await until(async () => (await deliveries(id))[0]?.state === "delivered");
    // The database has the secret under the key alone.
    const rows = query(service.databaseUrl, "select * from webhook_secret");
    assert.equal(JSON.stringify(rows).includes(secret.slice("whsec_".length)), false);
    await remove(id);
  });

  test("posts only the types and the campaigns that it chose", async () => {
    const { id } = await make({ events: ["booking.checked-in"], interactions: ["pk_summer"] });
    const one = fresh();
    await change(one, "check-in");
    await change(one, "undo-check-in");
    await change(one, "check-in");
    await until(() => receiver.received.length === 2);
    assert.deepEqual(
      new Set(receiver.received.map(({ type }) => type)),
      new Set(["booking.checked-in"]),
    );
    await remove(id);
    const other = await make({ interactions: ["pk_winter"] });
    await change(one, "undo-check-in");
    const test = await desk.ask("POST", at(other.id, "/test"));
    const post = await until(() => receiver.received[0]);
    assert.deepEqual([post.type, post.id], ["webhook.test", test.json.delivery]);
    await remove(other.id);
  });

  test("keeps the order of one booking, whose refused change stops no other", async () => {
    const { id } = await make();
    const [stuck, free] = [fresh(), fresh()];
    receiver.answer = ({ data }) => ({ status: data.booking?.booking === stuck ? 500 : 200 });
    await change(stuck, "check-in");
    await change(stuck, "undo-check-in");
    await change(free, "cancel");
    await until(() => receiver.received.some(({ data }) => data.booking?.booking === free));
    await until(
      () => receiver.received.filter(({ data }) => data.booking?.booking === stuck).length >= 2,
    );
    const tried = receiver.received.filter(({ data }) => data.booking?.booking === stuck);
    assert.deepEqual(new Set(tried.map(({ type }) => type)), new Set(["booking.checked-in"]));
    assert.equal(
      new Set(tried.map((post) => post.id)).size,
      1,
      "the id is the same for each attempt",
    );
    // Given up by a person, it lets the next one of its booking through.
    const [first] = tried;
    const given = await desk.ask("POST", at(id, "/give-up"), { delivery: first?.id });
    assert.equal(given.status, 200, given.text);
    await until(() => receiver.received.some(({ type }) => type === "booking.check-in-undone"));
    // Accepted at last, and repeated under its id.
    receiver.answer = () => ({ status: 200 });
    const log = await until(async () => {
      const found = await deliveries(id);
      return found.some(({ attempts }) => attempts[0]?.status === 500) && found;
    });
    const replayed = log.find(({ type }) => type === "booking.cancelled");
    receiver.received.splice(0);
    await desk.ask("POST", at(id, "/replay"), { delivery: replayed?.id });
    await until(() => receiver.received.some((post) => post.id === replayed?.id));
    await remove(id);
  });

  test("goes on after a pause with what happened meanwhile, and repeats from a cursor under the same ids", async () => {
    const { id } = await make();
    const feed = await desk.ask("GET", `${acmePath}/changes`);
    await desk.ask("POST", at(id, "/pause"));
    await until(async () => (await desk.ask("GET", at(id))).json.state === "paused");
    const one = fresh();
    await change(one, "check-in");
    const refused = await desk.ask("POST", at(id, "/test"));
    assertProblem(refused, 409, "webhook-not-active");
    await desk.ask("POST", at(id, "/resume"));
    const post = await until(() => receiver.received[0]);
    assert.equal(post.data.booking?.booking, one);
    receiver.received.splice(0);
    const replay = await desk.ask("POST", at(id, "/replay"), { after: feed.json.cursor });
    assert.equal(replay.status, 200, replay.text);
    assert.equal((await until(() => receiver.received[0])).id, post.id);
    await remove(id);
  });

  test("skips nothing where a replay names a cursor that it has not reached", async () => {
    const { id } = await make();
    await desk.ask("POST", at(id, "/pause"));
    await until(async () => (await desk.ask("GET", at(id))).json.state === "paused");
    const one = fresh();
    await change(one, "check-in");
    const { cursor } = (await desk.ask("GET", `${acmePath}/changes`)).json;
    await desk.ask("POST", at(id, "/replay"), { after: cursor });
    assert.equal((await until(() => receiver.received[0])).data.booking?.booking, one);
    await remove(id);
  });

  test("is replayed from a delivery or from a cursor, not from neither and not from both", async () => {
    const { id } = await make();
    for (const body of [{}, { delivery: "msg_1", after: "start" }]) {
      const answer = await desk.ask("POST", at(id, "/replay"), body);
      assertProblem(answer, 400, "malformed");
      assert.match(answer.text, /delivery or after must be given, one of them/);
    }
    await remove(id);
  });

  test("posts one test for a request and its repetitions under a key", async () => {
    const { id } = await make();
    const headers = { "idempotency-key": "webhook-test" };
    const first = await desk.ask("POST", at(id, "/test"), undefined, headers);
    assert.equal(first.status, 200, first.text);
    const again = await desk.ask("POST", at(id, "/test"), undefined, headers);
    // It may have been delivered meanwhile.
    assert.deepEqual([again.status, again.json.delivery], [200, first.json.delivery]);
    assert.deepEqual(
      (await deliveries(id)).map((each) => each.id),
      [first.json.delivery],
    );
    await remove(id);
  });

  test("keeps no secret of its own that an answer repeats", async () => {
    const { id, secret } = await make();
    const escaped = secret.replaceAll("/", "\\/");
    const told = `{"expected":"${escaped}","key":"${secret.slice("whsec_".length)}","say":"no"}`;
    receiver.answer = () => ({ status: 401, body: told });
    await desk.ask("POST", at(id, "/test"));
    const attempt = await until(async () => (await deliveries(id))[0]?.attempts[0]);
    assert.equal(attempt.answer, '{"expected":"[secret]","key":"[secret]","say":"no"}');
    await remove(id);
  });

  test("is signed by two secrets during the overlap of a rotation", async () => {
    const made = await make();
    const rotated = await desk.ask("POST", at(made.id, "/rotate"), {});
    assert.equal(rotated.status, 201);
    assert.notEqual(rotated.json.secret, made.secret);
    for (const secret of [made.secret, rotated.json.secret]) {
      receiver.secret = secret;
      receiver.received.splice(0);
      await desk.ask("POST", at(made.id, "/test"));
      const post = await until(() => receiver.received.find(({ signatures }) => signatures === 2));
      assert.ok(post);
    }
    assert.equal(receiver.forged, 0);
    await desk.ask("POST", at(made.id, "/rotate"), { overlap_seconds: 0 });
    receiver.received.splice(0);
    await until(async () => {
      await desk.ask("POST", at(made.id, "/test"));
      return receiver.received.find(({ signatures }) => signatures === 1);
    });
    await remove(made.id);
  });

  test("ends where the receiver answers 410, and follows no redirect", async () => {
    const { id } = await make();
    receiver.answer = ({ headers }) => ({
      status: headers["x"] === undefined ? 302 : 200,
      headers: { location: receiver.url },
    });
    await desk.ask("POST", at(id, "/test"));
    const [delivery] = await until(async () => {
      const found = await deliveries(id);
      return found[0]?.attempts.length === 1 && found;
    });
    assert.equal(delivery?.attempts[0]?.status, 302);
    assert.equal(delivery.state, "waiting");
    receiver.answer = () => ({ status: 410 });
    await until(async () => (await desk.ask("GET", at(id))).json.state === "ended");
    await remove(id);
  });

  test("shows nothing of an erased contact, in what waits and in its log", async () => {
    const { id } = await make();
    const index = next;
    const one = fresh();
    const name = names[index] ?? "";
    receiver.answer = ({ body }) => ({ status: 500, body });
    await change(one, "cancel");
    await until(async () => (await deliveries(id))[0]?.attempts[0]?.answer?.includes(name));
    const contact = await desk.ask("GET", `${acmePath}/contacts?external_id=${name}`);
    const erasing = `${acmePath}/contacts/${contact.json.items[0].contact}?upcoming=keep`;
    const erased = await desk.ask("DELETE", erasing);
    assert.ok(erased.status < 300, erased.text);
    const log = JSON.stringify(await deliveries(id));
    assert.equal(log.includes(`"${name}"`) || log.includes(`\\"${name}\\"`), false, log);
    receiver.answer = () => ({ status: 200 });
    receiver.received.splice(0);
    const post = await until(() =>
      receiver.received.find(({ data }) => data.booking?.booking === one),
    );
    assert.notEqual(post.data.booking?.external_id, name);
    await remove(id);
  });

  for (const waiting of [0, 10_001]) {
    test(`stands still in a database that was put back, and says so, with ${waiting} deliveries waiting`, async () => {
      const { id } = await make();
      await desk.ask("POST", at(id, "/pause"));
      await until(
        () =>
          query(service.databaseUrl, "select lease_held from webhook where lease_held = 0")
            .length === 1,
      );
      execute(
        service.databaseUrl,
        `insert into webhook_delivery (
           account_id, webhook_id, id, position, lane, type, change_cursor, at, actor, state, attempts, failures, next_at
         )
         with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n <= ${waiting})
         select account_id, id, 'msg_' || n, n, 'lane ' || n, 'webhook.test', cursor, 0, 'holder', 'waiting', 0, 0,
           ${Number.MAX_SAFE_INTEGER}
         from webhook, numbers
         where n <= ${waiting}`,
      );
      // As after a restore: the feed begins a new epoch, and no process has written under it.
      execute(service.databaseUrl, "update change_feed set database_identity = ''");
      execute(service.databaseUrl, "update webhook set state = 'active'");
      const found = await until(async () => {
        const shown = await desk.ask("GET", at(id));
        return shown.json.state === "paused" && shown.json;
      });
      assert.equal(found.reason, "restored");
      await desk.ask("POST", at(id, "/resume"));
      await desk.ask("POST", at(id, "/test"));
      await until(() => receiver.received[0]);
      await desk.ask("POST", at(id, "/pause"));
      // The tests' server writes a plan of each check of a foreign key.
      plant(
        service.databaseUrl,
        "delete from webhook_delivery where id not in (select delivery_id from webhook_attempt)",
      );
      await remove(id);
    });
  }

  test("says when a pause ends it, and which deliveries have failed, a day before and in the doctor", async () => {
    const { id } = await make();
    const doctor = async (days: string) => {
      const env = { PORT: "0", OPERATOR_PORT: "0", CHANGES_RETENTION_DAYS: days };
      const { databaseUrl } = service;
      const { json } = await runCommandHere(databaseUrl, ["doctor", "--json"], {
        env: { DATABASE_URL: databaseUrl, ...env },
      });
      const checks = json.checks as { name: string; ok: boolean; message: string }[];
      return checks.find(({ name }) => name === "webhooks");
    };
    const metric = async (name: string) => {
      const { text } = await call(service.operator, { path: "/metrics", host: "localhost" });
      return new RegExp(`^booking_webhook_${name}\\{webhook="${id}"\\} (\\S+)$`, "m").exec(
        text,
      )?.[1];
    };
    assert.deepEqual(
      [(await doctor("1"))?.ok, await metric("ends_timestamp_seconds")],
      [true, undefined],
    );
    await desk.ask("POST", at(id, "/pause"));
    await change(fresh(), "check-in");
    const shown = (await desk.ask("GET", at(id))).json;
    const days = (Date.parse(shown.ends_at) - Date.now()) / 86_400_000;
    assert.ok(days > 29.9 && days <= 30, shown.ends_at);
    assert.equal((await doctor("30"))?.ok, true);
    const soon = await doctor("1");
    assert.equal(soon?.ok, false);
    assert.match(
      soon.message,
      new RegExp(`^${id} is paused and ends at .*: .booking webhook resume`),
    );
    await until(
      async () =>
        Number(await metric("ends_timestamp_seconds")) * 1000 === Date.parse(shown.ends_at),
    );
    await desk.ask("POST", at(id, "/resume"));
    await until(async () => (await metric("ends_timestamp_seconds")) === undefined);
    await until(async () => (await deliveries(id))[0]?.state === "delivered");
    execute(service.databaseUrl, "update webhook_delivery set state = 'failed'");
    assert.match((await doctor("30"))?.message ?? "", /has 1 failed: .*deliveries/);
    await until(async () => (await metric("failed")) === "1");
    assert.equal((await desk.ask("GET", at(id))).json.failed, 1);
    // While it is paused nobody delivers for it, and what has failed is shown all the same.
    await desk.ask("POST", at(id, "/pause"));
    await until(async () => (await metric("lag_seconds")) === undefined);
    await until(async () => (await metric("failed")) === "1");
    await remove(id);
    await until(async () => (await metric("failed")) === undefined);
    assert.equal(await doctor("30"), undefined);
  });

  test("is refused for a campaign that there is not", async () => {
    const order = { url: receiver.url, interactions: ["pk_summer", "pk_smumer"] };
    const answer = await desk.ask("POST", `${acmePath}/webhooks`, order);
    assertProblem(answer, 400, "malformed");
    assert.match(answer.text, /interactions must be public keys of the account's campaigns/);
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
      const answer = await desk.ask("POST", `${acmePath}/webhooks`, { url });
      assertProblem(answer, 400, "malformed");
    }
  });
});

describe("webhooks whose secrets this process cannot read, so that it delivers for none", () => {
  let service: TestService;
  let desk: Desk;
  before(async () => {
    service = await startTestService([acmeWith(bookings)], { WEBHOOK_SECRET_KEY: "" });
    desk = await openDesk(service);
    for (const { booking: id } of bookings) {
      const path = `${acmePath}/bookings/${id}/check-in`;
      // A busy database may answer 503; 409 says that it was done after all.
      await until(async () => [200, 409].includes((await desk.ask("POST", path, {})).status));
    }
  });
  after(() => service[Symbol.asyncDispose]());

  const place = async () => {
    const id = (await service.store.accounts.identify(acme)) ?? assert.fail();
    return { accountId: id, account: service.store.account(id) };
  };
  const make = async () => {
    const { account } = await place();
    const found = await account.readChanges({ start: "start", limit: 0, since: 0 });
    assert.ok("cursor" in found);
    const id = randomUUID();
    const order = { id, url: "https://a.example/", events: [], interactions: [] };
    await account.webhooks.create(audit(), { ...order, cursor: found.cursor }, "sealed");
    return id;
  };

  /** The lease of the webhook that was made, and a change of each booking for it. */
  const leaseWithChanges = async (
    sending: Awaited<ReturnType<typeof place>>["account"]["sending"],
  ) => {
    const [seen] = await service.store.webhooks.leases();
    const lease = seen && (await sending.takeLease(seen));
    const held = lease && (await sending.beat(lease));
    assert.ok(lease && held);
    const changes = bookings.map(({ booking: own }) => ({
      id: `msg_${own}`,
      type: "booking.checked-in",
      lane: own,
      cursor: held.cursor,
      at: 0,
      actor: "test",
      requestId: null,
      bookingId: own,
      slot: null,
    }));
    return { lease, held, changes };
  };

  test("no webhook is made", async () => {
    const answer = await desk.ask("POST", `${acmePath}/webhooks`, { url: "https://a.example/" });
    assertProblem(answer, 409, "webhook-key-missing");
  });

  test("a holder that wakes up after its lease was taken over writes nothing", async () => {
    const id = await make();
    const { account } = await place();
    const { sending } = account;
    const [seen] = await service.store.webhooks.leases();
    const [sleeper, other] = [seen && (await sending.takeLease(seen)), seen && { ...seen }];
    assert.ok(sleeper && other);
    assert.equal(await sending.takeLease(other), null, "one of two takers gets it");
    const held = await sending.beat(sleeper);
    assert.ok(held);
    const change = {
      id: "msg_1",
      type: "booking.checked-in",
      lane: "a",
      cursor: held.cursor,
      at: 0,
      actor: "test",
      requestId: null,
      bookingId: null,
      slot: null,
    };
    const taking = { from: held.cursor, cursor: held.cursor, changes: [change], now: 1 };
    assert.equal((await sending.take(sleeper, taking))?.value, true);
    const [shown] = await service.store.webhooks.leases();
    const next = shown && (await sending.takeLease(shown));
    assert.ok(next);
    const rows = () =>
      ["webhook", "webhook_delivery", "webhook_attempt"].map((table) =>
        query(service.databaseUrl, `select * from ${table}`),
      );
    const before = rows();
    const [delivery] = await sending.due(sleeper, { now: 2, limit: 1, busy: new Set() });
    assert.ok(delivery);
    const gone = { at: 2, status: 410, error: null, ms: 1, answer: "", retryAfterMs: null };
    assert.deepEqual(
      [
        await sending.beat(sleeper),
        await sending.take(sleeper, { ...taking, changes: [{ ...change, id: "msg_2" }] }),
        await sending.record(sleeper, [{ ...gone, delivery }], 2),
      ],
      [null, null, null],
    );
    await sending.standStill(sleeper, { state: "ended", reason: "gone", now: 2 });
    await sending.release(sleeper);
    assert.deepEqual(rows(), before);
    assert.equal((await sending.record(next, [{ ...gone, delivery }], 2))?.held.id, id);
    assert.equal((await account.webhooks.find(id))?.reason, "gone");
    await account.webhooks.remove(audit(), id);
  });

  test("an answer that is written while its contact is erased does not stay", async () => {
    const id = await make();
    const { account } = await place();
    const { sending } = account;
    const { lease, held, changes } = await leaseWithChanges(sending);
    await sending.take(lease, { from: held.cursor, cursor: held.cursor, changes, now: 1 });
    const due = await sending.due(lease, { now: 2, limit: 100, busy: new Set() });
    assert.equal(due.length, bookings.length);
    const noisy = { at: Date.now(), status: 500, error: null, ms: 1, retryAfterMs: null };
    await Promise.all([
      sending.record(
        lease,
        due.map((delivery) => ({ ...noisy, answer: "a name", delivery })),
        Date.now(),
      ),
      ...names.map(async (name) => {
        const contact = await account.findContact({ externalId: name });
        assert.ok(contact);
        const order = { id: contact.id, newExternalId: `erased-${name}` };
        assert.ok(await account.eraseContact(audit(), order));
      }),
    ]);
    // One that comes after the erasure, of a post that was sent before it.
    const [last] = due;
    assert.ok(last);
    await sending.record(lease, [{ ...noisy, answer: "a name", delivery: last }], Date.now());
    const answers = query(service.databaseUrl, "select answer from webhook_attempt");
    assert.equal(answers.length, bookings.length + 1);
    assert.deepEqual(new Set(answers.map(({ answer }) => answer)), new Set([null]));
    await account.webhooks.remove(audit(), id);
  });

  test("many deliveries take no statements but those of one", async () => {
    const id = await make();
    const { account } = await place();
    const { sending } = account;
    const { lease, held, changes } = await leaseWithChanges(sending);
    const taking = { from: held.cursor, cursor: held.cursor, now: 1 };
    const answer = { at: 2, status: 500, error: null, ms: 1, answer: "no", retryAfterMs: null };
    const ended = changes.map((delivery) => ({ ...answer, delivery }));
    const counted = async (some: number) => {
      const of = { taken: 0, due: 0, recorded: 0 };
      const count = async (work: () => Promise<unknown>) =>
        new Set((await countStatements(work)).statements).size;
      of.taken = await count(() =>
        sending.take(lease, { ...taking, changes: changes.slice(0, some) }),
      );
      of.due = await count(() => sending.due(lease, { now: 2, limit: some, busy: new Set() }));
      of.recorded = await count(() => sending.record(lease, ended.slice(0, some), 2));
      return of;
    };
    const one = await counted(1);
    assert.deepEqual(await counted(changes.length), one);
    assert.deepEqual(one, { taken: 3, due: 2, recorded: 6 });
    await account.webhooks.remove(audit(), id);
  });

  test("an active one keeps what it has not taken, and one that was paused for longer ends", async () => {
    const id = await make();
    const { accountId, account } = await place();
    const before = Date.now() + 1_000;
    const sweep = { accountId, before, now: before, limit: 1_000 };
    const move = (state: string) =>
      execute(service.databaseUrl, `update webhook set state = '${state}', position = 3`);
    move("active");
    await service.store.housekeeping.remove("change", sweep);
    const feed = () =>
      query(service.databaseUrl, "select first_position as at from change_feed")[0]?.["at"];
    assert.equal(Number(feed()), 4);
    move("paused");
    await service.store.housekeeping.remove("change", sweep);
    assert.ok(Number(feed()) > 4);
    const { state, reason, stateAt } = (await account.webhooks.find(id)) ?? assert.fail();
    assert.deepEqual([state, reason, stateAt], ["ended", "behind", before]);
    await account.webhooks.remove(audit(), id);
  });
});
