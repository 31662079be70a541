import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A PostgreSQL server of the tests' own, which is removed when it is closed. */
export interface PostgresServer extends AsyncDisposable {
  /** Its maintenance database, as the superuser. */
  readonly url: string;
  readonly port: number;
  /** The folder of its files. */
  readonly folder: string;
}

/** A server and a copy of it, which is in recovery and waits for its primary's address. */
interface PostgresPair extends AsyncDisposable {
  readonly primary: RunningPostgres;
  readonly standby: RunningPostgres;
}

interface RunningPostgres {
  readonly url: string;
  readonly port: number;
  /** The server's first process. */
  readonly pid: number;
}

/**
 * Starts a server on a free port with an empty folder. `flags` are settings, such as `-c`, `a=b`. The server
 * and its files go when this process ends, however it ends.
 */
export async function startPostgres(flags: readonly string[] = []): Promise<PostgresServer> {
  const { said, end } = await launch(flags);
  const { url, port, folder } = said;
  return { url, port, folder, [Symbol.asyncDispose]: end };
}

/** The same with a second server beside it; `flags` apply to both. */
export async function startPostgresPair(flags: readonly string[] = []): Promise<PostgresPair> {
  const { said, end } = await launch(["--standby", ...flags]);
  const { url, port, pid, standby } = said;
  return { primary: { url, port, pid }, standby, [Symbol.asyncDispose]: end };
}

async function launch(words: readonly string[]) {
  const program = fileURLToPath(new URL("postgres-process.ts", import.meta.url));
  const child = spawn(process.execPath, [program, ...words], {
    stdio: ["pipe", "pipe", "inherit"],
    // Ctrl-C is for the server's users; the server ends after them.
    detached: true,
  });
  const gone = once(child, "exit");
  child.stdin.on("error", () => {});
  const [line] = await Promise.race([
    once(createInterface(child.stdout), "line"),
    gone.then(() => ['{"error":"It ended at once."}']),
  ]);
  const said = JSON.parse(String(line));
  if (said.error !== undefined) {
    throw new Error(
      `The tests' own PostgreSQL did not start. ${said.error}\n` +
        "`npm ci` installs it. Or name a server on which databases may be made, in TEST_DATABASE_URL, " +
        "or run `npm test -- --engine sqlite`.",
    );
  }
  const end = async () => {
    child.stdin.end();
    await gone;
  };
  return { said, end };
}
