import type { Kysely, SelectQueryBuilder } from "kysely";
import type { CopyProgress } from "./sqlite-copy.ts";
import type { Tables } from "./tables.ts";

/** One database. Everything that differs between engines is behind this door. */
export interface Engine {
  /** For reading outside a transaction. */
  readonly reads: Kysely<Tables>;
  /**
   * Runs `work` in one durable transaction that no other writer overlaps where it matters. `work`
   * may run more than once, so it must have no effect outside the transaction.
   */
  write<T>(work: (transaction: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Opens the database as it is at this moment, to be read at leisure: nobody is held up by it. */
  snapshot(): Promise<Snapshot>;
  /** The file that holds the database; null where it lives in memory. */
  readonly file: string | null;
  /** Copies that file, as it is at this moment, into an empty one; nobody is held up by it. */
  copyTo(target: string, onProgress: CopyProgress): Promise<void>;
  /** Makes a select inside `write` keep its rows from other writers until the end. */
  readonly locked: <DB, TB extends keyof DB, Row>(
    select: SelectQueryBuilder<DB, TB, Row>,
  ) => SelectQueryBuilder<DB, TB, Row>;
  /** Runs one statement of a migration, written in the portable subset. */
  define(transaction: Kysely<Tables>, statement: string): Promise<void>;
  /** Throws `DatabaseUnavailable` when the database cannot be asked, or is not where it was. */
  ping(): Promise<void>;
  /** The schema as the engine tells it, for comparison. */
  dumpSchema(): Promise<string>;
  close(): Promise<void>;
}

/**
 * The database at one moment, whatever is written to it meanwhile. It costs the engine the space of
 * what is overwritten until it is closed, so it is closed as soon as possible.
 */
export interface Snapshot extends AsyncDisposable {
  readonly reads: Kysely<Tables>;
}

/** Told of every statement's duration, in seconds. */
export type StatementObserver = (seconds: number) => void;

/** The database is busy, gone or full: nothing was done, and trying again may help. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
}

/** A database that cannot be used as it is; the message says what to do. */
export class DatabaseUnusable extends Error {
  override name = "DatabaseUnusable";
}
