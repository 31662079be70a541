import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { call } from "../harness/call.ts";
import { RawConnection } from "../harness/raw-socket.ts";
import { productionHost as host } from "../harness/seed.ts";
import type { Pool } from "../harness/server-pool.ts";
import { until } from "../harness/until.ts";
import { listPath, preparePools, readiness, type PreparedPools } from "./prepare-pools.ts";

let prepared: PreparedPools;
let token: string;

before(async () => {
  prepared = await preparePools();
  ({ token } = prepared);
});
after(() => prepared[Symbol.asyncDispose]());

/**
 * Resolves when the counts so far have reached every process: readiness asks each over the channel that carries its
 * counts, in order. The first question collects them, and the second follows them to the others.
 */
async function passMessages(pool: Pool): Promise<void> {
  for (let question = 0; question < 2; question += 1) {
    await until(async () => (await readiness(pool)).status === 200);
  }
}

describe("limits over several processes", () => {
  const proxied = { TRUSTED_PROXIES: "127.0.0.1" };
  const ask = (pool: Pool, address: string) =>
    call(pool.api, { path: listPath, host, token, headers: { "x-forwarded-for": address } });

  test("A47 an address has its limit once, whichever processes answer it", async () => {
    await using pool = await prepared.start({ ...proxied, RATE_LIMIT_REQUESTS_PER_MINUTE: "40" });
    const statuses: number[] = [];
    for (let request = 0; request < 80; request += 1) {
      const { status } = await ask(pool, "203.0.113.1");
      statuses.push(status);
      if (request >= 20 && status === 200) await passMessages(pool);
    }
    const accepted = statuses.filter((status) => status === 200).length;
    assert.ok(accepted >= 40 && accepted <= 48, `${accepted} of 40`);
    assert.deepEqual(new Set(statuses.slice(50)), new Set([429]));
    assert.equal((await ask(pool, "203.0.113.2")).status, 200);
  });

  test("A47 one connection has the whole limit, and all processes know when it is used up", async () => {
    await using pool = await prepared.start({ ...proxied, RATE_LIMIT_REQUESTS_PER_MINUTE: "40" });
    using connection = await RawConnection.open(pool.api);
    for (let request = 0; request < 41; request += 1) {
      connection.write(
        `GET ${listPath} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nX-Forwarded-For: 203.0.113.1\r\n\r\n`,
      );
      assert.equal((await connection.answer()).status, request < 40 ? 200 : 429);
    }
    const request = { path: listPath, host, token, headers: { "x-forwarded-for": "203.0.113.1" } };
    await until(async () => (await pool.askAll(4, request)).every((status) => status === 429));
    // The process that takes another's place learns it as well.
    pool.server.child.kill("SIGUSR2");
    await until(() => pool.log("rolling restart done").length === 1);
    assert.deepEqual(new Set(await pool.askAll(4, request)), new Set([429]));
  });
});
