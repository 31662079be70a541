import { DatabaseUnavailable, DatabaseUnusable, poolerRemedy } from "../engine.ts";
import { Unanswered } from "./liveness.ts";

/** The SQLSTATE of what the server refused; null when no answer came from it. */
export function sqlState(error: unknown): string | null {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
  return typeof code === "string" && typeof severity === "string" && /^[0-9A-Z]{5}$/.test(code)
    ? code
    : null;
}

/**
 * A deadlock, a serialization failure, or a key that another transaction has just inserted, removed or
 * referred to. The same work in a new transaction sees what the other one committed.
 */
const conflicts = new Set(["40001", "40P01", "23505", "23503"]);

export function isConflict(error: unknown): boolean {
  return conflicts.has(sqlState(error) ?? "");
}

/**
 * A refusal of COMMIT after which the transaction has certainly not taken place. 40003 means
 * that the outcome is unknown (CockroachDB).
 */
export function isCertainRollback(error: unknown): boolean {
  const state = sqlState(error);
  return state !== null && /^(40|23)/.test(state) && state !== "40003";
}

/** Lack of connections, memory or disk; a wait cut short; the server's end: not the statement's fault. */
const environmentalClasses = new Set(["08", "53", "57", "58", "XX"]);
const environmentalStates = new Set([
  // lock_not_available
  "55P03",
  // Deadlocks and serialization failures that repetition did not end.
  "40001",
  "40P01",
  // The server became a standby, or is one.
  "25006",
  // idle_in_transaction_session_timeout, transaction_timeout
  "25P03",
  "25P04",
  // A migration changed a table under a prepared statement: a new connection prepares it anew.
  "0A000",
]);

/** Wraps an error of the machine as `DatabaseUnavailable`; any other error is a bug and stays as it is. */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  // Every address of a host that has several failed.
  if (error instanceof AggregateError) return asUnavailable(error.errors[0]);
  const state = sqlState(error);
  if (state === null) {
    // Without a SQLSTATE, the connection failed rather than the statement.
    return error instanceof Unanswered || isConnectionFault(error)
      ? new DatabaseUnavailable(`The database cannot be reached: ${error.message}.`, {
          cause: error,
        })
      : error;
  }
  const remedy = state === tooManyConnections ? ` ${connectionsRemedy}` : "";
  return environmentalStates.has(state) || environmentalClasses.has(state.slice(0, 2))
    ? new DatabaseUnavailable(
        `The database refused: ${(error as Error).message} (${state}).${remedy}`,
        {
          cause: error,
        },
      )
    : error;
}

const tooManyConnections = "53300";
const connectionsRemedy =
  "Lower DATABASE_POOL_SIZE or PROCESSES, or raise the server's max_connections or the limit of the role.";

const connectionFaults =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|The server does not support|Cannot use a pool after)/;

function isConnectionFault(error: unknown): error is Error {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  return syscall !== undefined || (code ?? "").startsWith("E") || connectionFaults.test(message);
}

/**
 * Whether the server's own connection to another node failed: an error of the classes 08 and 57P comes from Citus then,
 * and from a file of PostgreSQL's own, or from a pooler and no file, where the session ends. The words for ERROR and
 * FATAL are translated (`lc_messages`), and the driver reads no others.
 */
export function isNodeAway(error: unknown): boolean {
  const { file } = (error ?? {}) as { file?: unknown };
  return (
    typeof file === "string" && !endsSession.has(file) && /^(08|57P)/.test(sqlState(error) ?? "")
  );
}

/** The files of PostgreSQL, of any version, that end a session with the classes 08 and 57P. */
const endsSession: ReadonlySet<string> = new Set([
  "auth.c",
  "backend_startup.c",
  "postgres.c",
  "postinit.c",
  "postmaster.c",
  "pqcomm.c",
  "pqformat.c",
]);

/** After these errors a connection cannot be used again. */
export function spoilsConnection(error: unknown): boolean {
  const state = sqlState(error);
  if (state === null) return true;
  if (/^(08|57P)/.test(state)) return !isNodeAway(error);
  // 26000: the statement that prepared this one was skipped behind one that failed.
  return ["25006", "0A000", "25P03", "25P04", "26000"].includes(state) || state.startsWith("XX");
}

/**
 * The server ended the statement, by its time limit. Where a node of a Citus database hangs, the session then waits for
 * that node to end the statement too, and answers nothing meanwhile.
 */
export function isCancelled(error: unknown): boolean {
  return sqlState(error) === "57014";
}

/** No such database; it is closed, or too old for its server; no such setting, or no such value of one. */
const unusable: ReadonlySet<string> = new Set(["3D000", "55000", "42704", "22023"]);

/** A wrong name or password stays wrong, so waiting does not help. */
export function explainConnecting(error: unknown): unknown {
  const state = sqlState(error);
  // A pooler does not know the settings that the driver sends when it connects. Poolers do not translate.
  if (state === "08P01" && /startup parameter/.test((error as Error).message)) {
    return new DatabaseUnusable(poolerRemedy, { cause: error });
  }
  const refusal = `The database refuses the connection: ${(error as Error).message}.`;
  if (state === "42501") {
    const remedy = "Run `grant connect on database … to …;` with the names in DATABASE_URL.";
    return new DatabaseUnusable(`${refusal} ${remedy}`, { cause: error });
  }
  return state !== null && (state.startsWith("28") || unusable.has(state))
    ? new DatabaseUnusable(`${refusal} Check DATABASE_URL.`, { cause: error })
    : asUnavailable(error);
}
