import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { copyFileSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { programVersion } from "../src/domain/program-version.ts";
import { zoneRelease } from "../src/domain/zones/zone-clock.ts";
import { call } from "./harness/call.ts";
import { startServerProcess, type ServerProcess } from "./harness/process.ts";
import { program, programWords } from "./harness/program.ts";
import { temporaryFolder } from "./harness/temporary-folder.ts";

describe("the program brings along what it serves", () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let server: ServerProcess;
  before(async () => {
    folder = temporaryFolder();
    server = await startServerProcess(`sqlite:${folder.path}/booking.db`);
  });
  after(async () => {
    await server[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  test("the console's first page and everything that the page names", async () => {
    const page = await call(server.operator, { path: "/", host: "localhost" });
    assert.match(page.text, /<div id="root">/);
    const named = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path);
    assert.ok(named.length >= 3, page.text);
    for (const path of named) {
      const file = await call(server.operator, { path: path ?? "", host: "localhost" });
      assert.equal(file.status, 200, path);
    }
  });

  test("the reference as a page, and both documents", async () => {
    for (const [path, title] of [
      ["/reference", "<title>Booking Service"],
      ["/openapi.json", '"title": "Booking Service"'],
      ["/operator/v1/openapi.json", '"title": "Booking Service: operator API"'],
    ] as const) {
      const answer = await call(server.operator, { path, host: "localhost" });
      assert.equal(answer.status, 200, path);
      assert.ok(answer.text.includes(title), path);
    }
  });
});

test("B680 a built program has no character that would double its memory", (t) => {
  const [path] = programWords;
  const chunks = path === undefined ? [] : globSync(resolve(path, "../../lib/booking/*.js"));
  if (chunks.length === 0) return t.skip("the program is no bundle");
  const wide = chunks.filter((chunk) => /\P{ASCII}/u.test(readFileSync(chunk, "utf8")));
  assert.deepEqual(wide, []);
});

test("the program needs nothing of its environment, and knows its version", async () => {
  const ask = async (...words: string[]) =>
    (await promisify(execFile)(program, [...programWords, ...words], { env })).stdout;
  // A script that npm installed finds its Node on the PATH.
  const env = program.endsWith("/bin/booking") ? { PATH: process.env["PATH"] } : {};
  assert.equal(await ask("--version"), `${programVersion}\n`);
  assert.equal(
    await ask("--version", "--json"),
    `${JSON.stringify({ version: programVersion, zones: zoneRelease })}\n`,
  );
});

test("a checkout runs on the Node that it needs, and names that one where it has none", async () => {
  using folder = temporaryFolder();
  // Outside the checkout no Node of its own is found.
  for (const file of ["run-on-node.js", "compile-cache.js", "needed-node.js"])
    copyFileSync(`bin/${file}`, `${folder.path}/${file}`);
  writeFileSync(`${folder.path}/package.json`, '{"type":"module"}');
  const entry = `${folder.path}/entry.mjs`;
  writeFileSync(
    entry,
    `import { runOnNode } from "./run-on-node.js";
     await runOnNode(import.meta.url, new URL("data:text/javascript,console.log('ran')"));`,
  );
  const runOn = (version: string) => {
    const claim = `Object.defineProperty(process, "versions", { value: { node: "${version}" } });`;
    const words = ["--import", `data:text/javascript,${encodeURIComponent(claim)}`, entry];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
    return [status, stdout + stderr];
  };
  for (const old of ["20.20.2", "23.11.0", "24.18.0", "25.9.0", "26.3.1"]) {
    const needed = `booking needs 24.19 or newer of Node 24, or Node 26.4 or newer, and this is v${old}: npm ci in the checkout brings one, unless it leaves out dev.\n`;
    assert.deepEqual(runOn(old), [1, needed]);
  }
  for (const good of ["24.19.0", "26.4.0", "27.0.0"]) assert.deepEqual(runOn(good), [0, "ran\n"]);
});
