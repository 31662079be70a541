import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { DataKind } from "../../domain/data-file/data-line.ts";
import { kindsBeside, tablesForAll, tablesOf } from "./scratch-tables.ts";

/** A statement that is run where things of all these kinds occur. */
export interface Step {
  readonly of: readonly DataKind[];
  readonly sql: string;
}

/** A template tag that makes a step of the statement's text. */
export function about(...of: readonly DataKind[]) {
  return (text: TemplateStringsArray, ...values: readonly string[]): Step => ({
    of,
    sql: String.raw({ raw: text }, ...values),
  });
}

/**
 * A private database that holds the lines of one file, so that they may come in any order and memory does
 * not grow with the file. It has tables only for the kinds that occur, so that a file of one line is cheap.
 *
 * With an empty name SQLite makes a file that has no name in the file system: nobody else can open
 * it, and it is removed when it is closed or the process ends. It is written in one transaction that is
 * never committed, because nothing in it has to be durable.
 */
export class Scratch implements Disposable {
  readonly #database = new DatabaseSync("");
  readonly #kinds = new Set<DataKind>();
  readonly #lines = new Map<DataKind, number>();

  constructor(cacheKibibytes = fileCacheKibibytes) {
    this.#database.exec(`
      pragma journal_mode = off;
      pragma synchronous = off;
      pragma temp_store = file;
      pragma cache_size = -${cacheKibibytes};
      begin;
      ${tablesForAll}`);
  }

  /** Creates the tables for lines of this kind and for what they name. */
  expect(kind: DataKind): void {
    const missing = kindsBeside[kind].filter((each) => !this.#kinds.has(each));
    for (const each of missing) this.#kinds.add(each);
    if (missing.length > 0) this.#database.exec(missing.map(tablesOf).join(""));
  }

  /** Whether things of all these kinds occur, defined or only named. */
  has(...kinds: readonly DataKind[]): boolean {
    return kinds.every((kind) => this.#kinds.has(kind));
  }

  /** How many lines of this kind there are. */
  lines(kind: DataKind): number {
    return this.#lines.get(kind) ?? 0;
  }

  countLine(kind: DataKind): void {
    this.#lines.set(kind, this.lines(kind) + 1);
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  prepare(sql: string): StatementSync {
    return this.#database.prepare(sql);
  }

  /** Runs the steps whose kinds occur. */
  run(steps: readonly Step[]): void {
    for (const { of, sql } of steps) if (this.has(...of)) this.#database.exec(sql);
  }

  /** Rows as arrays, which is cheaper than as objects. `Row` repeats the columns of the statement. */
  select<Row extends readonly unknown[]>(
    statement: string,
    ...values: SQLInputValue[]
  ): Iterable<Row> {
    const select = this.#database.prepare(statement);
    select.setReturnArrays(true);
    return select.iterate(...values) as Iterable<unknown> as Iterable<Row>;
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}

/** What an import holds in memory of its scratch database, whatever the size of the file. */
const fileCacheKibibytes = 32_768;

/** The same for the scratch database of one portion, which is open beside that of the file. */
export const portionCacheKibibytes = 8_192;
