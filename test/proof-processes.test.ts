import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { runApart, verdictOf } from "../proofs/running/run-apart.ts";
import { isAlive } from "./harness/server-pool.ts";
import { temporaryFolder } from "./harness/temporary-folder.ts";
import { until } from "./harness/until.ts";

const program = new URL("harness/hung/long-proof.ts", import.meta.url);
const order = { engine: "sqlite", count: 1, seed: 1, minutes: 1 } as const;

/** A file for the id of the process that the proof starts, and that id when it is there. */
function started(folder: string) {
  const file = join(folder, "started");
  const pid = () => until(() => (existsSync(file) && Number(readFileSync(file, "utf8"))) || null);
  return { environment: { ...process.env, STARTED: file }, pid };
}

describe("what a proof has started", { concurrency: true }, () => {
  test("ends with a proof that hangs", async () => {
    using folder = temporaryFolder();
    const { environment, pid } = started(folder.path);
    const hung = new AbortController();
    const running = runApart({ name: "hangs", ...order }, environment, {
      program,
      hung: hung.signal,
    });
    const left = await pid();
    assert.ok(isAlive(left));
    hung.abort();
    const { breaches } = await running;
    assert.match(breaches.join(), /It did not end 1\d\d s after its time was over/);
    await until(() => !isAlive(left));
  });

  test("ends with a proof that leaves it behind", async () => {
    using folder = temporaryFolder();
    const { environment, pid } = started(folder.path);
    const run = await runApart({ name: "leaves", ...order }, environment, { program });
    assert.deepEqual(run.breaches, []);
    assert.deepEqual(run.figures, { started: 1 });
    const left = await pid();
    await until(() => !isAlive(left));
  });

  test("ends when the command that runs the proof is killed", async () => {
    using folder = temporaryFolder();
    const { environment, pid } = started(folder.path);
    const proof = fork(program, ["hangs"], { env: environment, detached: true });
    const left = await pid();
    proof.disconnect();
    await until(() => !isAlive(left) && !isAlive(proof.pid ?? 0));
  });
});

describe("a run of a proof", () => {
  const incomplete = { incidents: 7, incomplete: "its time was over" };

  test("is kept when it has reached its count", () => {
    assert.equal(verdictOf({ figures: { incidents: 8 }, breaches: [] }), "kept");
  });

  test("is incomplete when its time ended it", () => {
    assert.equal(verdictOf({ figures: incomplete, breaches: [] }), "incomplete");
  });

  test("is broken by a breach, also when its time ended it", () => {
    assert.equal(verdictOf({ figures: incomplete, breaches: ["one is lost"] }), "BROKEN");
  });
});
