import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { after, before, describe, test } from "node:test";
import { call } from "../harness/call.ts";
import { execute } from "../harness/query.ts";
import { RawConnection } from "../harness/raw-socket.ts";
import {
  acmeWith,
  booking,
  cancelPath,
  fetchPath,
  newBookingId,
  productionHost as host,
  tokenPath,
} from "../harness/seed.ts";
import { runProgram } from "../harness/serve-program.ts";
import { startTestService } from "../harness/service.ts";
import { testDatabase, type TestDatabase } from "../harness/test-database.ts";
import { until } from "../harness/until.ts";

/** For what does not depend on what is in it. */
let shared: TestDatabase;
before(async () => {
  shared = await testDatabase();
});
after(() => shared[Symbol.asyncDispose]());
const serve = (environment: Record<string, string> = {}) =>
  runProgram({ DATABASE_URL: shared.url, ...environment });

describe("the log", () => {
  const canary = "CANARY-9b1e";

  test("P14 R90 is JSON and holds no query, path, secret, token or external id", async () => {
    const line = booking(`${canary}-person`);
    await using prepared = await startTestService([acmeWith([line])]);
    const { clientId, clientSecret, audience } = await prepared.credential();
    const token = await prepared.token();
    await using service = serve({ DATABASE_URL: prepared.databaseUrl, LOG_LEVEL: "trace" });
    const { api } = await service.ready;

    const list = `${fetchPath}?external_id=${canary}-person&language=${canary}`;
    const credentials = { client_id: clientId, client_secret: clientSecret, audience };
    const round = [
      post(tokenPath, { ...credentials, grant_type: "client_credentials" }),
      post(tokenPath, { ...credentials, client_secret: canary, grant_type: "client_credentials" }),
      post(tokenPath, { client_id: canary, client_secret: canary, audience: canary }),
      post(tokenPath, `${canary} is no JSON`),
      { path: list, token },
      { path: list },
      { path: list, token: `bst_${canary}` },
      { path: `${list}&page_size=${canary}`, token },
      { path: `${list}&public_keys=${canary}`, token },
      { path: `${list}&access_token=${token}` },
      { path: `${list}&%zz=${canary}`, token },
      { path: `/${canary}/%zz?${canary}`, token },
      { path: `/v1/${canary}?${canary}`, headers: { cookie: canary, referer: canary } },
      { path: `${tokenPath}?client_secret=${clientSecret}`, method: "PUT" },
      {
        ...post(cancelPath, { booking: line.booking }),
        token,
        headers: { "idempotency-key": canary },
      },
      { ...post(cancelPath, { booking: line.booking }), token },
      { ...post(cancelPath, { booking: newBookingId() }), token },
      { ...post(cancelPath, { booking: canary }), token },
    ];
    for (const request of round) await call(api, { host, ...request });
    await sendRaw(api, `GET /${canary} HTTP/1.1\r\nHost: ${canary}\r\nHost: ${canary}\r\n\r\n`);
    await sendRaw(api, `${canary} ${canary}\r\n\r\n`);
    await sendRaw(api, `GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${canary.repeat(2_000)}\r\n\r\n`);

    // Our own fault leaves a stack in the log, and even that names nobody.
    execute(prepared.databaseUrl, "alter table contact rename to people");
    await call(api, { host, path: `${fetchPath}?external_id=${canary}-other`, token });
    await until(() => service.lines.some((line) => line.includes('"msg":"fault"')));
    await service.kill();

    const log = [...service.lines, ...service.errors].join("\n");
    assert.match(log, /"msg":"answered"/);
    for (const secret of [canary, clientSecret, token, audience, "external_id", "client_secret"]) {
      assert.ok(!log.includes(secret), `the log holds ${secret}`);
    }
    assert.deepEqual(service.errors, []);
    for (const entry of service.lines.map((text) => JSON.parse(text))) {
      assert.ok(
        ["trace", "debug", "info", "warn", "error"].includes(entry.level) &&
          typeof entry.msg === "string",
      );
      assert.ok(!Number.isNaN(Date.parse(entry.time)));
    }
  });

  test("A48 R90 logs each request's id, endpoint, status and time", async () => {
    const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    await using service = serve();
    const { api } = await service.ready;
    const asked = performance.now();
    const answer = await call(api, {
      host,
      path: fetchPath,
      headers: { "x-request-id": "shop-1", traceparent },
    });
    assert.equal(answer.headers["x-request-id"], "shop-1");
    await until(async () => service.lines.some((line) => line.includes("answered")));
    const tookMs = performance.now() - asked;
    const entry = service.lines
      .map((line) => JSON.parse(line))
      .find(({ msg }) => msg === "answered");
    const { request_id, method, endpoint, status, refusal, address, duration_ms } = entry;
    assert.deepEqual(
      { request_id, traceparent: entry.traceparent, method, endpoint, status, refusal, address },
      {
        request_id: "shop-1",
        traceparent,
        method: "GET",
        endpoint: "interactions:fetchContactBookings",
        status: 401,
        refusal: "token-missing",
        address: "127.0.0.1",
      },
    );
    // The log has whole milliseconds.
    assert.ok(duration_ms >= 0 && duration_ms <= tookMs + 1, `${duration_ms} of ${tookMs} ms`);
  });

  test("does not call it a fault when a caller goes away in the middle of its body", async () => {
    await using service = serve();
    const { api } = await service.ready;
    const head = `POST ${tokenPath} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 20\r\n\r\n{`;
    for (let times = 0; times < 3; times += 1) {
      using connection = await RawConnection.open(api);
      connection.write(head);
      await sleep(50);
    }
    await sendRaw(api, head);
    await sleep(100);
    const faults = service.lines.filter((line) =>
      ["error", "fatal"].includes(JSON.parse(line).level),
    );
    assert.deepEqual(faults, []);
  });
});

async function sendRaw(api: string, bytes: string): Promise<void> {
  using connection = await RawConnection.open(api);
  connection.write(bytes);
  connection.finishWriting();
  await connection.endedWithin(2_000);
}

function post(path: string, body: object | string) {
  return { method: "POST", path, body };
}
