import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { program, programWords } from "../harness/program.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { until } from "../harness/until.ts";

test("the demo of `npm start` keeps out of the database of `serve`, and says what it does", async () => {
  using folder = temporaryFolder();
  const ports = { PATH: process.env["PATH"] ?? "", PORT: "0", OPERATOR_PORT: "0" };
  const started = async (words: readonly string[], environment: object = {}) => {
    const child = spawn(program, [...programWords, ...words], {
      cwd: folder.path,
      env: { ...ports, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
    }
    const gone = new Promise<number | null>((resolve) => child.once("close", resolve));
    // The link or what stands in its place is the last that is said.
    await until(() => /sign-in#code=|sign in with it at/.test(text) || child.exitCode !== null);
    child.kill("SIGTERM");
    assert.equal(await gone, 0, text);
    return text;
  };
  const demo = await started(["demo", "--serve", "--account-page"], { ACCOUNT_PAGE_PORT: "0" });
  assert.match(demo, /a database of its own, sqlite:\.\/data\/demo\.db/);
  assert.ok(existsSync(join(folder.path, "data/demo.db")));
  assert.ok(!existsSync(join(folder.path, "data/booking.db")));

  const ofDemo = { DATABASE_URL: "sqlite:./data/demo.db" };
  const served = await started(["serve"], ofDemo);
  assert.match(served, /has the demo's account, demo\/development/);
  assert.match(served, /`booking operator create NAME --role admin` prints a key/);

  const own = await started(["serve"]);
  assert.match(own, /There is no operator yet/);
  assert.doesNotMatch(own, /demo/);

  const create = ["account", "create", "studio/production", "--api-host", "api.studio.example"];
  const made = spawnSync(program, [...programWords, ...create], {
    cwd: folder.path,
    env: { ...ports, ...ofDemo },
    encoding: "utf8",
  });
  assert.equal(made.status, 0, made.stderr);
  const noDemo = await started(["demo", "--serve"]);
  assert.match(noDemo, /accounts that are not the demo's \(studio\/production\)/);
});
