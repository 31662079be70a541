import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { describe, test } from "node:test";
import { isAlive } from "./server-pool.ts";
import { until } from "./until.ts";

/** Runs the test runner on a file that does not end by itself, or leaves something behind. */
async function runRunner(file: string, limitSeconds: number) {
  const words = ["--engine", "sqlite", "--limit", `${limitSeconds}`, `test/harness/hung/${file}`];
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
  const pids = /started (\d+) and (\d+)/.exec(out)?.slice(1).map(Number) ?? [];
  assert.equal(pids.length, 2, out + err);
  return { out, err, status: status as number | null, pids };
}

describe("the test runner", { concurrency: true }, () => {
  test("ends a file that left a server open when it failed, with what it started", async () => {
    const { out, status, pids } = await runRunner("left-open.ts", 30);
    assert.equal(status, 1);
    assert.match(out, /The browser did not start/);
    assert.match(out, /The tests have ended, but not their process\. Still open: .*TCPServerWrap/);
    assert.match(out, /0 passed, \d+ failed\n$/);
    await until(() => !pids.some(isAlive));
  });

  test("ends a file that is too busy to look at a clock, with what it started", async () => {
    const { out, err, status, pids } = await runRunner("blocked.ts", 8);
    assert.equal(status, 1);
    assert.match(err, /^test\/harness\/hung\/blocked\.ts has not ended after 8 s\.$/m);
    assert.match(out, /0 passed, 1 failed\n$/);
    await until(() => !pids.some(isAlive));
  });

  test("ends what a file left behind", async () => {
    const { out, status, pids } = await runRunner("left-behind.ts", 30);
    assert.equal(status, 0);
    assert.match(out, /1 passed, 0 failed\n$/);
    await until(() => !pids.some(isAlive));
  });
});
