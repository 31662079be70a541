import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { databaseFolder } from "./database-folder.ts";
import { freePort } from "./free-port.ts";
import { findPrograms, humbleUser, type User } from "./postgres-programs.ts";

/**
 * Runs a PostgreSQL for the process that started this one (`postgres-server.ts`). Prints its address, or its
 * fault, in one line of JSON. It ends the server and removes its files when standard input ends, which
 * happens however the other process ends.
 *
 * The arguments are settings for the server, such as `-c`, `a=b`. With `--standby` a second server starts
 * beside it: a copy that waits for its primary's address.
 */
const startLimitMs = 60_000;
const stopLimitMs = 10_000;
const settings = [
  "max_connections=300",
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  // A power cut would end the tests anyway, and committed data survives the end of a process.
  "fsync=off",
  "full_page_writes=off",
];

const folder = mkdtempSync(join(databaseFolder(), "booking-postgres-"));
// Some machines allow no programs in a file system in memory.
const programFolder = mkdtempSync(join(tmpdir(), "booking-postgres-"));
const words = process.argv.slice(2);
const hasStandby = words.includes("--standby");
const flags = [
  ...settings.flatMap((setting) => ["-c", setting]),
  ...words.filter((word) => word !== "--standby"),
];
const said: string[] = [];
const servers: Server[] = [];
let ending = false;

interface Server {
  readonly data: string;
  readonly child: ChildProcess;
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end());
for (const event of ["end", "error"]) process.stdin.on(event, () => void end());
process.stdin.resume();
try {
  console.log(JSON.stringify(await start()));
} catch (error) {
  const { message } = error as Error;
  console.log(JSON.stringify({ error: [message, ...said].join("\n").trim() }));
  await end();
}

async function start(): Promise<object> {
  // The server's user has to reach its folder inside this one.
  for (const each of [folder, programFolder]) chmodSync(each, 0o755);
  const user = process.getuid?.() === 0 ? humbleUser() : null;
  const programs = findPrograms(user, programFolder);
  const data = join(folder, "data");
  const password = `p${Math.random().toString(36).slice(2)}`;
  const passwordFile = join(folder, "password");
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user !== null) for (const path of [data, passwordFile]) chownSync(path, user.uid, user.gid);
  const made = spawnSync(
    join(programs, "initdb"),
    [
      `--pgdata=${data}`,
      "--username=postgres",
      `--pwfile=${passwordFile}`,
      "--auth=password",
      // Each connection is one more hash of the password.
      "--set=scram_iterations=1",
      "--encoding=UTF8",
      // A language's order instead of the order of bytes, as on many servers, so that nothing depends on it.
      "--locale=C",
      "--locale-provider=icu",
      "--icu-locale=en-US",
      "--no-sync",
    ],
    { ...user, cwd: folder, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`${made.error?.message ?? ""}${made.stderr ?? ""}`);
  const urlAt = (port: number) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const serve = async (from: string) => {
    const { port, child } = await startServer(programs, from, user);
    await untilItAnswers(urlAt(port), child);
    return { url: urlAt(port), port, pid: child.pid };
  };
  const standbyData = hasStandby ? copyForStandby(data, user) : null;
  const server = await serve(data);
  return {
    ...server,
    folder,
    ...(standbyData !== null && { standby: await serve(standbyData) }),
  };
}

async function startServer(programs: string, data: string, user: User | null) {
  const port = await freePort();
  const child = spawn(join(programs, "postgres"), ["-D", data, "-p", `${port}`, ...flags], {
    ...user,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  servers.push({ data, child });
  child.on("error", (error) => said.push(error.message));
  // The server's output concerns what the tests do to it on purpose.
  child.stderr?.on("data", (text: Buffer) => {
    if (said.length < 50) said.push(text.toString());
  });
  return { port, child };
}

/** No server has ever run on `data`, so a plain copy is consistent. */
function copyForStandby(data: string, user: User | null): string {
  const copy = join(folder, "standby");
  cpSync(data, copy, { recursive: true });
  writeFileSync(join(copy, "standby.signal"), "");
  chmodSync(copy, 0o700);
  if (user !== null) {
    const inside = readdirSync(copy, { recursive: true, encoding: "utf8" });
    for (const path of ["", ...inside]) chownSync(join(copy, path), user.uid, user.gid);
  }
  return copy;
}

async function untilItAnswers(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + startLimitMs;
  for (;;) {
    const client = new Client(url);
    client.on("error", () => {});
    try {
      await client.connect();
      return;
    } catch (cause) {
      const isGone = server.pid === undefined || server.exitCode !== null;
      if (isGone) throw new Error("It ended at once.", { cause });
      if (Date.now() > deadline) throw new Error("It did not answer in time.", { cause });
    } finally {
      await client.end().catch(() => {});
    }
    await sleep(20);
  }
}

async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  await Promise.all(servers.map(endServer));
  for (const each of [folder, programFolder]) rmSync(each, { recursive: true, force: true });
  process.exit();
}

async function endServer({ data, child }: Server): Promise<void> {
  if (child.signalCode === "SIGKILL") return freeSharedMemory(data);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  // SIGINT disconnects every client.
  child.kill("SIGINT");
  const late = setTimeout(() => child.kill("SIGQUIT"), stopLimitMs);
  await gone;
  clearTimeout(late);
}

/** A killed server leaves a few bytes of shared memory, which stay until the machine restarts. */
function freeSharedMemory(data: string): void {
  // Line 7 has the key and the number of the segment (PostgreSQL, `miscadmin.h`).
  const file = join(data, "postmaster.pid");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  const [, number] = lines[6]?.trim().split(/\s+/) ?? [];
  if (number !== undefined) spawnSync("ipcrm", ["-m", number]);
}
