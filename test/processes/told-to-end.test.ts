import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { after, before, describe, test } from "node:test";
import { holdWrites } from "../harness/hold-writes.ts";
import { RawConnection } from "../harness/raw-socket.ts";
import { acmeWith, booking, cancelPath, productionHost as host } from "../harness/seed.ts";
import {
  hasRead,
  longGrace,
  refusesConnections,
  runProgram,
  type Program,
} from "../harness/serve-program.ts";
import { startTestService } from "../harness/service.ts";
import { tracedStatuses } from "../harness/traced-statuses.ts";
import { testDatabase, type TestDatabase } from "../harness/test-database.ts";
import { until } from "../harness/until.ts";

const patienceMs = 30_000;
/** A service that did not wait for a caller who has gone would have ended by then. */
const outlivingMs = 500;

/** For what does not depend on what is in it. */
let shared: TestDatabase;
before(async () => {
  shared = await testDatabase();
});
after(() => shared[Symbol.asyncDispose]());
const serve = (environment: Record<string, string> = {}) =>
  runProgram({ DATABASE_URL: shared.url, ...environment });

describe("told to end, booking serve", { concurrency: true }, () => {
  /** Sends cancels that wait for the database, and lets them be made when the end has begun. */
  async function endDuring(
    ids: readonly string[],
    environment: Record<string, string>,
    meanwhile: (service: Program, connection: RawConnection) => Promise<void>,
  ) {
    const lines = ids.map(() => booking("last"));
    await using prepared = await startTestService([acmeWith(lines)]);
    const { databaseUrl } = prepared;
    const bearer = `Authorization: Bearer ${await prepared.token()}`;
    const requests = ids.map((id, at) => {
      const body = JSON.stringify({ booking: lines[at]?.booking });
      const head = [`POST ${cancelPath} HTTP/1.1`, `Host: ${host}`, bearer, `X-Request-Id: ${id}`];
      return `${head.join("\r\n")}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    });

    await using service = serve({ DATABASE_URL: databaseUrl, ...environment });
    using connection = await RawConnection.open((await service.ready).api);
    const held = await holdWrites(databaseUrl);
    connection.write(requests.join(""));
    await hasRead((await service.ready).api);
    await meanwhile(service, connection);
    await held[Symbol.asyncDispose]();
    assert.deepEqual(await service.ended, { status: 0, signal: null });
    return {
      answers: connection.rest,
      traced: ids.flatMap((id) => tracedStatuses(databaseUrl, id).map((status) => [id, status])),
    };
  }

  test("P21 B52 R90 A62 answers and writes down all that was sent ahead, and then says close", async () => {
    const { answers, traced } = await endDuring(["first", "second"], {}, async (service) => {
      const { api } = await service.ready;
      service.child.kill("SIGTERM");
      await until(() => refusesConnections(api));
    });
    assert.deepEqual(answers.match(/(HTTP\/1\.1|x-request-id:|connection:) [^\r]*/gi), [
      "HTTP/1.1 200 OK",
      "x-request-id: first",
      "Connection: keep-alive",
      "HTTP/1.1 200 OK",
      "x-request-id: second",
      "connection: close",
    ]);
    assert.deepEqual(traced, [
      ["first", 200],
      ["second", 200],
    ]);
  });

  test("P21 B200 R90 A62 writes down a cancel whose caller has gone before", async () => {
    const { traced } = await endDuring(["gone"], {}, async (service, connection) => {
      connection[Symbol.dispose]();
      await sleep(50);
      service.child.kill("SIGTERM");
      await sleep(outlivingMs);
    });
    assert.deepEqual(traced, [["gone", 200]]);
  });

  test("P21 B200 R90 A62 writes down a cancel that was cut off with the grace period", async () => {
    const short = { SHUTDOWN_GRACE_SECONDS: "1" };
    const { answers, traced } = await endDuring(["cut"], short, async (service, connection) => {
      service.child.kill("SIGTERM");
      assert.ok(await connection.endedWithin(patienceMs), "it was not cut off");
      await sleep(outlivingMs);
    });
    assert.equal(answers, "");
    assert.deepEqual(traced, [["cut", 200]]);
  });

  test("P21 B52 A48 answers meanwhile that it closes, whatever the request is called", async () => {
    await using service = serve();
    const { api } = await service.ready;
    using connection = await RawConnection.open(api);
    // An idle connection would be cut a second after the end began, which a busy machine may miss.
    connection.write(`GET /v1/no HTTP/1.1\r\nHost: ${host}\r\n`);
    await hasRead(api);
    service.child.kill("SIGTERM");
    await until(() => refusesConnections(api));
    connection.write("X-Request-Id: connection\r\n\r\n");
    assert.deepEqual((await connection.answer()).headers.get("connection"), ["close"]);
  });

  for (const [name, bytes, leastMs] of [
    ["a second for a caller who says nothing", "", 1_000],
    ["not for one who wanted a tunnel", `CONNECT a:443 HTTP/1.1\r\nHost: ${host}\r\n\r\n`, 0],
  ] as const) {
    test(`P21 B52 B197 waits ${name}`, async () => {
      await using service = serve(longGrace);
      const { api } = await service.ready;
      using connection = await RawConnection.open(api);
      connection.write(bytes);
      await hasRead(api);
      const told = performance.now();
      service.child.kill("SIGTERM");
      assert.deepEqual(await service.ended, { status: 0, signal: null });
      assert.ok(performance.now() - told >= leastMs);
    });
  }
});
