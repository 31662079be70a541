import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { program, programWords, sourceProgram } from "../harness/program.ts";
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

/** Says on standard error when a file is loaded, in whichever thread. */
const sayLoaded = (file: string) =>
  `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  import { writeSync } from "node:fs";
  const say = (url) => url.endsWith(${JSON.stringify(file)}) && writeSync(2, "loaded: ${file}\\n");
  registerHooks({ load: (url, context, next) => (say(url), next(url, context)) });
`)}`;

test("the demo loads the console for whoever opens its link, before anybody asks", async () => {
  using folder = temporaryFolder();
  const [node, file] = sourceProgram;
  const child = spawn(node, [file, "demo", "--serve"], {
    cwd: folder.path,
    env: {
      PATH: process.env["PATH"] ?? "",
      PORT: "0",
      OPERATOR_PORT: "0",
      NODE_OPTIONS: sayLoaded("/src/service/operator-pages.ts"),
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let text = "";
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
  try {
    await until(() => text.includes("loaded: ") || child.exitCode !== null);
    assert.match(text, /sign-in#code=[\s\S]*loaded: /);
  } finally {
    child.kill("SIGKILL");
    await gone;
  }
});
