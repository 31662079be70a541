import type {
  AliasedRawBuilder,
  CompiledQuery,
  Kysely,
  RawBuilder,
  SelectQueryBuilder,
} from "kysely";
import type { AccountId } from "../domain/account.ts";
import type { Conversion } from "./conversion.ts";
import type { EngineCheck } from "./engine-check.ts";
import type { NameIndex } from "./name-index.ts";
import type { AccountLimits, LimitSettings } from "../domain/account-limits.ts";
import type { ColumnType } from "./columns.ts";
import type { InsertTarget, UpdateTarget } from "./row-targets.ts";
import type { Tables } from "./tables.ts";

export type CopyProgress = (done: number, total: number) => void;

/** One database. What statements and transactions do differently on each engine is behind this interface; backups and locks of its file are not. */
export interface Engine {
  readonly limits: AccountLimits;
  /** For reads outside a transaction. */
  readonly reads: Kysely<Tables>;
  /**
   * Runs one read outside a transaction, by a shorter way than `reads`: the text comes compiled, and each row
   * is an array in the order of the columns.
   */
  readRows(text: string, values: readonly unknown[]): Promise<readonly ValueRow[]>;
  /**
   * Runs `work` in one durable transaction that no other writer overlaps where it matters. `work`
   * may run more than once, so it must have no effect outside the transaction.
   */
  write<T>(work: (transaction: Kysely<Tables>) => Promise<T>, limits?: WriteLimits): Promise<T>;
  /**
   * The same in two steps: `read` runs the statements that lock and read, and `decide` returns the statements
   * that write, without awaiting anything. PostgreSQL sends BEGIN with the first statements of `read`, and all
   * writes with COMMIT, each in one trip; the statements of `read` that wait for each other take further trips.
   */
  readThenWrite<Found, T>(
    read: (transaction: Kysely<Tables>) => Promise<Found>,
    decide: (found: Found) => PlannedWrites<T>,
  ): Promise<T>;
  /**
   * Runs the transactions of a long task, which write many rows one after the other. After each of them, others can get
   * the lock. `isAwaited` says whether anybody waits for the lock of the present transaction, or waited for the last
   * one's; it is null where that cannot be known.
   */
  readonly series: <T>(
    work: (write: Engine["write"], isAwaited: (() => boolean) | null) => Promise<T>,
  ) => Promise<T>;
  /**
   * Changes the schema in one transaction. No other transaction of `alone` overlaps it, however long it runs.
   * `work` runs again where others keep a table locked.
   */
  alone<T>(work: (transaction: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** The same where all tables are made anew. The embedded engine checks the rows' references at its end. */
  rebuild<T>(work: (transaction: Kysely<Tables>) => Promise<T>): Promise<T>;
  /**
   * Places the tables over the nodes of a database that is distributed by account, and returns the names of
   * those that were not in their place. Throws `DatabaseUnusable` where the database is not distributed.
   */
  distribute(transaction: Kysely<Tables>): Promise<string[]>;
  /** The same after a migration; does nothing where `distribute` never ran. */
  distributeNewTables(transaction: Kysely<Tables>): Promise<void>;
  /** Puts the tables under row level security, where the options ask for it. */
  secure(): Promise<void>;
  /** `work` reads and writes this account only; an engine with row security enforces it. */
  within<T>(accountId: AccountId, work: () => T): T;
  /**
   * Called after many rows were written: PostgreSQL counts the rows of these tables for its planner. Those that
   * have `grown` have more than twice the pages that they had at the last count.
   */
  analyze(tables: "all" | "grown"): Promise<void>;
  /** Opens the database at this moment for long reads, which delay no other user. */
  snapshot(): Promise<Snapshot>;
  /** The file that holds the database; null in memory and on a server. */
  readonly file: string | null;
  /** For a database in memory: takes it out whole and puts it back. */
  readonly memory?: MemoryDatabase;
  /** Copies that file, at this moment, into an empty one; other users are not delayed. */
  copyTo(target: string, onProgress: CopyProgress): Promise<void>;
  /** Makes a select inside `write` lock its rows of `table` until the transaction ends. */
  readonly locked: <DB, TB extends keyof DB & string, Row>(
    select: SelectQueryBuilder<DB, TB, Row>,
    table: TB,
  ) => SelectQueryBuilder<DB, TB, Row>;
  /** The same, but skips rows that another transaction has locked. */
  readonly lockedIfFree: <DB, TB extends keyof DB & string, Row>(
    select: SelectQueryBuilder<DB, TB, Row>,
    tables: readonly TB[],
  ) => SelectQueryBuilder<DB, TB, Row>;
  /**
   * Many rows as parameters (`bindRows`): a table named `input_rows` with these columns, for a prepared
   * statement. The engine may run the statement once for each row, in order and in the transaction, so its
   * effect must be the same row by row as for all rows at once.
   */
  readonly inputRows: <Column extends string>(
    parameters: BoundRows,
    columns: Readonly<Record<Column, ColumnType>>,
  ) => AliasedRawBuilder<Record<Column, never>, "input_rows">;
  /** The condition that the request made the `booking_event`, as the index of request ids finds it. */
  readonly isOfRequest: (requestId: string) => RawBuilder<boolean>;
  /** The rows of a select as one value: the text of a JSON array with one object for each row. */
  readonly rowsAsJson: <DB, TB extends keyof DB, Row>(
    select: SelectQueryBuilder<DB, TB, Row>,
  ) => RawBuilder<string>;
  /** A UUID as text, for the path of many requests: a driver's bytes are several objects for each. */
  readonly uuidAsText: (column: RawBuilder<unknown>) => RawBuilder<string>;
  /** The least of a group's UUIDs, an aggregate. */
  readonly leastUuid: (column: RawBuilder<unknown>) => RawBuilder<string>;
  /** Milliseconds UTC by the clock of the database, which all nodes share. */
  readonly clock: RawBuilder<number>;
  /** Whether a migration was applied. It reads no other table, since one may be dropped meanwhile. */
  readonly hasMigrationTable: RawBuilder<unknown>;
  /**
   * Prepares one statement that inserts rows. PostgreSQL gets all rows in one statement, more than 64 by COPY where neither
   * the statement nor the session forbids that; SQLite runs it once for each row.
   */
  readonly prepareInsert: (into: InsertTarget) => (rows: readonly ValueRow[]) => CompiledQuery;
  /** How many new rows a transaction that writes many gives to one statement. */
  readonly rowsAtOnce: number;
  /**
   * Prepares one statement that changes rows by their keys; each row's values come in the order of the
   * columns. PostgreSQL gets all rows in one statement; SQLite runs it once for each row.
   */
  readonly prepareUpdate: (target: UpdateTarget) => (rows: readonly ValueRow[]) => CompiledQuery;
  /** Runs statements in this order; PostgreSQL gets them without waiting for the answers of those before. */
  readonly runInOrder: (
    transaction: Kysely<Tables>,
    statements: readonly CompiledQuery[],
    onAnswer: () => Promise<void>,
  ) => Promise<void>;
  /**
   * The identity of the database's timeline: it differs for a copy, a restored backup and a server after a
   * failover. It is read through `database`.
   */
  identity(database: Kysely<Tables>): Promise<string>;
  /** How attendees are found by their names. */
  readonly names: NameIndex;
  /** How the tables of an older release become the present ones. */
  readonly conversion: Conversion;
  /** Runs one statement of a migration, unless it is marked for the other engine. */
  define(transaction: Kysely<Tables>, statement: string): Promise<void>;
  /**
   * Whether the database takes writes; one that does not is a standby or is set to read-only. Throws
   * `DatabaseUnavailable` when the database does not answer, or its file was moved.
   */
  ping(): Promise<DatabaseMode>;
  /**
   * Connects to each node of a distributed database that answers, so that the first changes do not wait for it.
   * Returns an account of each of these nodes.
   */
  readonly warmUp?: () => Promise<readonly AccountId[]>;
  /** Called with what was committed; absent where nobody watches. */
  readonly observeChanges?: ChangeObserver;
  /** The pools of connections to a server; none for a file. */
  readonly poolUse?: () => readonly PoolUse[];
  /** The database's own facts, for the operator. */
  inspect(): Promise<DatabaseFacts>;
  /** The engine's own check of its files, which reads all of them. */
  check(): Promise<EngineCheck>;
  /** Tries what a start does and takes it back. Throws `DatabaseUnusable` where the server's role lacks a right. */
  tryStart(migrates: boolean): Promise<void>;
  /** Whether servers have sessions on the database. For a file, `isOpenElsewhere` answers this instead. */
  hasServers(): Promise<boolean>;
  close(): Promise<void>;
}

/** The clauses that the engines write differently. */
export type Dialect = Pick<
  Engine,
  | "locked"
  | "lockedIfFree"
  | "inputRows"
  | "isOfRequest"
  | "rowsAsJson"
  | "uuidAsText"
  | "leastUuid"
  | "clock"
  | "hasMigrationTable"
  | "prepareInsert"
  | "rowsAtOnce"
  | "prepareUpdate"
  | "runInOrder"
  | "names"
  | "conversion"
  | "define"
>;

/** Other time limits for one transaction than those of the process; SQLite has one for all. */
export interface WriteLimits {
  readonly limitMs?: number;
  /** `task`: nobody waits for this transaction, although callers wait for others of the process. */
  readonly timeouts?: "task";
}

/** The facts that a database reports about itself. */
export interface DatabaseFacts {
  /** The engine's name and version. */
  readonly version: string;
  /** Milliseconds UTC by the database's clock. */
  readonly now: number;
  /** The settings that decide durability. */
  readonly durability: readonly {
    readonly setting: string;
    readonly value: string;
    readonly isDurable: boolean;
  }[];
  /** The end of the server certificate's validity, milliseconds UTC; null without TLS. */
  readonly certificateEndsAt: number | null;
  /** Whether a pooler gives each transaction another session, although `DATABASE_POOLER` names none. */
  readonly isPooled: boolean;
  /** How many sessions the role may have at a time; null where nothing limits them, or a pooler has them. */
  readonly sessionsMax: number | null;
}

export type DatabaseMode = "writable" | "read-only";

/** The values of one row, in the order of the statement's columns. */
export type ValueRow = readonly unknown[];

/** For each column, the values of all rows in the order of the rows. */
export type BoundRows = Readonly<Record<`input_${string}`, readonly unknown[]>>;

/** A decision, and the statements that write it, in order. */
export interface PlannedWrites<T> {
  readonly answer: T;
  readonly writes: readonly CompiledQuery[];
}

/**
 * The database at one moment, whatever is written to it meanwhile. The engine keeps overwritten data until it
 * is closed, which costs space, so it is closed as soon as possible.
 */
export interface Snapshot extends AsyncDisposable {
  readonly reads: Kysely<Tables>;
}

/** A database in memory, as one piece. */
export interface MemoryDatabase {
  /** The whole database as it is. */
  take(): Promise<Uint8Array>;
  /** Replaces the whole database by an image that `take` returned, between two transactions. */
  putBack(image: Uint8Array): Promise<void>;
}

/** The use of a pool of connections. */
export interface PoolUse {
  readonly pool: "reads" | "writes";
  readonly size: number;
  readonly inUse: number;
  readonly waiting: number;
  /** How often, and how long in all, somebody waited for a connection so far. */
  readonly waits: number;
  readonly waitSeconds: number;
}

/** Receives the durations of statements, BEGIN and COMMIT among them, in seconds; those that prepare a session are not. */
export type StatementObserver = (seconds: number) => void;

/** Receives the kinds of the events that a transaction has committed, one for each change of a booking. */
export type ChangeObserver = (accountId: AccountId, kinds: readonly string[]) => void;

export interface EngineOptions extends Partial<LimitSettings> {
  readonly observe: StatementObserver;
  readonly observeChanges?: ChangeObserver;
  /** The time limits. `request`: a caller waits for the answer; `task`: work without a caller. */
  readonly timeouts: "request" | "task";
  /** Connections of this process to a database server. */
  readonly poolSize: number;
  /** Whether a pooler in between gives every transaction another connection. */
  readonly pooler: boolean;
  /** Whether the database itself restricts each statement to its account. */
  readonly rowSecurity: boolean;
}

/** The database is busy, gone or full. The transaction did nothing, and a repetition may succeed; see the subclass. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
}

/** COMMIT was sent and no clean answer came, so the transaction may or may not have been committed. */
export class CommitOutcomeUnknown extends DatabaseUnavailable {
  override name = "CommitOutcomeUnknown";
}

export const poolerRemedy =
  "A transaction pooler stands in between, such as PgBouncer: set DATABASE_POOLER=transaction.";

/** A database that cannot be used as it is; the message says what to do. */
export class DatabaseUnusable extends Error {
  override name = "DatabaseUnusable";
}
