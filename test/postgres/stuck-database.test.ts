import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startService, type RunningService } from "../../src/service/start-service.ts";
import { readSettings } from "../../src/service/settings.ts";
import { call, type Answer } from "../harness/call.ts";
import { startFaultProxy, type FaultProxy } from "../harness/fault-proxy.ts";
import { acmeWith, booking, cancelPath, fetchPath, productionHost } from "../harness/seed.ts";
import { startTestService, type TestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

/** Promise P20: a stuck database fails fast and heals, and a lost connection ends nothing else. */
describe("P20 a database", () => {
  const lines = Array.from({ length: 60 }, () => booking("stuck"));
  const bookings = lines.map((line) => line.booking);
  let direct: TestService;
  let proxy: FaultProxy;
  let service: RunningService;
  let token: string;

  before(async () => {
    direct = await startTestService([acmeWith(lines)]);
    token = await direct.token();
    proxy = await startFaultProxy(direct.databaseUrl);
    service = await startService(
      readSettings({
        DATABASE_URL: proxy.url,
        PORT: "0",
        OPERATOR_PORT: "0",
        LOG_LEVEL: "silent",
        RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
      }),
    );
    assert.equal((await list()).status, 200);
  });

  after(async () => {
    proxy.calm();
    await service.close();
    await proxy[Symbol.asyncDispose]();
    await direct[Symbol.asyncDispose]();
  });

  const list = (): Promise<Answer> =>
    call(service.api, { path: `${fetchPath}?external_id=stuck`, host: productionHost, token });
  const cancel = (): Promise<Answer> =>
    call(service.api, {
      method: "POST",
      path: cancelPath,
      host: productionHost,
      token,
      body: { booking: bookings.pop() },
    });

  const untilHealed = () =>
    until(async () => (await list()).status === 200 && (await cancel()).status === 200);

  test("that falls silent is given up while it is silent: everybody gets 503 with Retry-After", async () => {
    for (let cycle = 1; cycle <= 2; cycle += 1) {
      proxy.silence();
      const started = performance.now();
      const answers = await Promise.all([list(), cancel(), list(), cancel(), ...burst(20)]);
      const seconds = (performance.now() - started) / 1000;
      for (const answer of answers) {
        assert.equal(answer.status, 503, answer.text);
        assert.equal(answer.json.code, 14);
        assert.equal(answer.headers["retry-after"], "1");
      }
      const ready = await call(service.operator, { path: "/readyz" });
      assert.equal(ready.status, 503);
      assert.equal((await call(service.operator, { path: "/livez" })).status, 200);
      // Told, not asserted: how fast depends on the machine. The promise is 1.5 s.
      console.log(`    all ${answers.length} were answered after ${seconds.toFixed(2)} s`);
      proxy.calm();
      const released = performance.now();
      await untilHealed();
      console.log(
        `    normal ${((performance.now() - released) / 1000).toFixed(2)} s after its release`,
      );
      // The records of the refused cancels are written after a moment; until then writes count as failing.
      await until(async () => (await call(service.operator, { path: "/readyz" })).status === 200);
    }
  });

  const burst = (count: number) => Array.from({ length: count }, list);

  test("whose connections are all cut is connected again by the next requests", async () => {
    for (let cycle = 1; cycle <= 5; cycle += 1) {
      const asked = burst(10);
      proxy.cutAll();
      for (const answer of await Promise.all(asked)) {
        assert.ok([200, 503].includes(answer.status), answer.text);
      }
      await untilHealed();
    }
  });

  test("that answers while a row is locked is waited for", async () => {
    const [locked] = bookings.splice(0, 1);
    const { Client } = await import("pg");
    const other = new Client(direct.databaseUrl);
    await other.connect();
    await other.query("begin");
    await other.query("select * from booking where id = $1 for update", [locked]);
    let answered = false;
    const waiting = call(service.api, {
      method: "POST",
      path: cancelPath,
      host: productionHost,
      token,
      body: { booking: locked },
    }).finally(() => (answered = true));
    // The lock outlasts the limit of silence; other requests are answered meanwhile.
    const until = performance.now() + 2_000;
    while (performance.now() < until) {
      assert.equal((await list()).status, 200);
      await sleep(20);
    }
    assert.equal(answered, false);
    await other.query("rollback");
    await other.end();
    assert.equal((await waiting).status, 200);
  });
});
