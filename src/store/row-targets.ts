import type { ColumnType } from "./columns.ts";
import type { Tables } from "./tables.ts";

/** The table and the columns of an insert, in the order of its values. */
export interface InsertTarget {
  readonly table: keyof Tables;
  readonly columns: readonly string[];
  /** Skips a row whose key exists, instead of failing. */
  readonly skipsKnown?: boolean;
  /** Replaces the other columns of a row that has these keys already. */
  readonly replaces?: readonly string[];
  /** The columns that `replaces` replaces; all others by default. */
  readonly changes?: readonly string[];
}

/** The table of an update and its columns: the keys find a row, and the others change. */
export interface UpdateTarget {
  readonly table: keyof Tables;
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly keys: readonly string[];
}
