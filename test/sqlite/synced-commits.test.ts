import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { call } from "../harness/call.ts";
import { useDisk } from "../harness/database-folder.ts";
import { startServerProcess } from "../harness/process.ts";
import { acmeWith, booking, cancelPath, productionHost } from "../harness/seed.ts";
import { startTestService } from "../harness/service.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

// Memory would sync as well; only a disk makes it wait.
useDisk();

/**
 * A killed process leaves behind what it has given to the operating system; a machine that loses its
 * power does not. So the system calls must show that each commit waits for the disk.
 */
test("P1 each acknowledged cancel was synced to the disk", async (context) => {
  using folder = temporaryFolder();
  const calls = join(folder.path, "calls");
  const lines = Array.from({ length: 5 }, () => booking("synced"));
  await using service = await startTestService([acmeWith(lines)]);
  const token = await service.token();
  await using server = await startServerProcess(service.databaseUrl);
  const words = ["-f", "-e", "trace=fsync,fdatasync", "-o", calls, "-p", String(server.child.pid)];
  const watcher = spawn("strace", words, { stdio: ["ignore", "ignore", "pipe"] });
  const watches = await new Promise<boolean>((resolve) => {
    watcher.once("error", () => resolve(false)).once("exit", () => resolve(false));
    createInterface(watcher.stderr).on("line", (line) => {
      if (line.includes("attached")) resolve(true);
    });
  });
  if (!watches) return context.skip("strace is not here, or may not look at other processes");
  for (const { booking: id } of lines) {
    const request = { method: "POST", path: cancelPath, host: productionHost, token };
    assert.equal((await call(server.api, { ...request, body: { booking: id } })).status, 200);
  }
  const gone = once(watcher, "exit");
  watcher.kill("SIGINT");
  await gone;
  const syncs = readFileSync(calls, "utf8").match(/f(?:data)?sync\(/g) ?? [];
  assert.ok(syncs.length >= lines.length, `${syncs.length} syncs for ${lines.length} cancels`);
});
