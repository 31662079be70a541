import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { describe, test } from "node:test";
import { refusesConnections, runProgram, type Program } from "../harness/serve-program.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { testDatabase } from "../harness/test-database.ts";
import { until } from "../harness/until.ts";

const has = (program: string) => spawnSync(program, ["--version"]).status === 0;
const listener = `
import socket, sys
took = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
took.bind(sys.argv[1])
print("bound", flush=True)
while True:
    print(took.recv(4096).decode().replace("\\n", " "), flush=True)
`;

describe("booking serve under a service manager", { concurrency: true }, () => {
  test("says by systemd-notify alone that it is ready, that it runs and that it ends", async () => {
    await using manager = await serveUnder('env >>"$folder/environment"; echo "$*" >>"$told"');
    const { folder, service, words } = manager;
    await until(() => words().length >= 4);
    const [first = "", ...pings] = words();
    assert.match(first, /^READY=1 STATUS=/);
    assert.deepEqual([...new Set(pings)], ["WATCHDOG=1"]);
    // Whoever was told that it is ready finds it so.
    assert.ok(!(await refusesConnections((await service.ready).api)));
    const seen = readFileSync(`${folder}/environment`, "utf8");
    assert.match(seen, /NOTIFY_SOCKET=/);
    assert.doesNotMatch(seen, /DATABASE_URL/);
    await endInOrder(service);
    assert.match(words().at(-1) ?? "", /^STOPPING=1 STATUS=/);
    assert.equal(words().filter((line) => line.startsWith("READY=1")).length, 1);
  });

  test(
    "reaches the manager's socket by the systemd-notify of the machine",
    {
      skip: !(has("systemd-notify") && has("python3")) && "no systemd-notify or no python3",
    },
    async () => {
      await using database = await testDatabase();
      using folder = temporaryFolder();
      const socket = `${folder.path}/socket`;
      const manager = spawn("python3", ["-c", listener, socket], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const messages: string[] = [];
      const lines = createInterface(manager.stdout).on("line", (line) => messages.push(line));
      await once(lines, "line");
      await using service = runProgram({
        DATABASE_URL: database.url,
        NOTIFY_SOCKET: socket,
        WATCHDOG_USEC: "1000000",
      });
      const is = (start: string) =>
        until(() => messages.some((message) => message.startsWith(start)));
      await is("READY=1");
      await is("WATCHDOG=1");
      await endInOrder(service);
      await is("STOPPING=1");
      manager.kill();
    },
  );

  test("ends although it is told to before its first message is sent", async () => {
    await using manager = await serveUnder('echo "$*" >>"$told"; exec sleep 0.5');
    await until(() => manager.words().length > 0);
    await endInOrder(manager.service);
    assert.deepEqual(kindsOf(manager.words()), ["READY", "STOPPING"]);
  });

  test("says again that it is ready where that did not arrive", async () => {
    await using manager = await serveUnder('echo "$*" >>"$told"; [ "$(wc -l <"$told")" -gt 2 ]');
    await until(() => manager.words().length >= 5);
    const first = kindsOf(manager.words()).slice(0, 5).join(" ");
    assert.equal(first, "READY READY READY WATCHDOG WATCHDOG");
    await endInOrder(manager.service);
  });

  test("says once that its messages do not arrive, and goes on", async () => {
    await using database = await testDatabase();
    await using service = runProgram({
      DATABASE_URL: database.url,
      PATH: "/nowhere",
      NOTIFY_SOCKET: "/nowhere/socket",
      WATCHDOG_USEC: "30000",
    });
    await until(() => service.errors.length > 0);
    await endInOrder(service);
    assert.equal(service.errors.length, 1, service.errors.join("\n"));
    assert.match(service.errors[0] ?? "", /NOTIFY_SOCKET.*READY=1 \(ENOENT\).*Type=exec/);
  });
});

async function endInOrder(service: Program): Promise<void> {
  await service.ready;
  service.child.kill("SIGTERM");
  assert.deepEqual(await service.ended, { status: 0, signal: null });
}

/** A `systemd-notify` of the script's lines, which may write to `$told`, and the program that finds it. */
async function serveUnder(script: string) {
  const database = await testDatabase();
  const folder = temporaryFolder();
  const told = `${folder.path}/told`;
  const text = `#!/bin/sh\nfolder="${folder.path}"\ntold="$folder/told"\n${script}\n`;
  writeFileSync(`${folder.path}/systemd-notify`, text, { mode: 0o755 });
  const service = runProgram({
    DATABASE_URL: database.url,
    PATH: `${folder.path}:${process.env["PATH"]}`,
    NOTIFY_SOCKET: `${folder.path}/socket`,
    WATCHDOG_USEC: "300000",
  });
  return {
    folder: folder.path,
    service,
    /** The messages so far. */
    words: () => (existsSync(told) ? readFileSync(told, "utf8").trim().split("\n") : []),
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

const kindsOf = (words: readonly string[]) => words.map((line) => line.split("=")[0]);
