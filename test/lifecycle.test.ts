import assert from "node:assert/strict";
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { after, before, describe, test } from "node:test";
import { call } from "./harness/call.ts";
import { holdWrites } from "./harness/hold-writes.ts";
import { execute, query } from "./harness/query.ts";
import { RawConnection } from "./harness/raw-socket.ts";
import {
  acmeWith,
  booking,
  cancelPath,
  fetchPath,
  newBookingId,
  productionHost as host,
  tokenPath,
} from "./harness/seed.ts";
import { startTestService } from "./harness/service.ts";
import { temporaryFolder } from "./harness/temporary-folder.ts";
import { testDatabase, type TestDatabase } from "./harness/test-database.ts";
import { until } from "./harness/until.ts";
import { program, programWords, sourceProgram } from "./harness/program.ts";

const patienceMs = 30_000;
const lifetimeLimitMs = 60_000;
/** So long that a program which waits for it is killed before, and has failed. */
const longGrace = { SHUTDOWN_GRACE_SECONDS: "600" };

/** For what does not depend on what is in it. */
let shared: TestDatabase;
before(async () => {
  shared = await testDatabase();
});
after(() => shared[Symbol.asyncDispose]());

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
      await using service = runProgram(longGrace, command);
      const { api, operator } = await service.ready;
      for (const url of [api, operator]) assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);
      assert.equal((await call(api, { path: fetchPath })).status, 401);
      assert.equal((await call(operator, { path: "/readyz" })).status, 200);
      await assertDrains(service, "SIGTERM");
      assert.equal(service.lines.filter((line) => line.includes('"msg":"ready"')).length, 1);
      assert.deepEqual(service.errors, []);
    });

    test("is gone with its launcher, however that ends", async () => {
      await using service = runProgram({}, command);
      const { api, operator } = await service.ready;
      service.child.kill("SIGKILL");
      await until(async () => (await refusesConnections(api)) && refusesConnections(operator));
    });

    test("says in a sentence which setting is wrong, and ends with 1", async () => {
      await using service = runProgram({ PORT: "80a" }, command);
      assert.deepEqual(await service.ended, { status: 1, signal: null });
      assertSentence(service, /^PORT is "80a", but must be a whole number from 0 to 65535\.$/);
    });
  });
}

test("the sources start server processes and the operator's thread without a bundle", async () => {
  await using service = runProgram({ PROCESSES: "2", ...longGrace }, sourceProgram);
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
    await using service = runProgram(longGrace);
    await service.ready;
    await assertDrains(service, "SIGINT");
  });

  test("cuts off what has not finished after SHUTDOWN_GRACE_SECONDS, and ends with 0", async () => {
    await using service = runProgram({ SHUTDOWN_GRACE_SECONDS: "1" });
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
      await using service = runProgram({ [variable]: String(port) });
      assert.equal((await service.ended).status, 1);
      assertSentence(service, new RegExp(`Port ${port} .* in use.* ${variable} `));
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
      await using service = runProgram({ DATABASE_URL: databaseUrl });
      assert.deepEqual(await service.ended, { status: 1, signal: null });
      assertSentence(service, sentence);
    }
  });

  test("takes a setting from a file, and an empty variable for an unset one", async () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "port");
    writeFileSync(file, "0\n");
    await using service = runProgram({ PORT: "", PORT_FILE: file, LOG_LEVEL: "", HOST: "" });
    assert.ok((await service.ready).api.startsWith("http://127.0.0.1:"));
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
      await using service = runProgram(settings);
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

    await using service = runProgram({ DATABASE_URL: databaseUrl, ...environment });
    using connection = await RawConnection.open((await service.ready).api);
    const held = await holdWrites(databaseUrl);
    connection.write(requests.join(""));
    await hasRead((await service.ready).api);
    await meanwhile(service, connection);
    await held[Symbol.asyncDispose]();
    assert.deepEqual(await service.ended, { status: 0, signal: null });
    const traced = query(databaseUrl, "select request_id, status from request_record order by 1");
    return {
      answers: connection.rest,
      traced: traced.map(({ request_id: id, status }) => [id, Number(status)]),
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
      await sleep(300);
    });
    assert.deepEqual(traced, [["gone", 200]]);
  });

  test("P21 B200 R90 A62 writes down a cancel that was cut off with the grace period", async () => {
    const short = { SHUTDOWN_GRACE_SECONDS: "1" };
    const { answers, traced } = await endDuring(["cut"], short, async (service, connection) => {
      service.child.kill("SIGTERM");
      assert.ok(await connection.endedWithin(patienceMs), "it was not cut off");
    });
    assert.equal(answers, "");
    assert.deepEqual(traced, [["cut", 200]]);
  });

  test("P21 B52 A48 answers meanwhile that it closes, whatever the request is called", async () => {
    await using service = runProgram();
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
      await using service = runProgram(longGrace);
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

test("P15 B197 booking serve outlives callers of CONNECT who are gone at once", async () => {
  await using service = runProgram();
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

describe("the log", () => {
  const canary = "CANARY-9b1e";

  test("P14 R90 is JSON and holds no query, path, secret, token or external id", async () => {
    const line = booking(`${canary}-person`);
    await using prepared = await startTestService([acmeWith([line])]);
    const { clientId, clientSecret, audience } = await prepared.credential();
    const token = await prepared.token();
    await using service = runProgram({ DATABASE_URL: prepared.databaseUrl, LOG_LEVEL: "trace" });
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
      assert.ok(Number.isInteger(entry.level) && typeof entry.msg === "string");
      assert.ok(!Number.isNaN(Date.parse(entry.time)));
    }
  });

  test("A48 R90 logs each request's id, endpoint, status and time", async () => {
    const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    await using service = runProgram();
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
    await using service = runProgram();
    const { api } = await service.ready;
    const head = `POST ${tokenPath} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 20\r\n\r\n{`;
    for (let times = 0; times < 3; times += 1) {
      using connection = await RawConnection.open(api);
      connection.write(head);
      await sleep(50);
    }
    await sendRaw(api, head);
    await sleep(100);
    const faults = service.lines.filter((line) => JSON.parse(line).level >= 50);
    assert.deepEqual(faults, []);
  });
});

interface Program extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly lines: readonly string[];
  readonly errors: readonly string[];
  /** Where it listens; rejects when it ends before it is ready. */
  readonly ready: Promise<{ api: string; operator: string }>;
  readonly ended: Promise<{ status: number | null; signal: string | null }>;
  kill(): Promise<void>;
}

/** Runs `booking serve` as an operator does, on the database they share unless told otherwise. */
function runProgram(
  environment: Record<string, string> = {},
  command: readonly string[] | null = null,
): Program {
  const [file = "", ...before] = command ?? [program, ...programWords];
  const child = spawn(file, [...before, "serve"], {
    env: {
      PATH: process.env["PATH"],
      DATABASE_URL: shared.url,
      ...(environment["PORT_FILE"] === undefined && { PORT: "0" }),
      OPERATOR_PORT: "0",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const ended = new Promise<{ status: number | null; signal: string | null }>((resolve) =>
    child.once("close", (status, signal) => resolve({ status, signal })),
  );
  // A program that should have ended and did not must fail its test, not stop the run.
  const limit = setTimeout(() => killGroup(child), lifetimeLimitMs);
  void ended.then(() => clearTimeout(limit));
  const lines: string[] = [];
  const errors: string[] = [];
  createInterface(child.stderr).on("line", (line) => {
    // The log says how the first operator signs in, which is no error.
    if (!/^There is no operator yet|#code=/.test(line)) errors.push(line);
  });
  const ready = new Promise<{ api: string; operator: string }>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      lines.push(line);
      if (line.includes('"msg":"ready"')) resolve(JSON.parse(line));
    });
    void ended.then(() => reject(new Error(`It ended: ${errors.join(" ")}`)));
  });
  ready.catch(() => {});
  const kill = async () => {
    killGroup(child);
    await ended;
  };
  return { child, lines, errors, ready, ended, kill, [Symbol.asyncDispose]: kill };
}

/** Kills a launcher and its server, so that a test that fails leaves nothing behind. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

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

function refusesConnections(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on("connect", () => resolve(false)).on("error", () => resolve(true));
    socket.on("connect", () => socket.destroy());
  });
}

/** Who connects later is answered after the bytes that are there before have been read. */
async function hasRead(api: string): Promise<void> {
  await call(api, { path: "/v1/nothing" });
}

async function sendRaw(api: string, bytes: string): Promise<void> {
  using connection = await RawConnection.open(api);
  connection.write(bytes);
  connection.finishWriting();
  await connection.endedWithin(2_000);
}

function post(path: string, body: object | string) {
  return { method: "POST", path, body };
}

/** Words for an operator: one line that says it, no stack, and nothing before it. */
function assertSentence({ errors, lines }: Program, sentence: RegExp): void {
  assert.equal(errors.length, 1, errors.join("\n"));
  assert.match(errors[0] ?? "", sentence);
  assert.ok(!lines.some((line) => line.includes('"msg":"ready"')));
}
