import { query } from "../../test/harness/database.ts";
import { childrenOf, processTime, statOf } from "./thread-time.ts";

/**
 * The processor time of all that a proof runs, in milliseconds: these processes, the proof's own and, with
 * PostgreSQL, the database server's, also of sessions that have ended. The server runs on this machine.
 */
export function workOfAll(pids: readonly number[], databaseUrl: string): () => number {
  const server = databaseUrl.startsWith("sqlite:") ? null : serverOf(databaseUrl);
  return () => processTime([process.pid, ...pids]) + (server === null ? 0 : timeOfServer(server));
}

/** The parent of the process behind a session. */
function serverOf(databaseUrl: string): number {
  const [row] = query(databaseUrl, "select pg_backend_pid() as pid");
  return statOf(Number(row?.["pid"])).parent;
}

function timeOfServer(server: number): number {
  for (;;) {
    const { endedChildrenMs: ended } = statOf(server);
    try {
      const time = ended + processTime([server, ...childrenOf(server)]);
      // A session that ends meanwhile would count twice.
      if (statOf(server).endedChildrenMs === ended) return time;
    } catch (error) {
      // A session has ended meanwhile.
      if (!["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
  }
}
