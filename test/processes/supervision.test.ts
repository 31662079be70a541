import assert from "node:assert/strict";
import { createServer, type AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { call } from "../harness/call.ts";
import { runCommand } from "../harness/command.ts";
import { RawConnection } from "../harness/raw-socket.ts";
import { productionHost as host } from "../harness/seed.ts";
import { isAlive } from "../harness/server-pool.ts";
import { until } from "../harness/until.ts";
import {
  unfinishedRequest,
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

describe("several server processes", () => {
  test("S7 share the one port, and are ready together", async () => {
    await using pool = await prepared.start(withoutRateLimit);
    assert.equal(pool.log("ready").length, 1);
    assert.equal(new Set(pool.pids()).size, 4);
    assert.equal((await readiness(pool)).status, 200);
    const requests = 200;
    for (let request = 0; request < requests; request += 1) {
      assert.equal((await call(pool.api, { path: listPath, host, token })).status, 200);
    }
    await until(() => pool.log("answered").length === requests);
    const shares = Object.values(Object.groupBy(pool.log("answered"), (line) => line.process));
    assert.equal(shares.length, 4);
    // The operating system spreads them by a hash: a quarter each, give or take 6 (standard deviation).
    for (const share of shares) {
      assert.ok((share?.length ?? 0) >= 20, `${share?.length} of ${requests}`);
    }
  });

  test("show their figures as those of one", async () => {
    await using pool = await prepared.start({ PROCESSES: "2", ...withoutRateLimit });
    const figures = async () => (await call(pool.operator, { path: "/metrics" })).text;
    const answered = (text: string) =>
      Number(/^booking_http_requests_total\{[^}]*status="200"\} (\d+)$/m.exec(text)?.[1]);
    for (let request = 0; request < 10; request += 1) {
      await call(pool.api, { path: listPath, host, token });
    }
    await until(async () => answered(await figures()) === 10);
    const text = await figures();
    assert.match(text, /^booking_server_processes 2$/m);
    assert.match(text, /^booking_server_process_deaths_total 0$/m);
    assert.equal(text.match(/^booking_http_request_duration_seconds_count\{/gm)?.length, 1);
    assert.equal(text.match(/^nodejs_eventloop_lag_p99_seconds /gm)?.length, 1);
    const started = Number(/^process_start_time_seconds (\d+)$/m.exec(text)?.[1]);
    assert.ok(Math.abs(started - Date.now() / 1000) < 600, `started at ${started}`);
    for (const line of text.trimEnd().split("\n")) {
      assert.match(line, /^(# (HELP|TYPE) \S+ .+|\w+(\{.*\})? \S+|)$/);
    }

    // What ended processes have counted stays.
    pool.server.child.kill("SIGUSR2");
    await until(() => pool.log("rolling restart done").length === 1);
    await call(pool.api, { path: listPath, host, token });
    await until(async () => answered(await figures()) === 11);
  });

  test("P21 one that dies is replaced, and the others serve meanwhile", async () => {
    await using pool = await prepared.start(withoutRateLimit);
    const [first = 0, ...others] = pool.pids();
    process.kill(first, "SIGKILL");
    await until(() => pool.log("server process died and will be replaced").length === 1);
    for (let request = 0; request < 12; request += 1) {
      assert.equal((await call(pool.api, { path: listPath, host, token })).status, 200);
    }
    await until(() => pool.pids().length === 5);
    await until(async () => (await readiness(pool)).status === 200);
    assert.ok(others.every((pid) => isAlive(pid)));
    const [death] = pool.log("server process died and will be replaced");
    assert.deepEqual([death.pid, death.signal, death.pause_ms], [first, "SIGKILL", 0]);
    const { text } = await call(pool.operator, { path: "/metrics" });
    assert.match(text, /^booking_server_process_deaths_total 1$/m);
    await pool.askAll(4, { path: listPath, host, token });
  });

  test("one that dies again and again is replaced after a growing pause, and is missed", async () => {
    await using pool = await prepared.start({ PROCESSES: "2", ...withoutRateLimit });
    const number = pool.log("server process serves")[0]?.process;
    const deaths = () => pool.log("server process died and will be replaced");
    for (let times = 1; times <= 5; times += 1) {
      const alive = () =>
        pool
          .log("server process serves")
          .filter(({ process, pid }) => process === number && isAlive(pid));
      await until(() => alive().length === 1);
      process.kill(alive()[0]?.pid, "SIGKILL");
      await until(() => deaths().length === times);
    }
    assert.deepEqual(
      deaths().map(({ pause_ms }) => pause_ms),
      [0, 200, 400, 800, 1_600],
    );
    const answer = await readiness(pool);
    assert.equal(answer.status, 503);
    assert.equal(answer.json.reason, "1 of 2 server processes are ready.");
    // Half of these connections come to the sockets of the missing one, which the other accepts.
    const served = pool.pids().length;
    for (let request = 0; request < 6; request += 1) {
      assert.equal((await call(pool.api, { path: listPath, host, token })).status, 200);
    }
    assert.equal(pool.pids().length, served);
  });

  test("are gone with the supervising process, and answer what has begun", async () => {
    await using pool = await prepared.start({ PROCESSES: "2" });
    using connection = await RawConnection.open(pool.api);
    connection.write(unfinishedRequest);
    await call(pool.api, { path: listPath, host, token });
    await pool.server.kill();
    connection.write("}");
    assert.equal((await connection.answer()).status, 400);
    await until(() => pool.pids().every((pid) => !isAlive(pid)));
    await assert.rejects(call(pool.api, { path: listPath, host }), /ECONNREFUSED/);
  });

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    test(`P21 drain on ${signal}, also when it reaches each of them, and end with 0`, async () => {
      await using pool = await prepared.start({ PROCESSES: "2" });
      using connection = await RawConnection.open(pool.api);
      connection.write(unfinishedRequest);
      await call(pool.api, { path: listPath, host, token });
      const ended = new Promise((resolve) => pool.server.child.once("exit", resolve));
      // As a terminal or a service manager sends it, to the whole group.
      for (const pid of pool.pids()) process.kill(pid, signal);
      pool.server.child.kill(signal);
      await until(async () => (await readiness(pool)).status === 503);
      assert.match((await readiness(pool)).json.reason, /shutting down/);
      connection.write("}");
      assert.equal((await connection.answer()).status, 400);
      assert.equal(await ended, 0);
      assert.ok(pool.pids().every((pid) => !isAlive(pid)));
      assert.equal(pool.log("closed").length, 1);
      assert.deepEqual(pool.log("server process died and will be replaced"), []);
    });
  }

  test("a second signal ends all at once, with 1", async () => {
    await using pool = await prepared.start({ PROCESSES: "2", SHUTDOWN_GRACE_SECONDS: "600" });
    using connection = await RawConnection.open(pool.api);
    connection.write(unfinishedRequest);
    await call(pool.api, { path: listPath, host, token });
    const ended = new Promise((resolve) => pool.server.child.once("exit", resolve));
    pool.server.child.kill("SIGTERM");
    await until(() => pool.log("closing").length === 1);
    await new Promise((resolve) => setTimeout(resolve, 600));
    pool.server.child.kill("SIGTERM");
    assert.equal(await ended, 1);
    // The connection is cut at once; after a wait the request would get 408.
    await assert.rejects(connection.answer(), /No whole answer/);
    await until(() => pool.pids().every((pid) => !isAlive(pid)));
  });

  for (const variable of ["PORT", "OPERATOR_PORT"]) {
    test(`say in a sentence that ${variable} is in use, and end with 1`, async () => {
      await using other = createServer();
      await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
      const { port } = other.address() as AddressInfo;
      const result = await runCommand(prepared.databaseUrl, ["serve"], {
        environment: {
          PORT: "0",
          OPERATOR_PORT: "0",
          PROCESSES: "2",
          LOG_LEVEL: "silent",
          [variable]: String(port),
        },
      });
      assert.equal(result.status, 1);
      assert.match(result.err, new RegExp(`^Port ${port} .* in use.* ${variable} [^\\n]*\\n$`));
    });
  }
});
