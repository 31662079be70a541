import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pino } from "pino";
import type { AccountId } from "../src/domain/account.ts";
import { startHousekeeping } from "../src/service/housekeeping-rounds.ts";
import { type Store } from "../src/store/store.ts";
import { acme } from "./harness/service.ts";
import { call } from "./harness/call.ts";
import { startServerProcess } from "./harness/process.ts";
import { execute } from "./harness/query.ts";
import { markSteadyClock } from "./harness/steady-clock.ts";
import { until } from "./harness/until.ts";
import { day, hour, left, many, outcome, startHouse } from "./harness/housekeeping-house.ts";

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
      hold: 0,
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
    housekeeping.insert(
      "contact",
      [1, 1, "00000000-0000-4000-8000-000000000001", "kept"],
      [2, 1, "00000000-0000-4000-8000-000000000002", "expired"],
    );
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

  test("ends a deletion that was begun and left, as whoever began it", async () => {
    await using housekeeping = await startHouse();
    const { store, url } = housekeeping;
    execute(url, "update credential set revoked_at = 1 where account_id = 1");
    const account = (await store.accounts.named(acme)) ?? assert.fail();
    const audit = { actor: "operator: jo", now: Date.now() };
    await store.accounts.deleteForWhile(audit, account, 0);
    const days = { traceRetentionDays: 30, changesRetentionDays: 30, contactRetentionDays: 0 };
    const rounds = startHousekeeping(store, days, pino({ level: "silent" }), {
      countClockJump: () => {},
    });
    try {
      await until(async () => (await store.accounts.identify(acme)) === null);
    } finally {
      await rounds.close();
    }
    assert.deepEqual(
      left(url, "audit_event", "actor")
        .map(String)
        .toSorted((a, b) => a.localeCompare(b)),
      ["operator: jo", "test"],
    );
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
