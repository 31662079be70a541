import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import {
  CommitOutcomeUnknown,
  DatabaseUnavailable,
  type Engine,
  type EngineOptions,
  type PlannedWrites,
} from "../engine.ts";
import type { Tables } from "../tables.ts";
import type { Connection } from "./connection.ts";
import type { ConnectionPool } from "./connection-pool.ts";
import { asUnavailable, isConflict, sqlState } from "./faults.ts";
import { keepVacuumOut } from "./autovacuum.ts";
import { limitOf, taskTimeouts, timeouts, type Limit } from "./client-config.ts";
import { visibleTables } from "./placement.ts";
import { setTransaction } from "./session-settings.ts";

/** How often a transaction is done again when others were in its way. */
const maxAttempts = 8;
/** The advisory lock under which one process at a time changes the schema. */
const schemaLock = 4_702_180_937;
/**
 * How long a change of the schema waits for a table. Requests for the table queue behind it, and it is
 * well below the server's `deadlock_timeout` (1 s), so that no request is ended in its favour.
 */
const tableWaitMs = 300;
/** The longest pause before a change of the schema is tried again. */
const tablePauseMs = 500;

/** Citus then defines tables that refer to each other over one connection to each node. */
const changeShardsInTurn = "set local citus.multi_shard_modify_mode = 'sequential'";

/** Transactions that write, over the connections of `pool`. */
export function prepareTransactions(
  pool: ConnectionPool,
  { timeouts: kind, pooler }: Pick<EngineOptions, "timeouts" | "pooler">,
): Pick<Engine, "write" | "series" | "readThenWrite" | "alone" | "rebuild"> {
  // Behind a pooler the session has the role's limits, which are a request's.
  const usual = pooler && kind === "task" ? kind : undefined;
  const write: Engine["write"] = (work, { limitMs, timeouts: own = usual } = {}) => {
    const limit = limitOf(own ?? kind, limitMs);
    return retryOnConflict(() =>
      transact(pool, limit, async (connection) => {
        if (own !== undefined) await connection.ask(...taskTimeouts);
        return work(connection.kysely);
      }),
    );
  };
  const alone: Engine["alone"] = (work) =>
    retryWhileLocked((attempt) =>
      transact(pool, limitOf(kind, timeouts.task.limitMs), async (connection) => {
        await connection.ask("set local statement_timeout = 0");
        await connection.ask("set local lock_timeout = 0");
        await connection.ask("set local idle_in_transaction_session_timeout = 0");
        await connection.ask("select pg_advisory_xact_lock($1)", [schemaLock]);
        // Citus would lock the shards on each node as well.
        if (!connection.isDistributed) {
          const tables = await visibleTables(connection.kysely);
          await keepVacuumOut(connection.kysely, tables, attempt);
        }
        await connection.ask(`set local lock_timeout = ${tableWaitMs}`);
        if (connection.isDistributed) await connection.ask(changeShardsInTurn);
        return work(connection.kysely);
      }),
    );
  return {
    write,
    // A transaction that took the locks of several could wait for one that waits for it.
    series: (work) => work(write, null),
    readThenWrite: (read, decide) => {
      const limit = limitOf(kind);
      return retryOnConflict(() => readThenWrite(pool, limit, read, decide));
    },
    alone,
    rebuild: alone,
  };
}

/** One transaction, once. */
function transact<T>(
  pool: ConnectionPool,
  limit: Limit,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  return pool.lend(limit, async (connection) => {
    try {
      await beginAlone(connection);
      const result = await work(connection);
      await connection.commit();
      return result;
    } catch (error) {
      await connection.rollback();
      throw error;
    }
  });
}

/** One transaction, once. BEGIN is sent with the first reads, and COMMIT with the writes. */
function readThenWrite<Found, T>(
  pool: ConnectionPool,
  limit: Limit,
  read: (transaction: Kysely<Tables>) => Promise<Found>,
  decide: (found: Found) => PlannedWrites<T>,
): Promise<T> {
  return pool.lend(limit, async (connection) => {
    try {
      const found = await connection.inOnePiece(() => beginAndRead(connection, read));
      const { answer, writes } = decide(found);
      // A COMMIT of locks alone would wait for the standby too.
      if (writes.length === 0) await connection.rollback();
      else await connection.writeAndCommit(writes);
      return answer;
    } catch (error) {
      await connection.rollback();
      throw error;
    }
  });
}

async function beginAndRead<Found>(
  connection: Connection,
  read: (transaction: Kysely<Tables>) => Promise<Found>,
): Promise<Found> {
  // Each batch has another length, and would be planned anew for it. Citus cannot plan without the account.
  const texts = connection.isDistributed ? [] : [planOnce];
  const begun = beginWith(connection, texts);
  const [settled, began] = await Promise.allSettled([read(connection.kysely), begun]);
  // Nothing is written unless the transaction has begun.
  if (began.status === "rejected") throw began.reason;
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}

function beginAlone(connection: Connection): Promise<unknown> {
  return connection.isPooled
    ? connection.inOnePiece(() => beginWith(connection, []))
    : connection.ask(begin);
}

/** Sends BEGIN with what the transaction sets. */
function beginWith(connection: Connection, settings: readonly string[]): Promise<unknown> {
  const texts = [begin, ...(connection.isPooled ? [setTransaction] : []), ...settings];
  return Promise.all(texts.map((text) => connection.ask(text)));
}

const begin = "begin isolation level read committed";
const planOnce = "set local plan_cache_mode = force_generic_plan";

async function retryOnConflict<T>(attemptOnce: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce();
    } catch (error) {
      if (attempt === maxAttempts || !isConflict(causeOf(error))) throw asUnavailable(error);
    }
    await sleep(2 ** attempt * Math.random());
  }
}

/** Repeats a change of the schema while others keep its tables locked, as long as a task may last. */
async function retryWhileLocked<T>(attemptOnce: (attempt: number) => Promise<T>): Promise<T> {
  const deadline = performance.now() + timeouts.task.limitMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(attempt);
    } catch (error) {
      const state = sqlState(causeOf(error));
      const isLocked = state === "55P03" || state === "40P01";
      if (!isLocked || performance.now() > deadline) throw error;
    }
    await sleep(tablePauseMs * Math.random());
  }
}

/** A transaction that may have been committed is not done again. */
function causeOf(error: unknown): unknown {
  if (error instanceof CommitOutcomeUnknown) return undefined;
  return error instanceof DatabaseUnavailable ? error.cause : error;
}
