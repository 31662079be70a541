import { Client, type ClientBase, type ClientConfig, type QueryResult } from "pg";
import { DatabaseUnusable, type Snapshot } from "../engine.ts";
import { Connection, type ConnectionParts } from "./connection.ts";
import { explainConnecting, sqlState } from "./faults.ts";
import { citusIsThere } from "./nodes.ts";
import type { Heartbeat } from "./liveness.ts";
import { everyAccount } from "./row-security.ts";
import { clientCheck, taskTimeouts, timeouts } from "./client-config.ts";

interface SessionFacts {
  readonly citus: boolean;
  readonly encoding: string;
  readonly schema: string | null;
  readonly path: string;
}

/**
 * Prepares the session of a new connection: a commit is on the disk when it is answered, the session sees every
 * account until it is limited to one, and a statement ends soon after its client. A statement has one process of
 * the server: callers' need no more, and operators' leave the processors to callers' (B395). Session settings do
 * not survive a pooler. Notes whether the database has Citus. Throws `DatabaseUnusable` where the database cannot
 * keep every text, or the session has no schema.
 */
export async function prepareSession(
  client: ClientBase,
  { pooler, scope, nodes }: Pick<ConnectionParts, "pooler" | "scope" | "nodes">,
): Promise<void> {
  const answer: unknown = await client.query(pooler ? `select ${facts}` : prepare);
  const { rows } = [answer].flat().at(-1) as QueryResult<SessionFacts>;
  const [found] = rows;
  if (found === undefined) throw new Error("A session says nothing about itself.");
  const refusal = refuseSession(found, scope !== null);
  if (refusal !== null) throw new DatabaseUnusable(refusal);
  nodes.exist = found.citus;
}

function refuseSession(found: SessionFacts, hasRowSecurity: boolean): string | null {
  const { citus, encoding, schema, path } = found;
  if (encoding !== "UTF8") {
    return (
      `The database's encoding is ${encoding}, which cannot keep every name: make one with ` +
      "`create database … encoding 'UTF8' template template0`, and copy into it with `booking copy`."
    );
  }
  if (schema === null) {
    return (
      `The search_path is ${path}, and no schema of it exists or may be used: create the schema, or set the ` +
      "search_path of the role or of DATABASE_URL to one that exists."
    );
  }
  return citus && hasRowSecurity
    ? "ROW_LEVEL_SECURITY is on, but the database has Citus, whose nodes do not know the account of a " +
        "session: no rows would be found. Switch it off."
    : null;
}

/**
 * Precedes the first statement of a session. A server that compiles statements, whatever they cost, takes longer for
 * one of them than a heartbeat may take: the service found its database dead and did not start (B571).
 */
export const withoutCompiling = "set jit = off;";

const facts = `${citusIsThere} as citus,
       current_setting('server_encoding') as encoding,
       current_schema() as schema,
       current_setting('search_path') as path`;

const prepare = `${withoutCompiling}
     select ${facts},
       set_config('booking.account', '${everyAccount}', false),
       case
         when current_setting('synchronous_commit') in ('off', 'local')
         then set_config('synchronous_commit', 'on', false)
       end,
       set_config('max_parallel_workers_per_gather', '0', false),
       ${clientCheck("session")}`;

/** One read-only transaction over a connection of its own, which ends with it. */
export async function openSnapshot(
  config: ClientConfig,
  parts: ConnectionParts,
): Promise<Snapshot> {
  const client = new Client({ ...config, pipeline: true });
  client.on("error", () => {});
  try {
    await client.connect();
    await prepareSession(client, parts);
    const connection = new Connection(client, parts);
    connection.limitMs = timeouts.task.limitMs;
    await connection.limitToAccount();
    await connection.ask("begin isolation level repeatable read, read only");
    // Between two statements an import works in its scratch database, and an export waits for its reader.
    await connection.ask(...taskTimeouts);
    return {
      reads: connection.kysely,
      [Symbol.asyncDispose]: () => client.end().catch(() => {}),
    };
  } catch (error) {
    await client.end().catch(() => {});
    throw explainConnecting(error);
  }
}

/**
 * A process is idle for a moment between statements that were sent together: one is at work that has been idle for
 * less than half a second. Without `track_activities` the server does not say which processes are idle, so none is.
 */
const idleProcesses = `
  select pid, state like 'idle%' and state_change < clock_timestamp() - interval '500 milliseconds' as is_idle
  from pg_stat_activity
  where usename = current_user`;

/**
 * Any answer of the server is a heartbeat, even a refusal of one more connection. With an account, its node
 * must answer too; the server says at once when it cannot reach the node.
 */
export async function requestHeartbeat(
  config: ClientConfig,
  signal: AbortSignal,
  accountId?: number,
): Promise<Heartbeat> {
  const client = new Client(config);
  client.on("error", () => {});
  signal.addEventListener("abort", () => void client.end().catch(() => {}));
  try {
    await client.connect();
    // Behind a pooler, nothing is set on a session.
    if (config.lock_timeout !== undefined) await client.query(withoutCompiling);
    if (accountId !== undefined) {
      await client.query("select since from change_feed where account_id = $1", [accountId]);
    }
    const { rows } = await client.query<{ pid: number; is_idle: boolean | null }>(idleProcesses);
    return new Map(rows.map(({ pid, is_idle: isIdle }) => [pid, isIdle ? "idle" : "active"]));
  } catch (error) {
    if (sqlState(error) === null || sqlState(error)?.startsWith("57P") === true) throw error;
    return new Map();
  }
}
