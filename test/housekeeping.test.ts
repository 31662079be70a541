import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { pino } from "pino";
import type { AccountId } from "../src/domain/account.ts";
import { startHousekeeping } from "../src/service/housekeeping-rounds.ts";
import { idempotencyLifetimeMs } from "../src/store/write/write-batch.ts";
import { openStore, type Store } from "../src/store/store.ts";
import { findEnds, runHousekeeping, type HousekeepingParts } from "../src/usecases/housekeeping.ts";
import { call } from "./harness/call.ts";
import { holdWrites } from "./harness/hold-writes.ts";
import { startServerProcess } from "./harness/process.ts";
import { execute, query, tableNames } from "./harness/query.ts";
import { testDatabase } from "./harness/test-database.ts";
import { markSteadyClock } from "./harness/steady-clock.ts";
import { until } from "./harness/until.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** The tests' present instant; every other instant is given relative to it. */
const now = Date.UTC(2030, 4, 1);

type Value = string | number | null;

/** A database with two accounts, and a client with a live secret in each. */
async function startHouse() {
  const database = await testDatabase();
  const { url } = database;
  const store = openStore(url);
  await store.migrate(now);
  const insert = (table: string, ...rows: readonly (readonly Value[])[]) =>
    execute(url, `insert into ${table} values ${rows.map(literals).join(",\n")}`);
  insert("account", [1, "acme", "production", 0, 0], [2, "acme", "uat", 0, 0]);
  insert("credential", [1, "client-1", "a", 0, null, null], [2, "client-2", "a", 0, null, null]);
  insert("audit_event", ["a", 0, "test", "something", 1, "x", null, null]);
  const housekeeping = {
    url,
    store,
    insert,
    secret: (account: number, id: string, end: number | null, client = `client-${account}`) =>
      insert("client_secret", [account, client, id, "h", "p", 0, end, null]),
    token: (account: number, hash: string, end: number, secretId = "live") =>
      insert("access_token", token(account, hash, end, secretId)),
    outcome: (account: number, key: string, at: number) =>
      insert("outcome", outcome(account, key, at)),
    record: (account: number, id: string, at: number) =>
      insert("request_record", [account, id, "r", at, "c", "e", "{}", 200, null, "{}", 1]),
    [Symbol.asyncDispose]: async () => {
      await store.close();
      await database[Symbol.asyncDispose]();
    },
  };
  housekeeping.secret(1, "live", null);
  housekeeping.secret(2, "live", null);
  return housekeeping;
}

function token(account: number, hash: string, end: number, secretId = "live"): Value[] {
  return [account, hash, `client-${account}`, secretId, 0, end];
}

function outcome(account: number, key: string, at: number): Value[] {
  return [account, `client-${account}`, key, "b", "{}", at];
}

/** As many rows as wanted, each made from its number. */
function many(count: number, row: (number: number) => Value[]): Value[][] {
  return Array.from({ length: count }, (_, number) => row(number));
}

function literals(values: readonly Value[]): string {
  return `(${values.map((value) => (typeof value === "string" ? `'${value}'` : String(value))).join(", ")})`;
}

function partsOf(store: Store, parts: Partial<HousekeepingParts> = {}): HousekeepingParts {
  return {
    housekeeping: store.housekeeping,
    traceRetentionDays: 30,
    changesRetentionDays: 30,
    reportFault: (_accountId, error) => {
      throw error;
    },
    pause: async () => {},
    stopping: { aborted: false },
    ...parts,
  };
}

function left(url: string, table: string, column: string): unknown[] {
  return query(url, `select ${column} from ${table} order by account_id, ${column}`).map(
    (row) => row[column],
  );
}

describe("housekeeping", () => {
  test("removes tokens an hour after their end, and not before", async () => {
    await using housekeeping = await startHouse();
    housekeeping.token(1, "live", now + 1);
    housekeeping.token(1, "just ended", now - 1);
    housekeeping.token(1, "an hour ago", now - hour);
    housekeeping.token(1, "longer ago", now - hour - 1);
    housekeeping.token(2, "of the other account", now - hour - 1);
    const removed = await runHousekeeping(partsOf(housekeeping.store), now);
    assert.equal(removed.access_token, 2);
    assert.deepEqual(left(housekeeping.url, "access_token", "hash"), [
      "an hour ago",
      "just ended",
      "live",
    ]);
    await runHousekeeping(partsOf(housekeeping.store), now + 1);
    assert.deepEqual(left(housekeeping.url, "access_token", "hash"), ["just ended", "live"]);
  });

  test("removes an outcome when its 24 hours are over, and not before", async () => {
    await using housekeeping = await startHouse();
    housekeeping.outcome(1, "new", now);
    housekeeping.outcome(1, "of yesterday", now - idempotencyLifetimeMs);
    housekeeping.outcome(1, "older", now - idempotencyLifetimeMs - 1);
    housekeeping.outcome(2, "older", now - idempotencyLifetimeMs - 1);
    const removed = await runHousekeeping(partsOf(housekeeping.store), now);
    assert.equal(removed.outcome, 2);
    assert.deepEqual(left(housekeeping.url, "outcome", "idempotency_key"), ["new", "of yesterday"]);
  });

  test("removes secrets 30 days after their end, once no token refers to them", async () => {
    await using housekeeping = await startHouse();
    const longAgo = now - 30 * day - 1;
    housekeeping.secret(1, "ends later", now + day);
    housekeeping.secret(1, "ended", now - 30 * day);
    housekeeping.secret(1, "ended long ago", longAgo);
    housekeeping.secret(1, "with a token", longAgo);
    housekeeping.secret(1, "with an ended token", longAgo);
    housekeeping.token(1, "t", now - 1, "with a token");
    housekeeping.token(1, "u", now - 2 * hour, "with an ended token");
    housekeeping.insert("credential", [1, "revoked", "a", 0, longAgo, null]);
    housekeeping.secret(1, "of a revoked client", null, "revoked");
    housekeeping.insert("credential", [1, "just revoked", "a", 0, now - 1, null]);
    housekeeping.secret(1, "of a client just revoked", null, "just revoked");
    const removed = await runHousekeeping(partsOf(housekeeping.store), now);
    assert.equal(removed.client_secret, 3);
    assert.deepEqual(left(housekeeping.url, "client_secret", "id"), [
      "ended",
      "ends later",
      "live",
      "of a client just revoked",
      "with a token",
      "live",
    ]);
    // A client stays known for ever: its id is never given again.
    assert.equal(left(housekeeping.url, "credential", "client_id").length, 4);
  });

  test("removes request records after TRACE_RETENTION_DAYS, and not before", async () => {
    await using housekeeping = await startHouse();
    housekeeping.record(1, "new", now);
    housekeeping.record(1, "3 days ago", now - 3 * day);
    housekeeping.record(1, "older", now - 3 * day - 1);
    housekeeping.record(2, "older", now - 30 * day);
    const parts = partsOf(housekeeping.store, { traceRetentionDays: 3 });
    assert.equal((await runHousekeeping(parts, now)).request_record, 2);
    assert.deepEqual(left(housekeeping.url, "request_record", "id"), ["3 days ago", "new"]);
  });

  test("goes on with the other accounts where one fails, and reports that one", async () => {
    await using housekeeping = await startHouse();
    housekeeping.token(1, "kept", now - day);
    housekeeping.token(2, "removed", now - day);
    const { remove } = housekeeping.store.housekeeping;
    const faults: unknown[] = [];
    const parts = partsOf(housekeeping.store, {
      housekeeping: {
        ...housekeeping.store.housekeeping,
        remove: (kind, sweep) =>
          sweep.accountId === 1 ? Promise.reject(new Error("refused")) : remove(kind, sweep),
      },
      reportFault: (accountId, { message }) => faults.push([accountId, message]),
    });
    assert.equal((await runHousekeeping(parts, now)).access_token, 1);
    assert.deepEqual(left(housekeeping.url, "access_token", "hash"), ["kept"]);
    assert.deepEqual(faults, [[1, "refused"]]);
  });

  test("leaves everything else as it is, the audit log above all", async () => {
    await using housekeeping = await startHouse();
    const contents = () =>
      tableNames(housekeeping.url).map((name) => [
        name,
        query(housekeeping.url, `select * from "${name}"`),
      ]);
    const before = contents();
    const removed = await runHousekeeping(partsOf(housekeeping.store), now + 1_000 * day);
    assert.deepEqual(removed, {
      access_token: 0,
      client_secret: 0,
      outcome: 0,
      operator_request: 0,
      import_left_out: 0,
      import_job: 0,
      request_record: 0,
      webhook_delivery: 0,
      change: 0,
    });
    assert.deepEqual(contents(), before);
    assert.equal(query(housekeeping.url, "select id from audit_event").length, 1);
  });

  test("works in small batches with a pause after each, and stops after any of them", async () => {
    await using housekeeping = await startHouse();
    housekeeping.insert(
      "access_token",
      ...many(250, (number) => token(1, `t${number}`, now - day)),
    );
    housekeeping.insert(
      "outcome",
      ...many(250, (number) => outcome(1, `o${number}`, now - 2 * day)),
    );
    const stopping = { aborted: false };
    const seen: number[] = [];
    const parts = partsOf(housekeeping.store, {
      stopping,
      pause: async () => {
        seen.push(left(housekeeping.url, "access_token", "hash").length);
        stopping.aborted = seen.length === 2;
      },
    });
    assert.equal((await runHousekeeping(parts, now)).access_token, 200);
    assert.deepEqual(seen, [150, 50]);
    assert.equal(left(housekeeping.url, "outcome", "idempotency_key").length, 250);
    stopping.aborted = false;
    assert.equal((await runHousekeeping(parts, now)).access_token, 50);
    assert.equal(left(housekeeping.url, "outcome", "idempotency_key").length, 0);
  });

  test("may be done by several at once", async () => {
    await using housekeeping = await startHouse();
    const account = (number: number) => 1 + (number % 2);
    housekeeping.insert(
      "access_token",
      ...many(400, (at) => token(account(at), `t${at}`, now - day)),
    );
    housekeeping.insert(
      "outcome",
      ...many(400, (at) => outcome(account(at), `o${at}`, now - 2 * day)),
    );
    const stores = [housekeeping.store, openStore(housekeeping.url), openStore(housekeeping.url)];
    after(() => Promise.all(stores.slice(1).map((store) => store.close())));
    const removed = await Promise.all(stores.map((store) => runHousekeeping(partsOf(store), now)));
    const sum = (kind: keyof (typeof removed)[number]) =>
      removed.reduce((total, one) => total + one[kind], 0);
    assert.deepEqual([sum("access_token"), sum("outcome")], [400, 400]);
    assert.deepEqual(left(housekeeping.url, "access_token", "hash"), []);
  });

  test("takes no lock where there is nothing to remove", async () => {
    await using housekeeping = await startHouse();
    await using _ = await holdWrites(housekeeping.url);
    await runHousekeeping(partsOf(housekeeping.store), now);
  });

  test("knows when each kind ends", () => {
    assert.deepEqual(findEnds({ traceRetentionDays: 7, changesRetentionDays: 9 }, now), {
      access_token: now - hour,
      client_secret: now - 30 * day,
      outcome: now,
      operator_request: now - day,
      import_left_out: now - 7 * day,
      import_job: now - 30 * day,
      request_record: now - 7 * day,
      webhook_delivery: now - 30 * day,
      change: now - 9 * day,
    });
  });
});

/** A process's housekeeping until it has erased contacts; the lines of its log. */
async function roundOfRetention(store: Store): Promise<string[]> {
  const lines: string[] = [];
  const days = { traceRetentionDays: 30, changesRetentionDays: 30, contactRetentionDays: 365 };
  const logger = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const rounds = startHousekeeping(store, days, logger, { countClockJump: () => {} });
  try {
    await until(() => lines.some((line) => line.includes("erased contacts after")));
  } finally {
    await rounds.close();
  }
  return lines;
}

describe("a serving process", () => {
  test("keeps housekeeping a few seconds after its start, and ends at once when told", async () => {
    await using housekeeping = await startHouse();
    // The process has the real time.
    const today = Date.now();
    housekeeping.token(1, "ended", today - 2 * hour);
    housekeeping.token(1, "live", today + hour);
    housekeeping.insert("outcome", ...many(2_000, (at) => outcome(1, `o${at}`, today - 2 * day)));
    housekeeping.record(1, "kept with 60 days", today - 40 * day);
    housekeeping.record(1, "older", today - 61 * day);
    const startedAt = Date.now();
    await using server = await startServerProcess(housekeeping.url, { TRACE_RETENTION_DAYS: "60" });
    const line = await until(() =>
      server.lines.find((one) => one.includes("removed what has ended")),
    );
    const { removed, time } = JSON.parse(line);
    assert.ok(Date.parse(time) - startedAt >= 2_500, "it began at once");
    assert.deepEqual(removed, {
      access_token: 1,
      client_secret: 0,
      outcome: 2_000,
      operator_request: 0,
      import_left_out: 0,
      import_job: 0,
      request_record: 1,
      webhook_delivery: 0,
      change: 0,
    });
    assert.deepEqual(left(housekeeping.url, "access_token", "hash"), ["live"]);
    assert.deepEqual(left(housekeeping.url, "request_record", "id"), ["kept with 60 days"]);
    server.child.kill("SIGTERM");
    // The next round is five minutes away.
    assert.equal(await until(() => server.child.exitCode), 0);
  });

  test("B551 removes nothing by a clock that is years ahead of its own marks", async () => {
    await using housekeeping = await startHouse();
    const marked = Date.now() - 1_000 * day;
    markSteadyClock(housekeeping.url, marked);
    housekeeping.record(1, "of its day", marked - day);
    housekeeping.record(1, "older", marked - 61 * day);
    housekeeping.insert("outcome", outcome(1, "of its hour", marked - hour));
    await using server = await startServerProcess(housekeeping.url, { TRACE_RETENTION_DAYS: "60" });
    await until(() => server.lines.find((one) => one.includes("the clock jumped")));
    assert.deepEqual(left(housekeeping.url, "request_record", "id"), ["of its day"]);
    assert.equal(left(housekeeping.url, "outcome", "idempotency_key").length, 1);
  });

  test("erases the contacts of other accounts where one account fails, and logs that one", async () => {
    await using housekeeping = await startHouse();
    const { store, url } = housekeeping;
    housekeeping.insert("contact", [1, "a", "kept"], [2, "b", "expired"]);
    markSteadyClock(url);
    const failing = {
      ...store.account(1 as AccountId),
      expireContacts: () => Promise.reject(new Error("refused")),
    };
    const lines = await roundOfRetention({
      ...store,
      account: (id) => (id === 1 ? failing : store.account(id)),
    });
    const fault = lines.find((line) => line.includes("housekeeping will be tried again"));
    assert.equal(JSON.parse(fault ?? "{}").account_id, 1);
    const [first, second] = left(url, "contact", "external_id");
    assert.equal(first, "kept");
    assert.match(String(second), /^erased-/);
  });

  test("serves when housekeeping fails, and logs the failure", async () => {
    await using housekeeping = await startHouse();
    execute(housekeeping.url, "drop table outcome");
    await using server = await startServerProcess(housekeeping.url);
    await until(() =>
      server.lines.some((line) => line.includes("housekeeping will be tried again")),
    );
    assert.equal((await call(server.operator, { path: "/livez" })).status, 200);
    assert.equal((await call(server.operator, { path: "/readyz" })).status, 200);
    assert.equal(server.child.exitCode, null);
  });
});
