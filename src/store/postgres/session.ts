import { Client, type ClientBase, type ClientConfig, type QueryResult } from "pg";
import { DatabaseUnusable, type Snapshot } from "../engine.ts";
import { Connection } from "./connection.ts";
import type { ConnectionParts, Session } from "./connection-parts.ts";
import { explainConnecting } from "./faults.ts";
import { citusIsThere } from "./nodes.ts";
import { roleFacts, type RoleFacts } from "./role-facts.ts";
import { everyAccount } from "./row-security.ts";
import { clientCheck, taskTimeouts, timeouts } from "./client-config.ts";
import { refuseSettings, setSession, settingFacts, type SettingFacts } from "./session-settings.ts";

interface SessionFacts extends SettingFacts, RoleFacts {
  readonly process: number;
  readonly citus: boolean;
  readonly encoding: string;
  readonly path: string;
  /** Whether policies decide which rows the session sees, whatever this process's setting says. */
  readonly has_policies: boolean;
}

/**
 * Prepares the session of a new connection: it has the settings on which promises rest, it sees every account until it
 * is limited to one, and a statement ends soon after its client. A statement has one process of the server: callers'
 * need no more, and operators' leave the processors to callers' (B395). Session settings do not survive a pooler,
 * where `setTransaction` sets those that a writing transaction needs. Notes whether the database has Citus. Throws
 * `DatabaseUnusable` where the database cannot keep every text, the session has no schema, policies would hide its rows, or
 * a setting takes a promise back.
 */
export async function prepareSession(
  client: ClientBase,
  { pooler, scope, nodes, timeouts: kind }: SessionParts,
): Promise<Session> {
  const answer: unknown = await client.query(pooler ? `select ${facts}` : prepare(kind));
  const { rows } = [answer].flat().at(-1) as QueryResult<SessionFacts>;
  const [found] = rows;
  if (found === undefined) throw new Error("A session says nothing about itself.");
  const refusal = refuseSession(found, scope !== null, pooler) ?? refuseSettings(found, pooler);
  if (refusal !== null) throw new DatabaseUnusable(refusal);
  nodes.exist = found.citus;
  const { processID } = client as unknown as { readonly processID: number };
  return {
    mayCopy: !found.citus && scope === null && !found.has_policies,
    isPooled: pooler || processID !== found.process,
    role: found,
  };
}

type SessionParts = Pick<ConnectionParts, "pooler" | "scope" | "nodes" | "timeouts">;

function refuseSession(
  { citus, encoding, schema, path, has_policies: hasPolicies }: SessionFacts,
  hasRowSecurity: boolean,
  pooler: boolean,
): string | null {
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
  if (pooler && hasPolicies) {
    return (
      "The tables are under row level security, which shows no row behind a transaction pooler: run, for each of them, " +
      "`alter table … no force row level security; alter table … disable row level security;`, or go past the pooler."
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
       ${roleFacts},
       pg_backend_pid() as process,
       current_setting('search_path') as path,
       ${settingFacts},
       coalesce(row_security_active(to_regclass('booking')), false) as has_policies`;

const prepare = (kind: SessionParts["timeouts"]): string => `${withoutCompiling}
     select ${facts},
       set_config('booking.account', '${everyAccount}', false),
       ${setSession(kind)},
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
    const connection = new Connection(client, parts, await prepareSession(client, parts));
    connection.limitMs = timeouts.task.limitMs;
    await connection.limitToAccount();
    await connection.ask("begin isolation level repeatable read, read only");
    // Between two statements an import works in its scratch database, and an export waits for its reader.
    await connection.ask(...taskTimeouts);
    return {
      reads: connection.kysely,
      // A connection that cannot be ended is lost, and a transaction that only read has nothing to lose.
      [Symbol.asyncDispose]: () => client.end().catch(() => {}),
    };
  } catch (error) {
    await client.end().catch(() => {});
    throw explainConnecting(error);
  }
}
