import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, mock, test } from "node:test";
import { readSettings } from "../../src/service/settings.ts";
import { startService } from "../../src/service/start-service.ts";
import { runHousekeeping } from "../../src/usecases/housekeeping.ts";
import { rotateCredential } from "../harness/operate.ts";
import { call, type Call } from "../harness/call.ts";
import { query } from "../harness/query.ts";
import { acmeWith, fetchPath, otherHost, productionHost, tokenPath } from "../harness/seed.ts";
import { audit, startTestService } from "../harness/service.ts";

describe("a token's life", () => {
  test("R58 R107 A31 ends when expires_in says so, and a new one is given after a tenth of its life", async () => {
    await using service = await startTestService([acmeWith([])], { TOKEN_LIFETIME_SECONDS: "3" });
    const list = async (token: string) =>
      (await service.call({ path: `${fetchPath}?external_id=x`, token })).status;
    await service.credential();
    // The clock stands at each of these moments, so that no token dies of a slow machine.
    const start = Date.now();
    const at = (ms: number) => mock.timers.setTime(start + ms);
    mock.timers.enable({ apis: ["Date"], now: start });
    try {
      const first = await service.token();
      at(300);
      assert.equal(await service.token(), first);
      at(301);
      const second = await service.token();
      assert.notEqual(second, first);
      at(2_999);
      assert.equal(await list(first), 200);
      at(3_000);
      assert.equal(await list(first), 401);
      assert.equal(await list(second), 200);
    } finally {
      mock.timers.reset();
    }
  });

  test("R58 R107 A33 a clock that is set back or forward ends nothing early, and nothing late", async () => {
    await using service = await startTestService([acmeWith([])]);
    const list = async (token: string) =>
      (await service.call({ path: `${fetchPath}?external_id=x`, token })).status;
    const { clientId } = await service.credential();
    const first = await service.token();
    const at = async (step: number, work: () => Promise<void>) => {
      mock.timers.enable({ apis: ["Date"], now: Date.now() + step });
      await work().finally(() => mock.timers.reset());
    };
    const hours = 3_600_000;
    await at(-2 * hours, async () => {
      assert.equal(await list(first), 200);
      // The token of the future is not given again: its expires_in would be wrong.
      const second = await service.token();
      assert.notEqual(second, first);
      assert.equal(await list(second), 200);
    });
    await at(2 * hours, async () => {
      assert.equal(await list(first), 401);
      assert.equal(await list(await service.token()), 200);
    });
    const third = await service.token();
    await rotateCredential(service.store, audit(), clientId, 24 * hours);
    await sleep(1_000);
    await at(-2 * hours, async () => assert.equal(await list(third), 200));
    await at(25 * hours, async () => assert.equal(await list(third), 401));
  });

  test("R99 A47 a clock that is set back or forward gives no second limit, and prolongs none", async () => {
    const environment = { RATE_LIMIT_REQUESTS_PER_MINUTE: "3" };
    await using service = await startTestService([acmeWith([])], environment);
    const token = await service.token();
    const list = () => service.call({ path: `${fetchPath}?external_id=x`, token });
    const guess = () =>
      service.call({
        method: "POST",
        path: tokenPath,
        body: { client_id: "x", client_secret: "y", audience: "z", grant_type: "g" },
      });
    for (let request = 0; request < 3; request += 1) assert.equal((await list()).status, 200);
    while ((await guess()).status !== 429);
    const hours = 3_600_000;
    for (const step of [-2 * hours, -90_000, 0, 90_000, 2 * hours]) {
      mock.timers.enable({ apis: ["Date"], now: Date.now() + step });
      const answers = [await list(), await guess()];
      mock.timers.reset();
      for (const { status, headers } of answers) {
        assert.equal(status, 429, `the clock was set by ${step} ms`);
        assert.ok(Number(headers["retry-after"]) <= 60, String(headers["retry-after"]));
      }
    }
  });

  test("is known to every process on the same database", async () => {
    await using house = await startTwoProcesses();
    const token = await house.ask(0);
    assert.equal(await house.list(token, 1), 200);
    assert.equal(await house.list(token, 1, otherHost), 401);
  });

  test("A31 two clients that start at any distance and renew early by their own clocks see no 401", async () => {
    await using house = await startTwoProcesses({ TOKEN_LIFETIME_SECONDS: "60" });
    await house.ask(0);
    mock.timers.enable({ apis: ["Date"], now: Date.now() });
    try {
      for (let distance = 0; distance <= 60_000; distance += 3_000) {
        const started = Date.now();
        const tokens: string[] = [];
        for (const { client, life, at } of renewals(distance, 50_000)) {
          mock.timers.setTime(started + at);
          const held = tokens[client];
          for (const process of held === undefined ? [] : house.processes) {
            const why = `${distance} ms apart, life ${life} of client ${client}`;
            assert.equal(await house.list(held, process), 200, why);
          }
          tokens[client] = await house.ask((client + life) % 2);
        }
      }
    } finally {
      mock.timers.reset();
    }
  });

  test("A31 a client that asks all the time has a bounded number of tokens, which housekeeping removes", async () => {
    await using house = await startTwoProcesses({ TOKEN_LIFETIME_SECONDS: "60" });
    const { store, databaseUrl } = house;
    await house.ask(0);
    mock.timers.enable({ apis: ["Date"], now: Date.now() });
    const live = () =>
      query(databaseUrl, `select hash from access_token where expires_at > ${Date.now()}`).length;
    try {
      for (let second = 0; second < 180; second += 1) {
        mock.timers.tick(1_000);
        for (const process of house.processes) await house.ask(process);
        // A token each five seconds and a bit, of each process.
        assert.ok(live() <= house.processes.length * 12, `${live()} live tokens`);
      }
      assert.ok(live() >= house.processes.length * 8, `${live()} live tokens`);
      mock.timers.tick(60_000 + 3_600_001);
      await runHousekeeping(
        {
          housekeeping: store.housekeeping,
          traceRetentionDays: 1,
          changesRetentionDays: 1,
          reportFault: (_account, error) => assert.fail(error),
          pause: async () => {},
          stopping: { aborted: false },
        },
        Date.now(),
      );
      assert.deepEqual(query(databaseUrl, "select hash from access_token"), []);
    } finally {
      mock.timers.reset();
    }
  });
});

/** The moments at which two clients, `distance` apart, renew their tokens over three lives, in order of time. */
function renewals(distance: number, everyMs: number) {
  return [0, 1]
    .flatMap((client) =>
      [0, 1, 2, 3].map((life) => ({ client, life, at: client * distance + life * everyMs })),
    )
    .toSorted((one, other) => one.at - other.at);
}

/** Two services on one database, and a client of both. */
async function startTwoProcesses(environment: Record<string, string> = {}) {
  await using opened = new AsyncDisposableStack();
  const unlimited = {
    RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
    RATE_LIMIT_TOKENS_PER_MINUTE: "0",
    ...environment,
  };
  const first = opened.use(await startTestService([acmeWith([])], unlimited));
  // The second reads the client as it starts.
  const { clientId, clientSecret, audience } = await first.credential();
  const second = await startService(
    readSettings({
      DATABASE_URL: first.databaseUrl,
      PORT: "0",
      OPERATOR_PORT: "0",
      LOG_LEVEL: "silent",
      ...unlimited,
    }),
  );
  opened.defer(() => second.close());
  const apis = [first.api, second.api];
  const send = (process: number, request: Call) =>
    call(apis[process] ?? assert.fail(), { host: productionHost, ...request });
  const all = opened.move();
  return {
    store: first.store,
    databaseUrl: first.databaseUrl,
    processes: [...apis.keys()],
    async ask(process: number): Promise<string> {
      const body = {
        client_id: clientId,
        client_secret: clientSecret,
        audience,
        grant_type: "client_credentials",
      };
      const answer = await send(process, { method: "POST", path: tokenPath, body });
      assert.equal(answer.status, 200, answer.text);
      return answer.json.access_token;
    },
    async list(token = "", process = 0, host = productionHost): Promise<number> {
      return (await send(process, { path: `${fetchPath}?external_id=x`, token, host })).status;
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
