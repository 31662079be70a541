import { readFileSync } from "node:fs";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";

/**
 * Opens a private database in which the lines of one file are laid out, so that they may come in any
 * order and memory does not grow with the file.
 *
 * With an empty name SQLite makes a file that has no name in the file system: nobody else can open
 * it, and it is gone when it is closed, or when the process ends in whatever way. It is written in
 * one transaction that is never committed; nothing here has to outlive anything.
 */
export function openScratch(): DatabaseSync {
  const scratch = new DatabaseSync("");
  scratch.exec(`
    pragma journal_mode = off;
    pragma synchronous = off;
    pragma temp_store = file;
    pragma cache_size = -${cacheKibibytes};
    begin`);
  scratch.exec(readFileSync(new URL("scratch.sql", import.meta.url), "utf8"));
  return scratch;
}

/** What an import holds in memory of its scratch database, whatever the size of the file. */
const cacheKibibytes = 32_768;

/** Rows as arrays, which is cheaper than as objects. `Row` repeats the columns of the statement. */
export function selectRows<Row extends readonly unknown[]>(
  scratch: DatabaseSync,
  statement: string,
  ...values: SQLInputValue[]
): Iterable<Row> {
  const select = scratch.prepare(statement);
  select.setReturnArrays(true);
  return select.iterate(...values) as Iterable<unknown> as Iterable<Row>;
}
