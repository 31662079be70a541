import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { call } from "../harness/call.ts";
import { startCallers, type CallersResult } from "../harness/callers.ts";
import { productionHost as host } from "../harness/seed.ts";
import { isAlive, type Pool } from "../harness/server-pool.ts";
import { until } from "../harness/until.ts";
import {
  listPath,
  withoutRateLimit,
  preparePools,
  readiness,
  type PreparedPools,
} from "./prepare-pools.ts";

let prepared: PreparedPools;
let token: string;

before(async () => {
  prepared = await preparePools();
  ({ token } = prepared);
});
after(() => prepared[Symbol.asyncDispose]());

/** One caller over each kind of connection, twice. */
function startLoad(pool: Pool): { stop(): Promise<CallersResult[]> } & AsyncDisposable {
  const all = [true, false].map((keepAlive) =>
    startCallers({
      api: pool.api,
      path: listPath,
      headers: { host, authorization: `Bearer ${token}` },
      count: 2,
      keepAlive,
    }),
  );
  const stop = () => Promise.all(all.map((callers) => callers.stop()));
  return {
    stop,
    // A test that fails on the way must not call for ever.
    [Symbol.asyncDispose]: async () => {
      await stop();
    },
  };
}

/** A process that ends cuts a connection that was silent for a second; only a stopped machine keeps these callers silent. */
function lossesOf({ failures }: CallersResult) {
  return failures.filter(({ reused, sinceLastMs }) => !reused || sinceLastMs < 900);
}

describe("under load", () => {
  test("P21 a rolling restart loses no request and refuses no connection", async () => {
    await using pool = await prepared.start({ ...withoutRateLimit, LOG_LEVEL: "info" });
    await using load = startLoad(pool);
    for (let restart = 1; restart <= 2; restart += 1) {
      pool.server.child.kill("SIGUSR2");
      await until(() => pool.log("rolling restart done").length === restart);
    }
    const results = await load.stop();
    for (const result of results) {
      const { statuses } = result;
      assert.deepEqual(lossesOf(result), []);
      assert.deepEqual(Object.keys(statuses), ["200"]);
      assert.ok((statuses[200] ?? 0) > 50, `only ${statuses[200]} requests`);
    }
    assert.equal(new Set(pool.pids()).size, 12);
    assert.deepEqual(pool.pids().filter((pid) => isAlive(pid)).length, 4);
    assert.deepEqual(pool.log("server process died and will be replaced"), []);
  });

  for (const processes of ["1", "2"]) {
    test(`P21 SIGTERM leaves no request unanswered that was taken, with PROCESSES=${processes}`, async () => {
      await using pool = await prepared.start({ ...withoutRateLimit, PROCESSES: processes });
      await using load = startLoad(pool);
      await until(() => pool.log("answered").length > 100);
      const ended = new Promise((resolve) => pool.server.child.once("exit", resolve));
      pool.server.child.kill("SIGTERM");
      assert.equal(await ended, 0);
      const taken = new Set(pool.log("answered").map(({ request_id }) => request_id));
      for (const result of await load.stop()) {
        assert.deepEqual(Object.keys(result.statuses), ["200"]);
        const lost = result.failures.filter(({ requestId }) => taken.has(requestId));
        assert.deepEqual([...lost, ...lossesOf(result).filter(({ reused }) => reused)], []);
      }
    });

    test(`P21 SHUTDOWN_DELAY_SECONDS lets a balancer go elsewhere first, with PROCESSES=${processes}`, async () => {
      await using pool = await prepared.start({
        ...withoutRateLimit,
        PROCESSES: processes,
        SHUTDOWN_DELAY_SECONDS: "2",
      });
      await using load = startLoad(pool);
      await until(() => pool.log("answered").length > 100);
      const ended = new Promise((resolve) => pool.server.child.once("exit", resolve));
      pool.server.child.kill("SIGTERM");
      await until(async () => (await readiness(pool)).status === 503);
      for (const result of await load.stop()) {
        assert.deepEqual(Object.keys(result.statuses), ["200"]);
        assert.deepEqual(lossesOf(result), []);
      }
      assert.equal((await call(pool.api, { path: listPath, host, token })).status, 200);
      assert.equal(await ended, 0);
    });
  }
});
