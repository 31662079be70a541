import { types, type ClientConfig } from "pg";
import type { EngineOptions } from "../engine.ts";

/** The `application_name` of a server's sessions. */
export const serverName = "booking";
const commandName = "booking command";

/** The settings of every connection of this process. */
export function clientConfig(url: string, options: EngineOptions): ClientConfig {
  const { lockMs, idleMs, connectMs } = timeouts[options.timeouts];
  return {
    connectionString: url,
    application_name: options.timeouts === "request" ? serverName : commandName,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    types: { getTypeParser: parserOf },
    // Behind a pooler, which refuses these parameters, the limits are the role's. Without one, `prepareSession` sets them
    // again, because the URL may name others, and the driver sends no 0.
    ...(!options.pooler && {
      statement_timeout: statementTimeoutMs(options.timeouts),
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: idleMs,
    }),
  };
}

/** Reads the text of a value of this type. */
export function readerOf(oid: number): (text: string) => unknown {
  return parserOf(oid, "text") as (text: string) => unknown;
}

const int8 = 20;
const numeric = 1700;

/** Counts and instants fit into a number: they stay below 2^53. */
function parserOf(oid: number, format?: "text" | "binary") {
  return oid === int8 || oid === numeric ? Number : types.getTypeParser(oid, format);
}

/** A parameter of a statement as PostgreSQL reads it. */
export function parameterText(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return `{${value.map(elementText).join(",")}}`;
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  throw new Error(`A parameter is text, a number or a list of them, not a ${typeof value}.`);
}

function elementText(element: unknown): string {
  const text = parameterText(element);
  if (text === null) return "NULL";
  if (typeof element === "number") return text;
  const isPlain = !text.includes('"') && !text.includes("\\");
  return `"${isPlain ? text : text.replaceAll(/["\\]/g, "\\$&")}"`;
}

/** How long a statement goes on, at most, after its client was killed, or closed the connection. */
const clientCheckInterval = "2s";

/**
 * Time limits while the database lives, in milliseconds: of a statement, of its wait for a lock, of an idle transaction and
 * of a new connection.
 */
export const timeouts = {
  /** For a request. Resolving a lost COMMIT must also fit into the public listener's limit. */
  request: { limitMs: 4_000, lockMs: 3_500, idleMs: 3_000, connectMs: 1_200 },
  /** For an import, an export or a verification. */
  task: { limitMs: 3_600_000, lockMs: 60_000, idleMs: 600_000, connectMs: 10_000 },
} as const satisfies Record<EngineOptions["timeouts"], object>;

/**
 * The statement, with its values, that gives one transaction the time limits of a task. It prevails over the
 * settings of the session, and over those of the role behind a pooler.
 */
export const taskTimeouts = [
  `select
     set_config('statement_timeout', '0', true),
     set_config('lock_timeout', $1, true),
     set_config('idle_in_transaction_session_timeout', $2, true),
     case
       when current_setting('transaction_timeout', true) is not null
       then set_config('transaction_timeout', '0', true)
     end,
     ${clientCheck("transaction")}`,
  [String(timeouts.task.lockMs), String(timeouts.task.idleMs)],
] as const;

/** How long the server lets a statement of a session run; 0 sets no limit. */
export function statementTimeoutMs(kind: EngineOptions["timeouts"]): number {
  return kind === "task" ? 0 : timeouts[kind].limitMs;
}

/** The time limit of one statement, and the deadline (`performance.now()`) of the whole transaction. */
export interface Limit {
  readonly limitMs: number;
  readonly deadline: number;
}

/**
 * A request's limit covers all of its waiting: for a connection, a lock and the COMMIT together. Each
 * statement of a task has its own time.
 */
export function limitOf(
  kind: EngineOptions["timeouts"],
  limitMs: number = timeouts[kind].limitMs,
): Limit {
  return { limitMs, deadline: kind === "request" ? performance.now() + limitMs : Infinity };
}

/**
 * An expression that makes the server ask every `clientCheckInterval` whether the client of a running statement is still
 * connected. Without it the server notices when it sends rows. The expression changes nothing where the server or the role
 * sets an interval, nor where the setting is missing: PostgreSQL has it from 14 on, and on Linux in every version.
 */
export function clientCheck(scope: "session" | "transaction"): string {
  return `case
         when current_setting('client_connection_check_interval', true) = '0'
           and version() like '%linux%'
         then set_config('client_connection_check_interval', '${clientCheckInterval}', ${scope === "transaction"})
       end`;
}
