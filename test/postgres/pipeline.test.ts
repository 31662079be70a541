import { everyBookingOfContact } from "../../src/store/bookings/contact-bookings.ts";
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Client } from "pg";
import type { AccountId } from "../../src/domain/account.ts";
import { DatabaseUnavailable } from "../../src/store/engine.ts";
import { sqlState } from "../../src/store/postgres/faults.ts";
import { requestHeartbeat } from "../../src/store/postgres/heartbeat.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { openTestEngine } from "../harness/open-engine.ts";
import { startFaultProxy, type FaultProxy } from "../harness/fault-proxy.ts";
import { pick, seededRandom } from "../harness/random.ts";
import { acmeWith, booking } from "../harness/seed.ts";
import { acme, startTestService, type TestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

/** Callers' reads share a connection: what happens to it must be forgotten with it. */
describe("P4 P20 a connection that carries many reads", () => {
  let direct: TestService;
  let proxy: FaultProxy;
  let store: Store;
  let accountId: AccountId;

  before(async () => {
    const lines = people.flatMap((count) =>
      Array.from({ length: count }, () => booking(`piped-${count}`)),
    );
    direct = await startTestService([acmeWith(lines)]);
    accountId = (await direct.store.accounts.find(acme))?.id ?? assert.fail();
    proxy = await startFaultProxy(direct.databaseUrl);
    store = openStore(proxy.url, { timeouts: "request" });
  });

  after(async () => {
    await store.close();
    await proxy[Symbol.asyncDispose]();
    await direct[Symbol.asyncDispose]();
  });

  /** Each of them has as many bookings as their name says. */
  const people = Array.from({ length: 12 }, (_, index) => index + 1);
  const list = async (externalId: string): Promise<number> => {
    const question = { ...everyBookingOfContact, externalId, limit: 100, offset: 0 };
    return (await store.account(accountId).findContactBookings(question)).totalCount;
  };

  test("gives every statement its own rows or error, whatever fails beside it", async () => {
    const engine = openTestEngine(direct.databaseUrl);
    const divide = (by: number) => engine.readRows("select 12 / $1::bigint, $1::bigint", [by]);
    const asText = (text: string) => engine.readRows("select $1::bigint", [text]);
    const others = (of: string) =>
      engine.readRows("select unnest($1::text[])", [[of, null, 'a"\\']]);
    // The first round prepares the statements, and the later ones find them prepared.
    for (let round = 1; round <= 3; round += 1) {
      const divisors = [3, 0, 4, 0, 0, 6];
      const divided = Promise.allSettled(divisors.map(divide));
      const malformed = Promise.allSettled([asText("x"), asText("7"), others("ä"), divide(0)]);
      assert.deepEqual((await divided).map(rowsOrState), [
        [[4, 3]],
        "22012",
        [[3, 4]],
        "22012",
        "22012",
        [[2, 6]],
      ]);
      assert.deepEqual((await malformed).map(rowsOrState), [
        "22P02",
        [[7]],
        [["ä"], [null], ['a"\\']],
        "22012",
      ]);
    }
    await engine.close();
  });

  test("is idle for the heartbeat only where it has been for a while, not between two statements", async () => {
    const config = { connectionString: direct.databaseUrl };
    const client = new Client(config);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const pid = rows[0]?.pid ?? assert.fail();
    const heartbeat = async () =>
      (await requestHeartbeat(config, AbortSignal.timeout(10_000))).get(pid);
    const isBusy = new AbortController();
    const statements = (async () => {
      while (!isBusy.signal.aborted) await client.query("select 1");
    })();
    for (let beat = 1; beat <= 10; beat += 1) assert.equal(await heartbeat(), "active");
    isBusy.abort();
    await statements;
    await until(async () => (await heartbeat()) === "idle");
    await client.end();
  });

  test("that is ended in the same breath in which it is ready is not used for ever", async () => {
    let ended = 0;
    proxy.meet((portion) => {
      if (portion.from === "service" || ended > 0 || !portion.text.includes("set_config\0")) {
        return "pass";
      }
      ended += 1;
      return { insteadOf: Buffer.concat([Buffer.from(portion.text, "latin1"), shutdown()]) };
    });
    await assert.rejects(list("piped-1"), DatabaseUnavailable);
    assert.equal(ended, 1);
    assert.equal(await list("piped-1"), 1);
  });

  test("that is cut, slow or silent gives everybody their own answer or none", async () => {
    const seed = Date.now() % 1_000_000;
    const random = seededRandom(seed);
    let answered = 0;
    for (let round = 1; round <= 10; round += 1) {
      proxy.meet(() => {
        const drawn = random(1_000);
        if (drawn < 20) return "cut";
        if (drawn < 22) return "hold";
        return drawn < 300 ? { delayMs: random(20) } : "pass";
      });
      const asked = Array.from({ length: 40 }, () => pick(random, people)).map(async (count) => {
        const told = await list(`piped-${count}`).catch(nothingWhenUnavailable);
        if (told !== null) assert.equal(told, count, `seed ${seed}`);
        answered += told === null ? 0 : 1;
      });
      await Promise.all(asked);
      proxy.calm();
      while ((await list("piped-1").catch(nothingWhenUnavailable)) === null);
    }
    assert.ok(answered >= 200, `only ${answered} of 400, seed ${seed}`);
  });
});

function rowsOrState(answer: PromiseSettledResult<unknown>): unknown {
  return answer.status === "fulfilled" ? answer.value : sqlState(answer.reason);
}

function nothingWhenUnavailable(error: unknown): null {
  if (!(error instanceof DatabaseUnavailable)) throw error;
  return null;
}

/** What PostgreSQL says as it is shut down. */
function shutdown(): Buffer {
  const body = Buffer.from("SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0");
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
