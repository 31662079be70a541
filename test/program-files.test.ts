import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { programVersion } from "../src/domain/program-version.ts";
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

test("the program needs nothing of its environment, and knows its version", async () => {
  const words = [...programWords, "--version"];
  // A script that npm installed finds its Node on the PATH.
  const env = program.endsWith("/bin/booking") ? { PATH: process.env["PATH"] } : {};
  const { stdout } = await promisify(execFile)(program, words, { env });
  assert.equal(stdout, `${programVersion}\n`);
});
