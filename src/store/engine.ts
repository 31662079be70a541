import type { Kysely, SelectQueryBuilder } from "kysely";
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
  /** Makes a select inside `write` keep its rows from other writers until the end. */
  readonly locked: <DB, TB extends keyof DB, Row>(
    select: SelectQueryBuilder<DB, TB, Row>,
  ) => SelectQueryBuilder<DB, TB, Row>;
  /** Runs one statement of a migration, written in the portable subset. */
  define(transaction: Kysely<Tables>, statement: string): Promise<void>;
  /** The schema as the engine tells it, for comparison. */
  dumpSchema(): Promise<string>;
  close(): Promise<void>;
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
