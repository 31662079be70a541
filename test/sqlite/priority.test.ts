import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { getPriority } from "node:os";
import { after, before, describe, test } from "node:test";
import { isLongWork } from "../../src/cli/main.ts";
import { call } from "../harness/call.ts";
import { startServerProcess } from "../harness/process.ts";
import { program, programWords } from "../harness/program.ts";
import { acmeWith, booking } from "../harness/seed.ts";
import { startTestService, type TestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

const refused = `--import=${new URL("../harness/refused-priority.js", import.meta.url).href}`;
/** Callers get about nine times as much of a processor as a thread of this niceness. */
const lower = Math.max(getPriority(), 10);

describe("the priority of operators' work", () => {
  let prepared: TestService;
  before(async () => {
    // More than the buffers of a pipe hold.
    const bookings = Array.from({ length: 2_500 }, (_, index) => booking(`contact-${index}`));
    prepared = await startTestService([acmeWith(bookings)]);
  });
  after(() => prepared[Symbol.asyncDispose]());

  test("every thread of a command that works for long gives callers precedence", async () => {
    using command = beginExport(prepared.databaseUrl);
    await until(() => prioritiesOf(command.pid).every((niceness) => niceness === lower));
    assert.equal(await command.end(), 0);
  });

  test("a command works where the system refuses another priority", async () => {
    using command = beginExport(prepared.databaseUrl, { NODE_OPTIONS: refused });
    assert.equal(await command.end(), 0);
  });

  test("the operator's thread alone gives callers precedence", async () => {
    await using server = await startServerProcess(prepared.databaseUrl);
    const { pid = 0 } = server.child;
    assert.equal(getPriority(pid), getPriority());
    assert.ok(prioritiesOf(pid).includes(lower));
  });

  test("operators are served where the system refuses another priority", async () => {
    const environment = { NODE_OPTIONS: refused };
    await using server = await startServerProcess(prepared.databaseUrl, environment);
    const { status } = await call(server.operator, { path: "/livez" });
    assert.equal(status, 200);
    assert.ok(!server.lines.some((line) => line.includes("listener died")));
  });

  test("what is short, or waited for, keeps its priority", () => {
    for (const words of [
      "--json export acme/production",
      "import acme/production -",
      "verify",
      "backup to.db",
    ]) {
      assert.ok(isLongWork(words.split(" ")), words);
    }
    for (const words of ["", "serve", "ready", "migrate", "restore from.db"]) {
      assert.ok(!isLongWork(words.split(" ")), words);
    }
  });

  test("what holds locks keeps its priority, because cancels wait for these", () => {
    assert.ok(!isLongWork(["--json", "retention", "acme/production"]));
  });
});

/** Starts an export, which waits for its reader. `end` reads it and returns its exit status. */
function beginExport(databaseUrl: string, environment: Record<string, string> = {}) {
  const child = spawn(program, [...programWords, "export", "acme/production"], {
    env: { PATH: process.env["PATH"], DATABASE_URL: databaseUrl, ...environment },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const end = () => {
    child.stdout.resume();
    return ended;
  };
  return { pid: child.pid ?? 0, end, [Symbol.dispose]: () => void child.kill() };
}

/** The niceness of each thread, where the system has one for each; else that of the process. */
function prioritiesOf(pid: number): number[] {
  if (process.platform !== "linux") return [getPriority(pid)];
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    try {
      return [getPriority(Number(thread))];
    } catch {
      // The thread has ended meanwhile.
      return [];
    }
  });
}
