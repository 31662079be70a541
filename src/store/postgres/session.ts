import { Client, type ClientBase, type ClientConfig, type QueryResult } from "pg";
import { DatabaseUnusable, type Snapshot } from "../engine.ts";
import { Connection } from "./connection.ts";
import type { ConnectionParts } from "./connection-parts.ts";
import { explainConnecting } from "./faults.ts";
import { citusIsThere } from "./nodes.ts";
import { everyAccount } from "./row-security.ts";
import { clientCheck, taskTimeouts, timeouts } from "./client-config.ts";
import { refuseSettings, setSession, settingFacts, type SettingFacts } from "./session-settings.ts";

interface SessionFacts extends SettingFacts {
  readonly citus: boolean;
  readonly encoding: string;
  readonly schema: string | null;
  readonly path: string;
  /** Whether policies decide which rows the session sees, whatever this process's setting says. */
  readonly has_policies: boolean;
}

/**
 * Prepares the session of a new connection: it has the settings on which promises rest, it sees every account until it
 * is limited to one, and a statement ends soon after its client. A statement has one process of the server: callers'
 * need no more, and operators' leave the processors to callers' (B395). Session settings do not survive a pooler,
 * where `setTransaction` sets them. Notes whether the database has Citus. Returns whether rows may be copied:
 * PostgreSQL copies none into a table under policies, and Citus would hold a COPY open on each shard. Throws
 * `DatabaseUnusable` where the database cannot keep every text, the session has no schema, or a setting takes a promise
 * back.
 */
export async function prepareSession(
  client: ClientBase,
  { pooler, scope, nodes, timeouts: kind }: SessionParts,
): Promise<boolean> {
  const answer: unknown = await client.query(pooler ? `select ${facts}` : prepare(kind));
  const { rows } = [answer].flat().at(-1) as QueryResult<SessionFacts>;
  const [found] = rows;
  if (found === undefined) throw new Error("A session says nothing about itself.");
  const refusal = refuseSession(found, scope !== null) ?? refuseSettings(found, pooler);
  if (refusal !== null) throw new DatabaseUnusable(refusal);
  nodes.exist = found.citus;
  return !found.citus && scope === null && !found.has_policies;
}

type SessionParts = Pick<ConnectionParts, "pooler" | "scope" | "nodes" | "timeouts">;

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
