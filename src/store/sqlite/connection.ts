import { statSync, utimesSync } from "node:fs";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import { fileIdentity } from "./database-files.ts";
import { WriteAheadLog } from "./write-ahead-log.ts";
import { DatabaseUnavailable, type StatementObserver, type ValueRow } from "../engine.ts";
import { openSqliteDatabase } from "./database.ts";
import { isBusy, isEnvironmental } from "./faults.ts";
import { readUuids, readUuidsOfArrays, uuidColumnsOf, type UuidColumns } from "./read-uuids.ts";

/** How long a transaction waits, counted from its request, before it gives up. */
const writeWaitMs = 5_000;
/** The longest pause of a waiting transaction between two attempts to take the write lock. */
export const longestRetryMs = 30;
/** The kibibytes of pages that a connection keeps in memory. */
const memory = {
  /** SQLite's own. */
  usual: 2_000,
  /** Pages that do not fit are written to the log, and again when they change again. */
  series: 32_768,
  /** What is sorted may be larger. */
  rebuild: 32_768,
} as const;
/** Distinct statements kept compiled per connection. */
const maxPreparedStatements = 500;

/** One connection to the embedded database, used by one statement or one transaction at a time. */
export class SqliteConnection implements DatabaseConnection {
  #database: DatabaseSync;
  readonly #observe: StatementObserver;
  readonly #prepared = new Map<string, Prepared>();
  /** The compiled statements whose rows come as arrays. */
  readonly #preparedArrays = new Map<string, Prepared>();

  /** The opened file, by its path and its identity; null in memory. */
  readonly #file: { readonly path: string; readonly identity: string | null } | null;
  /** Null in memory. */
  readonly #log: WriteAheadLog | null;

  constructor(database: DatabaseSync, observe: StatementObserver, path: string | null) {
    this.#database = database;
    this.#observe = observe;
    this.#file = path === null ? null : { path, identity: fileIdentity(path) };
    this.#log = path === null ? null : new WriteAheadLog(path);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#run(() => {
      const { statement, returnsRows, uuids } = this.#prepare(query.sql);
      const runs = valuesOfEachRun(query.parameters);
      if (returnsRows) {
        const rows = runs.flatMap((values) => statement.all(...values));
        return { rows: readUuids(rows, uuids) as R[] };
      }
      const changes = runs.map((values) => Number(statement.run(...values).changes));
      return { rows: [], numAffectedRows: BigInt(changes.reduce((sum, some) => sum + some)) };
    });
  }

  /** Reads in a transaction of its own, so it must not run between the statements of another one. */
  readRows(text: string, values: readonly unknown[]): ValueRow[] {
    return this.#run(() => {
      const { statement, uuids } = this.#prepareArrays(text);
      const rowsOf = (some: SQLInputValue[]) =>
        // `setReturnArrays` changes the return type of `all`.
        readUuidsOfArrays(statement.all(...some) as unknown as ValueRow[], uuids);
      const [only = [], ...others] = valuesOfEachRun(values);
      if (others.length === 0) return rowsOf(only);
      // One transaction for all runs, so that they see the database at one moment.
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
      this.#log?.noteFault(cause);
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

  /** From here on, a lock of another process fails at once; `begin` waits without blocking the event loop. */
  neverBlock(): void {
    this.#database.exec("pragma busy_timeout = 0");
  }

  /** When the connection's present user asked for it. */
  askedAt = 0;

  /** Waits for the write lock by repeated attempts, so that the event loop serves meanwhile. */
  async begin(): Promise<void> {
    this.refuseMovedFile();
    const started = performance.now();
    this.#log?.limit(this.#database, started);
    const deadline = this.askedAt + writeWaitMs;
    for (let waitMs = 1; ; waitMs = Math.min(waitMs * 2, longestRetryMs / 1.5)) {
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
      if (this.#file !== null) requestLock(this.#file.path);
      await sleep(waitMs * (0.5 + Math.random()));
    }
  }

  /** How many users of this process wait for the connection. */
  waiting = 0;

  /** Returns a function that says whether anybody has come to wait for the present transaction's lock. */
  watchRequests(): () => boolean {
    const last = () => (this.#file === null ? 0 : lastLockRequest(this.#file.path));
    const before = last();
    return () => this.waiting > 0 || last() !== before;
  }

  setMemory(use: keyof typeof memory): void {
    if (this.#database.isOpen) this.#database.exec(`pragma cache_size = -${memory[use]}`);
  }

  /** Whether each statement checks the references that it makes. In a transaction this changes nothing. */
  checkReferences(checks: boolean): void {
    if (this.#database.isOpen) this.#database.exec(`pragma foreign_keys = ${Number(checks)}`);
  }

  /** In WAL mode a transaction sees the database as it was at its first read. */
  beginReading(): void {
    try {
      this.#database.exec("pragma query_only = on; begin; select name from sqlite_schema limit 1");
    } catch (cause) {
      this.close();
      throw new DatabaseUnavailable("The database cannot be read.", { cause });
    }
  }

  /** Copies the database of this connection into one of its own, in memory. */
  copy(): SqliteConnection {
    const database = new DatabaseSync(":memory:");
    database.deserialize(this.takeImage());
    return new SqliteConnection(database, this.#observe, null);
  }

  takeImage(): Uint8Array {
    return this.#database.serialize();
  }

  /**
   * Replaces the database by one that is opened from the image. Deserializing into the same connection would
   * crash the process where statements have used `json_each`.
   */
  putBackImage(image: Uint8Array): void {
    const database = openSqliteDatabase(":memory:", true);
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
      this.#log?.noteFault(cause);
      throw new DatabaseUnavailable(
        `The database could not make the change durable: ${(cause as Error).message}.`,
        { cause },
      );
    } finally {
      this.#observe((performance.now() - started) / 1000);
    }
  }

  /** Writes to a moved or removed file would be lost, so they are refused. */
  refuseMovedFile(): void {
    if (this.#file !== null && fileIdentity(this.#file.path) !== this.#file.identity) {
      throw new DatabaseUnavailable("The database's file was moved, replaced or removed.");
    }
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** SQLite rolls back by itself when the disk is full; then there is no transaction left. */
  rollback(): void {
    if (this.isInTransaction) this.#database.exec("rollback");
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #prepare(text: string): Prepared {
    return this.#prepareIn(this.#prepared, text);
  }

  #prepareArrays(text: string): Prepared {
    return this.#prepareIn(this.#preparedArrays, text);
  }

  #prepareIn(prepared: Map<string, Prepared>, text: string): Prepared {
    const known = prepared.get(text);
    if (known !== undefined) return known;
    if (prepared.size >= maxPreparedStatements) prepared.clear();
    const statement = this.#database.prepare(text);
    statement.setReturnArrays(prepared === this.#preparedArrays);
    // Asking for the columns costs as much as a small statement.
    const columns = statement.columns();
    const kept = { statement, returnsRows: columns.length > 0, uuids: uuidColumnsOf(columns) };
    prepared.set(text, kept);
    return kept;
  }
}

interface Prepared {
  readonly statement: StatementSync;
  readonly returnsRows: boolean;
  readonly uuids: UuidColumns;
}

/** The parameters of each run. A statement with rows runs once for each row. */
function valuesOfEachRun(parameters: readonly unknown[]): readonly SQLInputValue[][] {
  const [first] = parameters;
  if (first instanceof RunForEach) return first.rows as SQLInputValue[][];
  const column: unknown = parameters.find((value) => Array.isArray(value));
  if (!Array.isArray(column)) return [parameters as SQLInputValue[]];
  const valuesOf = (row: number) =>
    parameters.map((value) => (Array.isArray(value) ? (value[row] as unknown) : value));
  return column.map((_, row) => valuesOf(row) as SQLInputValue[]);
}

/*
 * SQLite does not tell the holder of the write lock that others wait for it. A waiting writer, in whatever
 * process, therefore sets the time of change of the database's file. The pages of a transaction go to the log,
 * so only the end of an earlier checkpoint sets that time too, and breaks off a long portion.
 */

/** Requests the write lock of its holder, where that is a series. */
function requestLock(path: string): void {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    // The system refuses it to a user who does not own the file. Such a writer waits until the holder's time is over.
  }
}

/** A number that differs after a request. */
function lastLockRequest(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Takes the place of a statement's parameters: the statement runs once with each of its rows. */
export class RunForEach {
  readonly rows: readonly ValueRow[];
  constructor(rows: readonly ValueRow[]) {
    this.rows = rows;
  }
}
