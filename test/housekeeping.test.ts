import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { idempotencyLifetimeMs } from "../src/domain/idempotent-request.ts";
import { openStore, type Store } from "../src/store/store.ts";
import { findEnds, runHousekeeping, type HousekeepingParts } from "../src/usecases/housekeeping.ts";
import { holdWrites } from "./harness/hold-writes.ts";
import { query, tableNames } from "./harness/query.ts";
import {
  day,
  hour,
  left,
  many,
  now,
  outcome,
  startHouse,
  token,
} from "./harness/housekeeping-house.ts";

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

  test("removes what an attempt left by the time in its key, at the same age", async () => {
    await using housekeeping = await startHouse();
    const kept = [
      housekeeping.attempt(1, now - idempotencyLifetimeMs),
      housekeeping.attempt(1, now),
    ];
    for (let count = 0; count < 3; count += 1) {
      housekeeping.attempt(1, now - idempotencyLifetimeMs - 1);
    }
    housekeeping.outcome(1, "older", now - idempotencyLifetimeMs - 1);
    const removed = await runHousekeeping(partsOf(housekeeping.store), now);
    assert.equal(removed.outcome, 4);
    assert.deepEqual(left(housekeeping.url, "outcome", "idempotency_key"), kept);
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
      hold: 0,
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
      outcome: now - idempotencyLifetimeMs,
      operator_request: now - day,
      import_left_out: now - 7 * day,
      import_job: now - 30 * day,
      request_record: now - 7 * day,
      webhook_delivery: now - 30 * day,
      hold: now - day,
      change: now - 9 * day,
    });
  });
});
