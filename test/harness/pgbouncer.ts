import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { Client } from "pg";
import { freePort } from "./free-port.ts";
import { humbleUser } from "./postgres-programs.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { until } from "./until.ts";

/** Whether this machine has PgBouncer, which is no package of npm. */
export const hasPgBouncer = spawnSync("pgbouncer", ["--version"]).status === 0;

/** A PgBouncer of the test's own in transaction mode. */
export interface PgBouncer extends AsyncDisposable {
  /** The URL of the same database through the pooler. */
  readonly through: (databaseUrl: string) => string;
}

/** `settings` are lines of its file, by the names there. */
export async function startPgBouncer(
  serverUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<PgBouncer> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(temporaryFolder());
  const server = new URL(serverUrl);
  const port = await freePort();
  const file = `${folder.path}/pgbouncer.ini`;
  const login = `user=${server.username} password=${decodeURIComponent(server.password)}`;
  writeFileSync(
    file,
    `[databases]
* = host=${server.hostname} port=${server.port} ${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
${Object.entries({ pool_mode: "transaction", ...settings })
  .map((entry) => entry.join(" = "))
  .join("\n")}
`,
  );
  // PgBouncer refuses to run as root, and its user reads the file.
  chmodSync(folder.path, 0o755);
  const user = process.getuid?.() === 0 ? humbleUser() : {};
  const child = spawn("pgbouncer", ["-q", file], { ...user, stdio: "ignore" });
  const gone = once(child, "exit");
  opened.defer(async () => {
    child.kill("SIGKILL");
    await gone;
  });
  const through = (databaseUrl: string) => {
    const url = new URL(databaseUrl);
    url.port = String(port);
    return url.href;
  };
  await until(() => answers(through(serverUrl)));
  const all = opened.move();
  return { through, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

async function answers(url: string): Promise<boolean> {
  const client = new Client(url);
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
