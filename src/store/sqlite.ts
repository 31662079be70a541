import { chmodSync, mkdirSync } from "node:fs";
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
  type Snapshot,
  type StatementObserver,
  type ValueRow,
} from "./engine.ts";
import { fileIdentity } from "./database-files.ts";
import { copySqlite } from "./sqlite-copy.ts";
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
  const writer = openConnection(path, inMemory, observe);
  writer.neverBlock();
  const reader = inMemory ? writer : openConnection(path, inMemory, observe);
  const writes = kyselyOver(writer);
  const write: Engine["write"] = (work) => writes.transaction().execute(work);
  const reads = inMemory ? writes : kyselyOver(reader);
  return {
    reads,
    readRows: inMemory
      ? // Between two transactions of the only connection.
        (text, values) => writes.connection().execute(async () => writer.readRows(text, values))
      : async (text, values) => reader.readRows(text, values),
    write,
    lookAndAct: (look, act) =>
      write(async (transaction) => {
        const acted = act(await look(transaction));
        for (const statement of acted.writes) await transaction.executeQuery(statement);
        return acted.answer;
      }),
    // No two transactions that write are ever beside each other.
    alone: write,
    // Nobody but this program opens the file.
    secure: async () => {},
    within: (_accountId, work) => work(),
    // A connection of its own, since a transaction that reads would hold up the other reads of the
    // only reader. What lives in memory has no second connection: it is copied.
    snapshot: async () =>
      snapshotOver(
        inMemory
          ? await writes.connection().execute(async () => writer.copy())
          : openConnection(path, inMemory, observe),
      ),
    file: inMemory ? null : path,
    ...(inMemory && {
      memory: {
        take: () => writes.connection().execute(async () => writer.takeImage()),
        putBack: (image: Uint8Array) =>
          writes.connection().execute(async () => writer.putBackImage(image)),
      },
    }),
    copyTo: (target, onProgress) => copySqlite(path, target, onProgress),
    // `begin immediate` keeps every other writer out already.
    locked: (select) => select,
    lockedIfFree: (select) => select,
    given: (parameters, columns) => {
      const values = Object.keys(columns).map(
        (name) => sql`${parameters[`given_${name}`]} as ${sql.ref(name)}`,
      );
      return sql<never>`(select ${sql.join(values)})`.as("given");
    },
    define: async (transaction, statement) => {
      await sql.raw(embeddedDialect(statement)).execute(transaction);
    },
    ping: async () => {
      writer.refuseMovedFile();
      await sql`select 1 as one`.execute(reads);
      return "writable";
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
      // Kysely does not close what it was never asked anything.
      writer.close();
      reader.close();
    },
  };
}

function snapshotOver(connection: Connection): Snapshot {
  connection.beginReading();
  return {
    reads: kyselyOver(connection),
    [Symbol.asyncDispose]: async () => connection.close(),
  };
}

/** How long a transaction waits, from when it was asked for, before it gives up. */
const writeWaitMs = 5_000;
/** How many may wait for one connection; more are refused at once. */
const maxWaiting = 2_000;
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
    if (!inMemory) mkdirSync(dirname(resolve(path)), { recursive: true, mode: 0o700 });
    database = inMemory ? connect(path) : connectInPlace(path);
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
  return new Connection(database, observe, inMemory ? null : path);
}

/**
 * How long the write-ahead log grows, in pages, until what is in it is copied into the database: by
 * the commit that passes it, which then takes longer. A page that many commits have changed is
 * copied once; every cancel changes half a dozen.
 */
const checkpointPages = 8_000;

function connect(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: readWaitMs });
  database.exec(
    `pragma journal_mode = wal;
     pragma synchronous = full;
     pragma foreign_keys = on;
     pragma wal_autocheckpoint = ${checkpointPages};`,
  );
  return database;
}

const maxOpenings = 5;

/**
 * A restore puts another file in the place of one that nobody has open. Who opened the old file just
 * before, and then waited for its lock, would go on writing to a file without a name: so the name
 * must still lead to the same file when the lock is there, which then keeps restores out. A file that
 * this made is opened once more, since nobody knows whether it was this that made it.
 */
function connectInPlace(path: string): DatabaseSync {
  for (let opening = 1; opening <= maxOpenings; opening += 1) {
    const before = fileIdentity(path);
    const database = connect(path);
    // It holds who booked what: nobody but its owner has to read it.
    if (before === null) chmodSync(path, 0o600);
    if (before !== null && fileIdentity(path) === before) return database;
    database.close();
  }
  throw new Error("it is replaced again and again");
}

class Connection implements DatabaseConnection {
  #database: DatabaseSync;
  readonly #observe: StatementObserver;
  readonly #prepared = new Map<string, StatementSync>();
  /** Those whose rows come as arrays. */
  readonly #preparedArrays = new Map<string, StatementSync>();

  /** The file that was opened, by its path and by what it was; null in memory. */
  readonly #file: { readonly path: string; readonly identity: string | null } | null;

  constructor(database: DatabaseSync, observe: StatementObserver, path: string | null) {
    this.#database = database;
    this.#observe = observe;
    this.#file = path === null ? null : { path, identity: fileIdentity(path) };
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#run(() => {
      const statement = this.#prepare(query.sql);
      const runs = valuesOfEachRun(query.parameters);
      if (statement.columns().length > 0) {
        return { rows: runs.flatMap((values) => statement.all(...values) as R[]) };
      }
      const changes = runs.map((values) => Number(statement.run(...values).changes));
      return { rows: [], numAffectedRows: BigInt(changes.reduce((sum, some) => sum + some)) };
    });
  }

  /** Reads by itself, so it must not come between the statements of a transaction. */
  readRows(text: string, values: readonly unknown[]): ValueRow[] {
    return this.#run(() => {
      const statement = this.#prepareArrays(text);
      // `setReturnArrays` has changed what `all` returns.
      const rowsOf = (some: SQLInputValue[]) => statement.all(...some) as unknown as ValueRow[];
      const [only = [], ...others] = valuesOfEachRun(values);
      if (others.length === 0) return rowsOf(only);
      // All runs are one question, so they see the database as of one moment.
      this.#database.exec("begin");
      try {
        return [only, ...others].flatMap(rowsOf);
      } finally {
        this.#database.exec("commit");
      }
    });
  }

  #run<T>(work: () => T): T {
    const started = performance.now();
    try {
      return work();
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

  /** When the user that has the connection now asked for it. */
  askedAt = 0;

  /** Waits for the write lock by asking again, so that the event loop goes on serving. */
  async begin(): Promise<void> {
    this.refuseMovedFile();
    const started = performance.now();
    const deadline = this.askedAt + writeWaitMs;
    for (let waitMs = 1; ; waitMs = Math.min(waitMs * 2, 20)) {
      try {
        this.#database.exec("begin immediate");
        this.#observe((performance.now() - started) / 1000);
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

  /** From the first read on, a transaction sees the database as it was then (WAL). */
  beginReading(): void {
    try {
      this.#database.exec("pragma query_only = on; begin; select name from sqlite_schema limit 1");
    } catch (cause) {
      this.close();
      throw new DatabaseUnavailable("The database cannot be read.", { cause });
    }
  }

  /** The database of this connection in one of its own, in memory. */
  copy(): Connection {
    const database = new DatabaseSync(":memory:");
    database.deserialize(this.takeImage());
    return new Connection(database, this.#observe, null);
  }

  takeImage(): Uint8Array {
    return this.#database.serialize();
  }

  /**
   * Into a database of its own, which takes the other one's place: where statements have used
   * `json_each`, one that is deserialized into the same connection brings the process down.
   */
  putBackImage(image: Uint8Array): void {
    const database = connect(":memory:");
    database.deserialize(image);
    this.#prepared.clear();
    this.#preparedArrays.clear();
    this.#database.close();
    this.#database = database;
  }

  commit(): void {
    const started = performance.now();
    try {
      this.#database.exec("commit");
    } catch (cause) {
      throw new DatabaseUnavailable(
        `The database could not make the change durable: ${(cause as Error).message}.`,
        { cause },
      );
    } finally {
      this.#observe((performance.now() - started) / 1000);
    }
  }

  /** A file that was moved or removed takes what is written to it along: that would be lost. */
  refuseMovedFile(): void {
    if (this.#file !== null && fileIdentity(this.#file.path) !== this.#file.identity) {
      throw new DatabaseUnavailable("The database's file was moved, replaced or removed.");
    }
  }

  /** A full disk ends the transaction by itself; then there is nothing to roll back. */
  rollback(): void {
    if (this.#database.isTransaction) this.#database.exec("rollback");
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #prepare(text: string): StatementSync {
    return this.#prepareIn(this.#prepared, text);
  }

  #prepareArrays(text: string): StatementSync {
    const known = this.#preparedArrays.get(text);
    if (known !== undefined) return known;
    const statement = this.#prepareIn(this.#preparedArrays, text);
    statement.setReturnArrays(true);
    return statement;
  }

  #prepareIn(prepared: Map<string, StatementSync>, text: string): StatementSync {
    let statement = prepared.get(text);
    if (statement === undefined) {
      if (prepared.size >= maxPreparedStatements) prepared.clear();
      statement = this.#database.prepare(text);
      prepared.set(text, statement);
    }
    return statement;
  }
}

/** A statement to which rows are given runs once for each of them. */
function valuesOfEachRun(parameters: readonly unknown[]): SQLInputValue[][] {
  const column: unknown = parameters.find((value) => Array.isArray(value));
  if (!Array.isArray(column)) return [parameters as SQLInputValue[]];
  const valuesOf = (row: number) =>
    parameters.map((value) => (Array.isArray(value) ? (value[row] as unknown) : value));
  return column.map((_, row) => valuesOf(row) as SQLInputValue[]);
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
    createAdapter: () => new QueueingAdapter(),
    createDriver: () => driverOver(connection),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  return new Kysely<Tables>({ dialect });
}

/** Kysely would queue by itself, before it asks the driver, which counts who waits and since when. */
class QueueingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Hands the one connection to one user at a time, in the order in which they asked. */
function driverOver(connection: Connection): Driver {
  let last = Promise.resolve();
  let release = () => {};
  let waiting = 0;
  return {
    init: async () => {},
    acquireConnection: async () => {
      if (waiting >= maxWaiting) throw new DatabaseUnavailable("Too many wait for the database.");
      const askedAt = performance.now();
      waiting += 1;
      const before = last;
      const { promise, resolve: done } = Promise.withResolvers<void>();
      last = promise;
      await before;
      waiting -= 1;
      release = done;
      connection.askedAt = askedAt;
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
