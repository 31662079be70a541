import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { DatabaseUnavailable, type DatabaseFacts, type DatabaseMode } from "../engine.ts";
import type { EngineCheck } from "../engine-check.ts";
import type { Tables } from "../tables.ts";
import { serverName } from "./client-config.ts";
import type { Connection } from "./connection.ts";
import { citusIsThere } from "./nodes.ts";

/** `lendOther` lends another connection to the same database. */
export async function inspectPostgres(
  connection: Connection,
  lendOther: LendConnection,
): Promise<DatabaseFacts> {
  const [row = []] = await connection.readRows(
    `select
       current_setting('server_version'),
       (extract(epoch from clock_timestamp()) * 1000)::bigint,
       ${sessionsMax},
       ${citusIsThere},
       ${durableSettings.map((name) => `current_setting('${name}')`).join(", ")}`,
    [],
  );
  const [version, now, sessions, hasCitus, ...values] = row;
  return {
    version: `PostgreSQL ${String(version)}`,
    now: Number(now),
    durability:
      hasCitus === true
        ? await readNodeSettings(connection.kysely)
        : durableSettings.map((setting, index) => {
            const value = String(values[index]);
            return { setting, value, isDurable: isDurable(setting, value) };
          }),
    certificateEndsAt: connection.certificateEndsAt,
    isPooled: connection.isPooled && (await sharesSessions(connection, lendOther)),
    sessionsMax: connection.isPooled || sessions === null ? null : Number(sessions),
  };
}

/** What the server, the database and the role each leave to the role, the least of them. */
const sessionsMax = `(
         select least(
           current_setting('max_connections')::int - case
             when rolsuper then 0
             else current_setting('superuser_reserved_connections')::int
               + coalesce(current_setting('reserved_connections', true), '0')::int
           end,
           nullif(rolconnlimit, -1),
           (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
         )
         from pg_roles
         where rolname = session_user
       )`;

type LendConnection = <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;

/**
 * Whether a pooler gives a transaction a session that has just served another connection. A pooler that lends sessions
 * does not. Where `DATABASE_POOLER` names the pooler, it does not matter.
 */
async function sharesSessions(first: Connection, lendOther: LendConnection): Promise<boolean> {
  if (first.processId === undefined) return false;
  const processOf = async (connection: Connection) =>
    (await connection.readRows("select pg_backend_pid()", []))[0]?.[0];
  const before = await processOf(first);
  return lendOther(async (second) => {
    await second.ask("begin");
    const other = await processOf(second);
    const after = await processOf(first);
    await second.ask("rollback");
    return other === before || after !== before;
  });
}

/** A session may keep the mode in which it began, so after "read-only" the next look takes another connection. */
export async function readMode(connection: Connection): Promise<DatabaseMode> {
  const [row] = await connection.readRows("select current_setting('transaction_read_only')", []);
  connection.spoilt = row?.[0] !== "off";
  return connection.spoilt ? "read-only" : "writable";
}

/** The settings on which durability rests, and the values that lose nothing after a crash. */
const durableValues: Readonly<Record<string, readonly string[]>> = {
  fsync: ["on"],
  full_page_writes: ["on"],
  synchronous_commit: ["on", "remote_write", "remote_apply"],
};

const durableSettings: readonly string[] = Object.keys(durableValues);

function isDurable(setting: string, value: string): boolean {
  return durableValues[setting]?.includes(value) === true;
}

type Settings = DatabaseFacts["durability"];

/**
 * The durability settings of each node of a Citus database. The service's own session settings do not reach
 * the nodes, so each node's configuration decides.
 */
export async function readNodeSettings(database: Kysely<Tables>): Promise<Settings> {
  const values = durableSettings.map((name) => `current_setting('${name}')`);
  const command = `select concat_ws(' ', ${values.join(", ")})`;
  const { rows } = await sql<{ node: string; success: boolean; result: string }>`
    select
      concat_ws(':', node.nodename, node.nodeport) as node,
      answer.success,
      answer.result
    from run_command_on_all_nodes(${command}) as answer
    join pg_dist_node as node using (nodeid)
    order by 1`.execute(database);
  return rows.flatMap(({ node, success, result }) => {
    if (!success) throw new DatabaseUnavailable(`The node ${node} does not answer: ${result}.`);
    return durableSettings.map((name, index) => {
      const value = result.split(" ")[index] ?? "";
      return { setting: `${name} of ${node}`, value, isDurable: isDurable(name, value) };
    });
  });
}

export function describeNodeSettings(settings: Settings): string {
  return settings.map(({ setting, value }) => `${setting} is ${value}`).join(", ");
}

/**
 * Reads the server's start, the database in it, and the timeline. Whatever puts other files into the place of these, a
 * data folder restored from a copy included, ends the server first. A start that changed nothing begins a new epoch too,
 * which costs no reader anything (B251). A promotion does not end the server, and changes the timeline. A dump that is
 * restored into the running database changes none of these: a cursor's horizon shows it (B255).
 */
export async function databaseIdentity(database: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select concat_ws(
      '/',
      extract(epoch from pg_postmaster_start_time()),
      (select oid from pg_database where datname = current_database()),
      left(pg_walfile_name(pg_current_wal_lsn()), 8)
    ) as identity`.execute(database);
  return rows[0]?.identity ?? "";
}

/** The sessions of a server that has just ended vanish within this time. */
const sessionsVanishMs = 500;
const pauseMs = 100;

/** Whether a server of ours has the database open. */
export async function isServedPostgres(connection: Connection): Promise<boolean> {
  for (let waited = 0; ; waited += pauseMs) {
    const sessions = await connection.readRows(
      `select pid
       from pg_stat_activity
       where datname = current_database()
         and application_name = $1
       limit 1`,
      [serverName],
    );
    if (sessions.length === 0 || waited >= sessionsVanishMs) return sessions.length > 0;
    await sleep(pauseMs);
  }
}

/** Class XX: an index or a table that is corrupted. */
const corrupted = /^XX00[12]$/;
const insufficientPrivilege = "42501";

/** The check of the extension amcheck, where it is installed and the role may use it. */
export async function checkPostgres(reads: Kysely<Tables>): Promise<EngineCheck> {
  const installed = await sql`select 1 from pg_extension where extname = 'amcheck'`.execute(reads);
  if (installed.rows.length === 0) return notRun("the extension amcheck is not installed");
  const { rows: indexes } = await sql<{ oid: number; name: string }>`
    select pg_class.oid::integer as oid, pg_class.relname as name
    from pg_class
    join pg_index on pg_index.indexrelid = pg_class.oid
    join pg_am on pg_am.oid = pg_class.relam
    where pg_am.amname = 'btree'
      and pg_class.relnamespace = to_regnamespace(current_schema())
      and pg_index.indisvalid
    order by pg_class.relname`.execute(reads);
  const findings: string[] = [];
  for (const { oid, name } of indexes) {
    try {
      // With the heap: each row of the table is in the index.
      await sql`select bt_index_check(${oid}::regclass, true)`.execute(reads);
    } catch (error) {
      const { code = "", message } = error as { code?: string; message: string };
      if (code === insufficientPrivilege) return notRun("the role may not use amcheck");
      if (!corrupted.test(code)) throw error;
      findings.push(`${name}: ${message}`);
    }
  }
  return { findings, notRun: null };
}

function notRun(why: string): EngineCheck {
  return { findings: [], notRun: why };
}
