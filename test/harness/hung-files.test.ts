import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { describe, test } from "node:test";
import { isAlive } from "./server-pool.ts";
import { until } from "./until.ts";

/** Runs the test runner on files of the folder `hung`. */
async function runRunner(limitSeconds: number, ...files: readonly string[]) {
  const paths = files.map((file) => `test/harness/hung/${file}`);
  const words = ["--engine", "sqlite", "--limit", `${limitSeconds}`, ...paths];
  // The environment of an outer call, not of a part of this run.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const runner = spawn(process.execPath, ["scripts/test.ts", ...words], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err, [status]] = await Promise.all([
    text(runner.stdout),
    text(runner.stderr),
    once(runner, "close"),
  ]);
  return { out, err, status: status as number | null };
}

/** The same with a file that does not end by itself, or leaves two processes behind. */
async function runHung(limitSeconds: number, file: string) {
  const ran = await runRunner(limitSeconds, file);
  const pids = /started (\d+) and (\d+)/.exec(ran.out)?.slice(1).map(Number) ?? [];
  assert.equal(pids.length, 2, ran.out + ran.err);
  return { ...ran, pids };
}

describe("the test runner", { concurrency: true }, () => {
  test("ends a file that left a server open when it failed, with what it started", async () => {
    const { out, status, pids } = await runHung(30, "left-open.ts");
    assert.equal(status, 1);
    assert.match(out, /The browser did not start/);
    assert.match(out, /The tests have ended, but not their process\. Still open: .*TCPServerWrap/);
    assert.match(out, /0 passed, \d+ failed\n$/);
    await until(() => !pids.some(isAlive));
  });

  test("ends a file that is too busy to look at a clock, with what it started", async () => {
    const { out, err, status, pids } = await runHung(16, "blocked.ts");
    assert.equal(status, 1);
    assert.match(err, /^test\/harness\/hung\/blocked\.ts has not ended after 16 s\.$/m);
    assert.match(out, /0 passed, 1 failed\n$/);
    await until(() => !pids.some(isAlive));
  });

  test("ends what a file left behind", async () => {
    const { out, status, pids } = await runHung(30, "left-behind.ts");
    assert.equal(status, 0);
    assert.match(out, /1 passed, 0 failed\n$/);
    await until(() => !pids.some(isAlive));
  });

  test("counts the tests of a process as ended only when those of all its files have", async () => {
    const { out, status } = await runRunner(30, "quick.ts", "slow.ts");
    assert.match(out, /2 passed, 0 failed\n$/);
    assert.equal(status, 0);
  });
});
