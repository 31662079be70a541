import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { acmePath, assertProblem, openDesk, type Desk } from "./harness/operator-api.ts";
import { countStatements } from "./harness/count-statements.ts";
import { operate } from "./harness/operate.ts";
import { execute, query } from "./harness/query.ts";
import { acmeWith } from "./harness/seed.ts";
import { acme, audit, startTestService, type TestService } from "./harness/service.ts";
import { engine } from "./harness/test-database.ts";
import { until } from "./harness/until.ts";
import { guestBookings, guests } from "./harness/webhook-desk.ts";

const ofDeliveries = /\b(webhook|webhook_\w+|booking|input_rows)\b/;

describe("webhooks whose secrets this process cannot read, so that it delivers for none", () => {
  let service: TestService;
  let desk: Desk;
  before(async () => {
    service = await startTestService([acmeWith(guestBookings)], { WEBHOOK_SECRET_KEY: "" });
    desk = await openDesk(service);
    for (const { booking: id } of guestBookings) {
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
    const changes = guestBookings.map(({ booking: own }) => ({
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

  test("of two replays at once the one that goes back further counts", async () => {
    const { account } = await place();
    const cursors = [];
    for (const start of ["start", "now"] as const) {
      const found = await account.readChanges({ start, limit: 0, since: 0 });
      assert.ok("cursor" in found);
      cursors.push(found.cursor);
    }
    const [all, none] = cursors as [string, string];
    const id = randomUUID();
    const order = { id, url: "https://a.example/", events: [], interactions: [], cursor: none };
    await account.webhooks.create(audit(), order, "sealed");
    await Promise.all(
      [all, none].map((cursor) =>
        operate(
          service.store,
          "replayWebhook",
          { ...acme, webhook: id, after: cursor },
          { audit: audit() },
        ),
      ),
    );
    assert.equal((await account.webhooks.find(id))?.cursor, all);
    await account.webhooks.remove(audit(), id);
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
    assert.equal(due.length, guestBookings.length);
    const noisy = { at: Date.now(), status: 500, error: null, ms: 1, retryAfterMs: null };
    await Promise.all([
      sending.record(
        lease,
        due.map((delivery) => ({ ...noisy, answer: "a name", delivery })),
        Date.now(),
      ),
      ...guests.map(async (name) => {
        const contact = await account.findContact({ externalId: name });
        assert.ok(contact);
        const order = {
          of: { id: contact.id },
          newExternalId: `erased-${name}`,
          upcoming: "keep",
          dryRun: false,
        } as const;
        assert.ok("bookings" in (await account.eraseContact(audit(), order)));
      }),
    ]);
    // One that comes after the erasure, of a post that was sent before it.
    const [last] = due;
    assert.ok(last);
    await sending.record(lease, [{ ...noisy, answer: "a name", delivery: last }], Date.now());
    const answers = query(service.databaseUrl, "select answer from webhook_attempt");
    assert.equal(answers.length, guestBookings.length + 1);
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
      // Those of deliveries: housekeeping may come beside them.
      const count = async (work: () => Promise<unknown>) =>
        new Set((await countStatements(work)).statements.filter((sql) => ofDeliveries.test(sql)))
          .size;
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

  test("what holds a delivery back is looked for among what is open, however long the log of its lane", async () => {
    const id = await make();
    const { account } = await place();
    const { sending } = account;
    const { lease, held, changes } = await leaseWithChanges(sending);
    await sending.take(lease, { from: held.cursor, cursor: held.cursor, changes, now: 1 });
    execute(
      service.databaseUrl,
      `insert into webhook_delivery (
         account_id, webhook_id, id, position, lane, type, change_cursor, at, actor, state, attempts, failures, next_at
       )
       with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 20000)
       select account_id, id, 'done_' || n, -n, '${changes[0]?.lane}', 'webhook.test', cursor, 0, 'test', 'delivered', 1, 0, 1
       from webhook, numbers`,
    );
    execute(service.databaseUrl, "analyze");
    const look = () => sending.due(lease, { now: 2, limit: 100, busy: new Set() });
    assert.equal((await look()).length, changes.length);
    const { statements } = await countStatements(look);
    const sql = statements.find((each) => each.includes("next_at"));
    assert.ok(sql);
    const explain = engine === "sqlite" ? "explain query plan" : "explain (generic_plan)";
    const steps = JSON.stringify(query(service.databaseUrl, `${explain} ${sql}`));
    assert.match(steps, /\bwebhook_delivery_open\b/);
    assert.doesNotMatch(steps, /\bwebhook_delivery_lane\b/);
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
