import type {
  AliasedRawBuilder,
  CompiledQuery,
  Kysely,
  RawBuilder,
  SelectQueryBuilder,
} from "kysely";
import type { AccountId } from "../domain/account.ts";
import type { Tables } from "./tables.ts";

/** Called with how much of a copy is done; both numbers have the same unit. */
export type CopyProgress = (done: number, total: number) => void;

/** One database. Everything that differs between engines is behind this door. */
export interface Engine {
  /** For reading outside a transaction. */
  readonly reads: Kysely<Tables>;
  /**
   * Runs one statement outside a transaction, as `reads` would, by a shorter way: the text comes
   * compiled, and each row is an array in the order of the columns.
   */
  readRows(text: string, values: readonly unknown[]): Promise<readonly ValueRow[]>;
  /**
   * Runs `work` in one durable transaction that no other writer overlaps where it matters. `work`
   * may run more than once, so it must have no effect outside the transaction.
   */
  write<T>(
    work: (transaction: Kysely<Tables>) => Promise<T>,
    limits?: { readonly limitMs?: number },
  ): Promise<T>;
  /**
   * The same in two steps, each of which reaches a database outside the process in one go: `look` only
   * asks, and `act` decides what is written before the transaction ends.
   */
  readThenWrite<Found, T>(
    look: (transaction: Kysely<Tables>) => Promise<Found>,
    act: (found: Found) => PlannedWrites<T>,
  ): Promise<T>;
  /** Runs `work` in one transaction beside which nobody else is in one of these, however long. */
  alone<T>(work: (transaction: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Puts the tables under row level security, where that is asked for and they are not yet. */
  secure(): Promise<void>;
  /** What `work` asks concerns this account only; the engine may hold it to that. */
  within<T>(accountId: AccountId, work: () => T): T;
  /** Opens the database as it is at this moment, to be read at leisure: nobody is held up by it. */
  snapshot(): Promise<Snapshot>;
  /** The file that holds the database; null where it lives in memory. */
  readonly file: string | null;
  /** Where the database lives in memory: how to take it out whole and put it back. */
  readonly memory?: MemoryDatabase;
  /** Copies that file, as it is at this moment, into an empty one; nobody is held up by it. */
  copyTo(target: string, onProgress: CopyProgress): Promise<void>;
  /** Makes a select inside `write` keep its rows of `table` from other writers until the end. */
  readonly locked: <DB, TB extends keyof DB & string, Row>(
    select: SelectQueryBuilder<DB, TB, Row>,
    table: TB,
  ) => SelectQueryBuilder<DB, TB, Row>;
  /** The same, and leaves out the rows that somebody else keeps at the moment instead of waiting. */
  readonly lockedIfFree: <DB, TB extends keyof DB & string, Row>(
    select: SelectQueryBuilder<DB, TB, Row>,
    tables: readonly TB[],
  ) => SelectQueryBuilder<DB, TB, Row>;
  /**
   * Many rows as parameters (`bindRows`): a table named `input_rows` with these columns, for a prepared
   * statement. The engine may run the statement once for each row, one after the other in the
   * transaction, so it must do the same for rows one by one as for all at once.
   */
  readonly inputRows: <Column extends string>(
    parameters: BoundRows,
    columns: Readonly<Record<Column, "text" | "bigint">>,
  ) => AliasedRawBuilder<Record<Column, never>, "input_rows">;
  /** The rows of a select as one value: the text of a JSON array with an object for each row. */
  readonly rowsAsJson: <DB, TB extends keyof DB, Row>(
    select: SelectQueryBuilder<DB, TB, Row>,
  ) => RawBuilder<string>;
  /**
   * Prepares one statement that inserts rows as values. A server gets all rows in one statement; the
   * embedded engine runs it once for each row.
   */
  readonly prepareInsert: (into: InsertTarget) => (rows: readonly ValueRow[]) => CompiledQuery;
  /**
   * Another text for another database, or another course of the same one: of a copy, of a restored
   * backup, of a server after a failover. `database` is asked.
   */
  identity(database: Kysely<Tables>): Promise<string>;
  /** Runs one statement of a migration, written in the portable subset. */
  define(transaction: Kysely<Tables>, statement: string): Promise<void>;
  /**
   * Whether the database takes writes; one that does not is a standby or is set to read-only. Throws
   * `DatabaseUnavailable` when it cannot be asked, or is not where it was.
   */
  ping(): Promise<DatabaseMode>;
  /** The schema from the engine's own catalogue, for comparison. */
  dumpSchema(): Promise<string>;
  /** What the database says about itself, for the operator. */
  inspect(): Promise<DatabaseFacts>;
  /** Whether servers have sessions on the database; `isOpenElsewhere` answers it for a file. */
  hasServers(): Promise<boolean>;
  close(): Promise<void>;
}

/** What a database says about itself. */
export interface DatabaseFacts {
  /** The engine's name and version. */
  readonly version: string;
  /** Milliseconds UTC by the database's clock. */
  readonly now: number;
  /** The settings on which durability rests. */
  readonly durability: readonly {
    readonly setting: string;
    readonly value: string;
    readonly isDurable: boolean;
  }[];
  /** When the server's certificate ends, milliseconds UTC; null without TLS. */
  readonly certificateEndsAt: number | null;
  /** Whether a pooler answers that `DATABASE_POOLER` does not name. */
  readonly isPooled: boolean;
}

export type DatabaseMode = "writable" | "read-only";

/** The values of one row, in the order of the statement's columns. */
export type ValueRow = readonly unknown[];

/** For each column the values of all rows, in the order of the rows. */
export type BoundRows = Readonly<Record<`input_${string}`, readonly unknown[]>>;

/** Where rows are inserted, and in which order their values come. */
export interface InsertTarget {
  readonly table: keyof Tables;
  readonly columns: readonly string[];
  /** A row whose key is there already is left out instead of failing. */
  readonly skipsKnown?: boolean;
}

/** What was decided, and the statements that write it, in their order. */
export interface PlannedWrites<T> {
  readonly answer: T;
  readonly writes: readonly CompiledQuery[];
}

/**
 * The database at one moment, whatever is written to it meanwhile. It costs the engine the space of
 * what is overwritten until it is closed, so it is closed as soon as possible.
 */
export interface Snapshot extends AsyncDisposable {
  readonly reads: Kysely<Tables>;
}

/** A database in memory, as one piece. */
export interface MemoryDatabase {
  /** The whole database as it is. */
  take(): Promise<Uint8Array>;
  /** Puts what was taken in the place of all there is now, between two transactions. */
  putBack(image: Uint8Array): Promise<void>;
}

/** Receives every statement's duration, in seconds. */
export type StatementObserver = (seconds: number) => void;

/** How a database is used. */
export interface EngineOptions {
  readonly observe: StatementObserver;
  /** `request`: somebody waits for an answer; `task`: work that may take its time. */
  readonly patience: "request" | "task";
  /** Connections of this process to a database outside of it. */
  readonly poolSize: number;
  /** A pooler in between gives every transaction another connection. */
  readonly pooler: boolean;
  /** The database itself holds each statement to its account. */
  readonly rowSecurity: boolean;
}

/** The database is busy, gone or full. Nothing was done, and a repetition may succeed. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
}

/** COMMIT was sent and no clean answer came, so the transaction may or may not have been committed. */
export class CommitOutcomeUnknown extends DatabaseUnavailable {
  override name = "CommitOutcomeUnknown";
}

/** A database that cannot be used as it is; the message says what to do. */
export class DatabaseUnusable extends Error {
  override name = "DatabaseUnusable";
}
