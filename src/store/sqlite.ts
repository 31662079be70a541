import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import {
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from "kysely";
import {
  DatabaseUnavailable,
  DatabaseUnusable,
  type Engine,
  type StatementObserver,
} from "./engine.ts";
import type { Tables } from "./tables.ts";

/**
 * The embedded engine: SQLite inside the process.
 *
 * A file is opened twice: one connection reads, the other writes, so that a list never waits for a
 * cancel (WAL lets a reader go on beside the writer). Each connection is used by one statement or
 * one transaction at a time. Other processes may write to the same file; a transaction takes the
 * write lock when it begins and waits for it without blocking the event loop.
 */
export function openSqlite(path: string, observe: StatementObserver): Engine {
  const inMemory = path === ":memory:";
  if (!inMemory) mkdirSync(dirname(resolve(path)), { recursive: true });
  const writer = openConnection(path, inMemory, observe);
  writer.neverBlock();
  const reader = inMemory ? writer : openConnection(path, inMemory, observe);
  const writes = kyselyOver(writer);
  const reads = inMemory ? writes : kyselyOver(reader);
  return {
    reads,
    write: (work) => writes.transaction().execute(work),
    // `begin immediate` keeps every other writer out already.
    locked: (select) => select,
    define: async (transaction, statement) => {
      await sql.raw(embeddedDialect(statement)).execute(transaction);
    },
    dumpSchema: async () => {
      const { rows } = await sql<{ sql: string }>`
        select sql
        from sqlite_schema
        where sql is not null
        order by type desc, name`.execute(reads);
      return rows.map((row) => `${row.sql};\n`).join("\n");
    },
    close: async () => {
      await writes.destroy();
      if (!inMemory) await reads.destroy();
    },
  };
}

/** How long a transaction waits for another process's transaction before it gives up. */
const writeWaitMs = 5_000;
/** How long a read waits for the rare moments in which SQLite locks readers out. */
const readWaitMs = 1_000;
/** Distinct statements kept compiled per connection. */
const maxPreparedStatements = 500;

const durability = { journal_mode: "wal", synchronous: 2, foreign_keys: 1 } as const;

/**
 * Acknowledged means durable: a commit is on the disk before it returns. The settings are read back,
 * since SQLite silently keeps its own where it cannot follow (a file system without shared memory,
 * a build without foreign keys).
 */
function openConnection(path: string, inMemory: boolean, observe: StatementObserver): Connection {
  let database: DatabaseSync;
  try {
    database = new DatabaseSync(path, { timeout: readWaitMs });
    database.exec(
      "pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;",
    );
  } catch (cause) {
    throw new DatabaseUnusable(
      `The database ${path} cannot be opened: ${(cause as Error).message}.`,
      { cause },
    );
  }
  for (const [name, wanted] of Object.entries(durability)) {
    const found = Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0];
    if (found !== wanted && !(inMemory && found === "memory")) {
      throw new DatabaseUnusable(
        `The database ${path} keeps ${name} at ${String(found)}, but ${wanted} is needed to lose nothing. ` +
          "Put the file on a local file system that supports write-ahead logging.",
      );
    }
  }
  return new Connection(database, observe);
}

class Connection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #observe: StatementObserver;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, observe: StatementObserver) {
    this.#database = database;
    this.#observe = observe;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const started = performance.now();
    try {
      const statement = this.#prepare(query.sql);
      const parameters = query.parameters as SQLInputValue[];
      if (statement.columns().length > 0) return { rows: statement.all(...parameters) as R[] };
      return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) };
    } catch (cause) {
      throw isEnvironmental(cause)
        ? new DatabaseUnavailable(`The database refused: ${(cause as Error).message}.`, { cause })
        : cause;
    } finally {
      this.#observe((performance.now() - started) / 1000);
    }
  }

  // oxlint-disable-next-line require-yield -- kysely asks for the method; nothing here streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Statements are not streamed.");
  }

  /** From now on a lock held by another process is told at once; `begin` waits by itself. */
  neverBlock(): void {
    this.#database.exec("pragma busy_timeout = 0");
  }

  /** Waits for the write lock by asking again, so that the event loop goes on serving. */
  async begin(): Promise<void> {
    const deadline = performance.now() + writeWaitMs;
    for (let waitMs = 1; ; waitMs = Math.min(waitMs * 2, 20)) {
      try {
        this.#database.exec("begin immediate");
        return;
      } catch (cause) {
        if (!isBusy(cause) || performance.now() > deadline) {
          throw new DatabaseUnavailable("The database stayed locked by another process.", {
            cause,
          });
        }
      }
      await sleep(waitMs * (0.5 + Math.random()));
    }
  }

  commit(): void {
    try {
      this.#database.exec("commit");
    } catch (cause) {
      throw new DatabaseUnavailable("The database could not make the change durable.", { cause });
    }
  }

  /** A full disk ends the transaction by itself; then there is nothing to roll back. */
  rollback(): void {
    if (this.#database.isTransaction) this.#database.exec("rollback");
  }

  close(): void {
    this.#database.close();
  }

  #prepare(text: string): StatementSync {
    let statement = this.#prepared.get(text);
    if (statement === undefined) {
      if (this.#prepared.size >= maxPreparedStatements) this.#prepared.clear();
      statement = this.#database.prepare(text);
      this.#prepared.set(text, statement);
    }
    return statement;
  }
}

const busy = 5;
/** Primary result codes that speak of the machine, not of the statement. */
const environmental = new Set([busy, 6, 8, 10, 11, 13, 14, 15, 26]);

function resultCode(error: unknown): number {
  const code = (error as { errcode?: unknown }).errcode;
  return typeof code === "number" ? code & 0xff : 0;
}

function isBusy(error: unknown): boolean {
  return resultCode(error) === busy;
}

function isEnvironmental(error: unknown): boolean {
  return environmental.has(resultCode(error));
}

function kyselyOver(connection: Connection): Kysely<Tables> {
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driverOver(connection),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  return new Kysely<Tables>({ dialect });
}

/** Hands the one connection to one user at a time, in the order in which they asked. */
function driverOver(connection: Connection): Driver {
  let last = Promise.resolve();
  let release = () => {};
  return {
    init: async () => {},
    acquireConnection: async () => {
      const before = last;
      const { promise, resolve: done } = Promise.withResolvers<void>();
      last = promise;
      await before;
      release = done;
      return connection;
    },
    releaseConnection: async () => release(),
    beginTransaction: () => connection.begin(),
    commitTransaction: async () => connection.commit(),
    rollbackTransaction: async () => connection.rollback(),
    destroy: async () => connection.close(),
  };
}

/** Migrations are written for both engines: here integers are 64 bits wide and tables strict. */
function embeddedDialect(statement: string): string {
  return statement
    .replaceAll(/\bbigint\b/g, "integer")
    .replace(/^(create table [\s\S]*\))$/m, "$1 strict, without rowid");
}
