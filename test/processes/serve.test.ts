import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { after, before, describe, test } from "node:test";
import { call } from "../harness/call.ts";
import { program, programWords, sourceProgram } from "../harness/program.ts";
import { RawConnection } from "../harness/raw-socket.ts";
import {
  acmeWith,
  booking,
  cancelPath,
  fetchPath,
  productionHost as host,
  tokenPath,
} from "../harness/seed.ts";
import { runCommand } from "../harness/command.ts";
import {
  assertSentence,
  hasRead,
  longGrace,
  refusesConnections,
  runProgram,
  type Program,
} from "../harness/serve-program.ts";
import { startTestService } from "../harness/service.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { migratedDatabase, testDatabase, type TestDatabase } from "../harness/test-database.ts";
import { until } from "../harness/until.ts";

const patienceMs = 30_000;

/** For what does not depend on what is in it. */
let shared: TestDatabase;
before(async () => {
  shared = await testDatabase();
});
after(() => shared[Symbol.asyncDispose]());
const serve = (
  environment: Record<string, string> = {},
  command: readonly string[] | null = null,
) => runProgram({ DATABASE_URL: shared.url, ...environment }, command);

const olderNode = findOlderNode();
const runtimes = [
  { name: "this Node", command: [program, ...programWords] },
  // A bundle has no Node of its project to hand over to.
  {
    name: "an older Node, which hands over to the project's",
    command: olderNode === null ? null : [olderNode, ...sourceProgram.slice(1)],
  },
];

for (const { name, command } of runtimes) {
  const skip = command === null && "there is none here";
  describe(`booking serve under ${name}`, { skip }, () => {
    test("says once that it is ready, and where, and P21 drains on SIGTERM", async () => {
      await using service = serve(longGrace, command);
      const { api, operator } = await service.ready;
      for (const url of [api, operator]) assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);
      assert.equal((await call(api, { path: fetchPath })).status, 401);
      assert.equal((await call(operator, { path: "/readyz" })).status, 200);
      await assertDrains(service, "SIGTERM");
      assert.equal(service.lines.filter((line) => line.includes('"msg":"ready"')).length, 1);
      assert.deepEqual(service.errors, []);
    });

    test("is gone with its launcher, however that ends", async () => {
      await using service = serve({}, command);
      const { api, operator } = await service.ready;
      service.child.kill("SIGKILL");
      await until(async () => (await refusesConnections(api)) && refusesConnections(operator));
    });

    test("says in a sentence which setting is wrong, and ends with 1", async () => {
      await using service = serve({ PORT: "80a" }, command);
      assert.deepEqual(await service.ended, { status: 1, signal: null });
      assertSentence(service, /^PORT is "80a", but must be a whole number from 0 to 65535\.$/);
    });
  });
}

test("the sources start server processes and the operator's thread without a bundle", async () => {
  await using service = serve({ PROCESSES: "2", ...longGrace }, sourceProgram);
  const { api, operator } = await service.ready;
  assert.equal((await call(api, { path: fetchPath })).status, 401);
  assert.equal((await call(operator, { path: "/readyz" })).status, 200);
  service.child.kill("SIGTERM");
  assert.deepEqual(await service.ended, { status: 0, signal: null });
});

/** The request in flight gets its answer, no new one is taken, and the end comes at once then. */
async function assertDrains(service: Program, signal: NodeJS.Signals): Promise<void> {
  const { api, operator } = await service.ready;
  using connection = await RawConnection.open(api);
  connection.write(`POST ${tokenPath} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\n\r\n{`);
  await hasRead(api);
  service.child.kill(signal);

  await until(() => refusesConnections(api));
  const readiness = await call(operator, { path: "/readyz" });
  assert.equal(readiness.status, 503);
  assert.match(readiness.json.reason, /shutting down/);
  connection.write("}");
  assert.equal((await connection.answer()).status, 400);
  assert.deepEqual(await service.ended, { status: 0, signal: null });
}

describe("booking serve", () => {
  test("P21 drains on SIGINT as well", async () => {
    await using service = serve(longGrace);
    await service.ready;
    await assertDrains(service, "SIGINT");
  });

  test("cuts off what has not finished after SHUTDOWN_GRACE_SECONDS, and ends with 0", async () => {
    await using service = serve({ SHUTDOWN_GRACE_SECONDS: "1" });
    const { api } = await service.ready;
    using connection = await RawConnection.open(api);
    connection.write(`POST ${tokenPath} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\n\r\n{`);
    await hasRead(api);
    service.child.kill("SIGTERM");
    assert.deepEqual(await service.ended, { status: 0, signal: null });
    // With more time it would have been told 408.
    assert.equal(await connection.endedWithin(patienceMs), true);
    assert.equal(connection.rest, "");
  });

  for (const variable of ["PORT", "OPERATOR_PORT"]) {
    test(`says in a sentence that ${variable} is in use, and ends with 1`, async () => {
      await using other = createServer();
      await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
      const { port } = other.address() as AddressInfo;
      await using service = serve({ [variable]: String(port) });
      assert.equal((await service.ended).status, 1);
      assertSentence(service, new RegExp(`Port ${port} .* in use.* ${variable} `));
    });
  }

  for (const variable of ["HOST", "OPERATOR_HOST"]) {
    test(`says in a sentence that ${variable} has no address, and ends with 1`, async () => {
      await using service = serve({ [variable]: "[::1]" });
      assert.equal((await service.ended).status, 1);
      assertSentence(service, /without an address \(.*\[::1\]\): set HOST or OPERATOR_HOST/);
    });
  }

  test("says in a sentence that the database cannot be used, and ends with 1", async () => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, "file"), "no database");
    const unusable = [
      [`sqlite:${folder.path}/file`, /file cannot be opened/],
      [`sqlite:${folder.path}/file/booking.db`, /booking\.db cannot be opened/],
    ] as const;
    for (const [databaseUrl, sentence] of unusable) {
      await using service = serve({ DATABASE_URL: databaseUrl });
      assert.deepEqual(await service.ended, { status: 1, signal: null });
      assertSentence(service, sentence);
    }
  });

  test("takes a setting from a file, and an empty variable for an unset one", async () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "port");
    writeFileSync(file, "0\n");
    await using service = serve({ PORT: "", PORT_FILE: file, LOG_LEVEL: "", HOST: "" });
    assert.ok((await service.ready).api.startsWith("http://127.0.0.1:"));
  });

  test("A58 names hosts to send where its own address leads to no account", async () => {
    await using database = await migratedDatabase();
    const create = (name: string, host: string) =>
      runCommand(database.url, ["account", "create", name, "--api-host", host]);
    assert.equal((await create("acme/development", "api.acme.example")).status, 0);
    const hosts = async () => {
      await using service = serve({ DATABASE_URL: database.url });
      return (await service.ready).hosts;
    };
    assert.equal(await hosts(), undefined);
    assert.equal((await create("beta/development", "api.beta.example")).status, 0);
    assert.deepEqual(await hosts(), ["api.acme.example", "api.beta.example"]);
  });

  test("prints `ready` also where the log has errors only, and nothing else", async () => {
    await using service = serve({ LOG_LEVEL: "error" });
    const { api } = await service.ready;
    assert.equal((await call(api, { path: fetchPath, host })).status, 401);
    service.child.kill("SIGTERM");
    assert.deepEqual(await service.ended, { status: 0, signal: null });
    assert.equal(service.lines.length, 1, service.lines.join("\n"));
  });

  test("R83 P1 keeps what it holds over a stop, a kill and another start", async () => {
    const lines = [booking("kept"), booking("kept"), booking("kept")];
    const [first, second, third] = lines.map((line) => line.booking);
    // Makes the database, a client and its token, which the processes below know from the file.
    await using prepared = await startTestService([acmeWith(lines)]);
    const token = await prepared.token();
    const settings = { DATABASE_URL: prepared.databaseUrl };
    const list = { path: `${fetchPath}?external_id=kept&booking_status=CANCELLED`, host, token };
    const cancelled: unknown[] = [];

    for (const [id, end] of [
      [first, "SIGTERM"],
      [second, "SIGKILL"],
      [third, "SIGINT"],
    ] as const) {
      await using service = serve(settings);
      const { api } = await service.ready;
      const before = await call(api, list);
      assert.deepEqual(
        (before.json.bookings ?? []).map(({ booking: at }: any) => at),
        cancelled,
      );
      const cancel = { method: "POST", path: cancelPath, host, token, body: { booking: id } };
      assert.equal((await call(api, cancel)).status, 200);
      cancelled.push(id);
      service.child.kill(end);
      await service.ended;
      assert.ok(!service.lines.some((line) => line.includes("migrations applied")));
    }
    assert.equal((await prepared.call(list)).json.total_count, 3);
  });
});

test("P15 B197 booking serve outlives callers of CONNECT who are gone at once", async () => {
  await using service = serve();
  const { api } = await service.ready;
  const { hostname, port } = new URL(api);
  for (let times = 0; times < 10; times += 1) {
    const socket = connect({ host: hostname, port: Number(port) });
    await once(socket, "connect");
    socket.write(`CONNECT a:443 HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    socket.resetAndDestroy();
    await sleep(20);
  }
  assert.equal((await call(api, { path: fetchPath })).status, 401);
  assert.deepEqual(service.errors, []);
});

/** The first Node on the PATH that is older than the project's; npm puts the project's before it. */
function findOlderNode(): string | null {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/local/bin", "/usr/bin"];
  const nodes = folders.map((folder) => join(folder, "node")).filter((path) => existsSync(path));
  const isOlder = (node: string) => {
    const major = /^v(\d+)\./.exec(spawnSync(node, ["--version"]).stdout.toString())?.[1];
    return Number(major) < 24;
  };
  return [...new Set(nodes)].find(isOlder) ?? null;
}
