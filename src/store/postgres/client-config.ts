import { types, type ClientConfig } from "pg";
import type { EngineOptions } from "../engine.ts";
import { timeouts } from "./timeouts.ts";

/** How the sessions of a server call themselves; those of a command have another name. */
export const serverName = "booking";
const commandName = "booking command";

/** The settings of every connection of this process. */
export function clientConfig(url: string, options: EngineOptions): ClientConfig {
  const { limitMs, lockMs, idleMs, connectMs } = timeouts[options.timeouts];
  return {
    connectionString: url,
    application_name: options.timeouts === "request" ? serverName : commandName,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    types: { getTypeParser: parserOf },
    // A pooler refuses these parameters, so behind one they are set on the role.
    ...(!options.pooler && {
      statement_timeout: options.timeouts === "task" ? 0 : limitMs,
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
