import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, types, type ClientConfig } from "pg";
import { CompiledQuery, sql, type Kysely } from "kysely";
import {
  CommitOutcomeUnknown,
  DatabaseUnavailable,
  type PlannedWrites,
  type Engine,
  type EngineOptions,
  type Snapshot,
} from "../engine.ts";
import type { Tables } from "../tables.ts";
import { Connection, kyselyOver, type ConnectionParts } from "./connection.ts";
import { dumpSchema } from "./dump-schema.ts";
import { asUnavailable, explainConnecting, sqlState, wasInTheWay } from "./faults.ts";
import { ConnectionPool } from "./connection-pool.ts";
import { Liveness, type LifeSign } from "./liveness.ts";
import { Pipeline } from "./pipeline.ts";
import { everyAccount, prepareSession, secureRows } from "./row-security.ts";
import { StatementNames } from "./statement-names.ts";

/** How often a transaction is done again when others were in its way. */
const maxAttempts = 8;
/** How long a server may take to let somebody in. */
const connectMs = 1_200;
/** How many of the connections for reading carry many statements at a time. */
const maxLanes = 2;
/** Of every process of the program the same: of those that change the schema, one at a time. */
const schemaLock = 4_702_180_937;

/** How long things may take while the database lives, milliseconds; 0 is no limit of the server's. */
const patience = {
  /** Somebody waits for an answer; what is found out afterwards has to fit into the public listener's own limit. */
  request: { limitMs: 4_000, lockMs: 3_500, idleMs: 3_000 },
  /** An import, an export, a check of everything. */
  task: { limitMs: 3_600_000, lockMs: 60_000, idleMs: 600_000 },
} as const;

/** How long a statement may take, and until when (`performance.now()`) everything. */
interface Limit {
  readonly limitMs: number;
  readonly deadline: number;
}

/**
 * PostgreSQL, outside the process, through two pools: reads do not wait for connections that wait
 * for locks. The reads of callers' requests go their own way, which no operator's long one blocks. A lost connection ends what was asked over it, and nothing else.
 */
export function openPostgres(url: string, options: EngineOptions): Engine {
  const limits = patience[options.patience];
  const config = clientConfig(url, options);
  const liveness = new Liveness((signal) => askForLife(config, signal));
  const parts: ConnectionParts = {
    liveness,
    observe: options.observe,
    names: options.pooler ? null : new StatementNames(),
  };
  const scopes = new AsyncLocalStorage<string>();
  const scopeNow = () => scopes.getStore() ?? everyAccount;
  const size = Math.max(1, Math.floor(options.poolSize / 2));
  const lendingOptions = { size, pooler: options.pooler };
  const lanes = options.rowSecurity || options.pooler ? 0 : Math.min(maxLanes, size - 1);
  // What is told to a session, and what a pooler takes apart, does not go together with it.
  const pipeline =
    lanes === 0 ? null : new Pipeline(config, parts, { size: lanes, limitMs: limits.limitMs });
  const reading = new ConnectionPool(config, parts, { ...lendingOptions, size: size - lanes });
  const writing = new ConnectionPool({ ...config, pipeline: true }, parts, lendingOptions);

  async function borrow(pool: ConnectionPool, { limitMs, deadline }: Limit): Promise<Connection> {
    const remainingMs = Math.max(0, deadline - performance.now());
    const connection = await pool.borrow(Math.min(limitMs, remainingMs));
    connection.limitMs = limitMs;
    connection.deadline = deadline;
    try {
      if (options.rowSecurity) await connection.limitTo(scopeNow());
      return connection;
    } catch (error) {
      pool.giveBack(connection);
      throw error;
    }
  }

  /** One transaction, once. */
  async function transact<T>(
    work: (connection: Connection) => Promise<T>,
    limit: Limit,
  ): Promise<T> {
    const connection = await borrow(writing, limit);
    try {
      await connection.ask("begin isolation level read committed");
      const result = await work(connection);
      await connection.commit();
      return result;
    } catch (error) {
      await connection.rollback();
      throw error;
    } finally {
      writing.giveBack(connection);
    }
  }

  /** One transaction, once, in two round trips. */
  async function readThenWrite<Found, T>(
    look: (transaction: Kysely<Tables>) => Promise<Found>,
    act: (found: Found) => PlannedWrites<T>,
    limit: Limit,
  ): Promise<T> {
    const connection = await borrow(writing, limit);
    try {
      const found = await connection.inOnePiece(async () => {
        const begun = Promise.all([
          connection.ask("begin isolation level read committed"),
          // Each batch has another length, and would be planned anew for it.
          connection.ask("set local plan_cache_mode = force_generic_plan"),
        ]);
        const [looked, began] = await Promise.allSettled([look(connection.kysely), begun]);
        // Nothing is written unless it has begun.
        if (began.status === "rejected") throw began.reason;
        if (looked.status === "rejected") throw looked.reason;
        return looked.value;
      });
      const { answer, writes } = act(found);
      // A COMMIT of locks alone would wait for the standby too.
      if (writes.length === 0) await connection.rollback();
      else await connection.inOnePiece(() => connection.writeAndCommit(writes));
      return answer;
    } catch (error) {
      await connection.rollback();
      throw error;
    } finally {
      writing.giveBack(connection);
    }
  }

  const write: Engine["write"] = (work, { limitMs = limits.limitMs } = {}) => {
    const limit = from(limitMs);
    return untilNobodyIsInTheWay(() => transact((connection) => work(connection.kysely), limit));
  };

  /**
   * Who waits for an answer waits for all of it: for a connection, a lock and the COMMIT together.
   * Of a task each statement has its own time.
   */
  function from(limitMs: number): Limit {
    const deadline = options.patience === "request" ? performance.now() + limitMs : Infinity;
    return { limitMs, deadline };
  }

  async function untilNobodyIsInTheWay<T>(attemptOnce: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await attemptOnce();
      } catch (error) {
        if (attempt === maxAttempts || !wasInTheWay(causeOf(error))) {
          throw asUnavailable(error);
        }
      }
      await sleep(2 ** attempt * Math.random());
    }
  }

  const reads = kyselyOver(
    () => borrow(reading, from(limits.limitMs)),
    (connection) => reading.giveBack(connection),
  );

  return {
    reads,
    readRows: async (text, values) => {
      if (pipeline !== null) return pipeline.read(text, values);
      const connection = await borrow(reading, from(limits.limitMs));
      try {
        return await connection.readRows(text, values);
      } finally {
        reading.giveBack(connection);
      }
    },
    write,
    readThenWrite: (look, act) => {
      const limit = from(limits.limitMs);
      return untilNobodyIsInTheWay(() => readThenWrite(look, act, limit));
    },
    alone: (work) =>
      transact(async (connection) => {
        await connection.ask("set local statement_timeout = 0");
        await connection.ask("set local lock_timeout = 0");
        await connection.ask("set local idle_in_transaction_session_timeout = 0");
        await connection.ask("select pg_advisory_xact_lock($1)", [schemaLock]);
        return work(connection.kysely);
      }, from(patience.task.limitMs)),
    secure: async () => {
      if (options.rowSecurity) await write((transaction) => secureRows(transaction));
    },
    snapshot: () => openSnapshot(config, parts, options, scopeNow()),
    within: (accountId, work) => scopes.run(String(accountId), work),
    file: null,
    copyTo: () => {
      throw new Error("PostgreSQL has no file to copy.");
    },
    locked: (select, table) => select.forNoKeyUpdate(table),
    lockedIfFree: (select, tables) => select.forNoKeyUpdate(tables).skipLocked(),
    // Of an array the planner knows the length, of JSON it does not.
    inputRows: (parameters, columns) => {
      const names = Object.keys(columns).map((name) => sql.ref(name));
      const arrays = Object.entries(columns).map(
        ([name, type]) => sql`${parameters[`input_${name}`]}::${sql.raw(`${String(type)}[]`)}`,
      );
      return sql<never>`unnest(${sql.join(arrays)})`.as<"input_rows">(
        sql`input_rows(${sql.join(names)})`,
      );
    },
    define: async (transaction, statement) => {
      await transaction.executeQuery(CompiledQuery.raw(withOrderOfBytes(statement)));
    },
    ping: async () => {
      const connection = await borrow(reading, from(limits.limitMs));
      try {
        const readOnly = "select current_setting('transaction_read_only')";
        const [row] = await connection.readRows(readOnly, []);
        // A session may keep to what it was told when it began: the next look is over another.
        connection.spoilt = row?.[0] !== "off";
        return connection.spoilt ? "read-only" : "writable";
      } finally {
        reading.giveBack(connection);
      }
    },
    dumpSchema: () => dumpSchema(reads),
    close: async () => {
      await Promise.all([pipeline?.close(), reading.close(), writing.close()]);
    },
  };
}

function causeOf(error: unknown): unknown {
  if (error instanceof CommitOutcomeUnknown) return undefined;
  return error instanceof DatabaseUnavailable ? error.cause : error;
}

/** Text sorts by its bytes, as on the embedded engine, whatever language the server speaks. */
function withOrderOfBytes(statement: string): string {
  return statement.replaceAll(/((?:^\s+|\badd column\s+)"?\w+"?\s+text)\b/gm, '$1 collate "C"');
}

function clientConfig(url: string, options: EngineOptions): ClientConfig {
  const limits = patience[options.patience];
  return {
    connectionString: url,
    application_name: "booking",
    connectionTimeoutMillis: options.patience === "task" ? 10_000 : connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    types: { getTypeParser: parserOf },
    // A pooler in between would refuse them: there they are set on the role.
    ...(!options.pooler && {
      statement_timeout: options.patience === "task" ? 0 : limits.limitMs,
      lock_timeout: limits.lockMs,
      idle_in_transaction_session_timeout: limits.idleMs,
    }),
  };
}

const int8 = 20;
const numeric = 1700;

/** Counts and instants fit into a number: they stay below 2^53. */
function parserOf(oid: number, format?: "text" | "binary") {
  return oid === int8 || oid === numeric ? Number : types.getTypeParser(oid, format);
}

/** Anything that comes back is a sign of life, even that there is no room for one more connection. */
async function askForLife(config: ClientConfig, signal: AbortSignal): Promise<LifeSign> {
  const client = new Client(config);
  client.on("error", () => {});
  signal.addEventListener("abort", () => void client.end().catch(() => {}));
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number; state: string | null }>(
      "select pid, state from pg_stat_activity where usename = current_user",
    );
    // Where the server does not tell (`track_activities` off), nobody is called idle.
    const isIdle = (state: string | null) => state?.startsWith("idle") === true;
    return new Map(rows.map(({ pid, state }) => [pid, isIdle(state) ? "idle" : "active"]));
  } catch (error) {
    if (sqlState(error) === null || sqlState(error)?.startsWith("57P") === true) throw error;
    return new Map();
  }
}

async function openSnapshot(
  config: ClientConfig,
  parts: ConnectionParts,
  options: EngineOptions,
  scope: string,
): Promise<Snapshot> {
  const client = new Client({ ...config, statement_timeout: 0 });
  client.on("error", () => {});
  try {
    await client.connect();
    if (!options.pooler) await prepareSession(client);
    const connection = new Connection(client, parts);
    connection.limitMs = patience.task.limitMs;
    if (options.rowSecurity) await connection.limitTo(scope);
    await connection.ask("begin isolation level repeatable read, read only");
    return {
      reads: connection.kysely,
      [Symbol.asyncDispose]: () => client.end().catch(() => {}),
    };
  } catch (error) {
    await client.end().catch(() => {});
    throw explainConnecting(error);
  }
}
