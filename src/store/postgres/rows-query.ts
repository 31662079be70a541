import { Query, type Connection, type QueryConfig } from "pg";
import type { ValueRow } from "../engine.ts";
import { parserOf } from "./parser-of.ts";

/** Makes a value of the text of one column. */
type ValueParser = (text: string) => unknown;

/** The columns' parsers of the prepared statements that one connection has described, by their names. */
export type DescribedStatements = Map<string, readonly ValueParser[]>;

interface Order {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Under which it is prepared; undefined for a statement that is not. */
  readonly name: string | undefined;
  /** Of the connection that it is sent over. */
  readonly described: DescribedStatements;
  resolve(rows: readonly ValueRow[]): void;
  reject(error: unknown): void;
}

/** What pg calls and does not type. */
interface WiredQuery {
  submit(connection: Connection): Error | null;
}
interface RowDescription {
  readonly fields: readonly {
    readonly dataTypeID: number;
    readonly format: "text" | "binary";
  }[];
}
type QueryOrder = QueryConfig & { readonly callback: (error: unknown) => void };
const PgQuery = Query as object as new (order: QueryOrder) => WiredQuery;

/**
 * A query whose rows come as arrays, in the order of the columns. pg has the server describe the
 * columns of a prepared statement at every run, and reads what it says; it cannot say anything else
 * than at the first (the server refuses a plan whose columns have changed), so it is asked only once.
 */
export class RowsQuery extends PgQuery {
  readonly #order: Order;
  readonly #rows: ValueRow[] = [];
  #parsers: readonly ValueParser[] = [];

  constructor(order: Order) {
    const { text, values, name } = order;
    super({
      text,
      values: [...values],
      ...(name !== undefined && { name }),
      callback: (error) => order.reject(error),
    });
    this.#order = order;
  }

  override submit(connection: Connection): Error | null {
    const { name, described } = this.#order;
    const parsers = name === undefined ? undefined : described.get(name);
    if (parsers === undefined) return super.submit(connection);
    this.#parsers = parsers;
    return super.submit(withoutDescribe(connection));
  }

  handleRowDescription({ fields }: RowDescription): void {
    const { name, described } = this.#order;
    this.#parsers = fields.map(({ dataTypeID, format }) => parserOf(dataTypeID, format));
    if (name !== undefined) described.set(name, this.#parsers);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const parsers = this.#parsers;
    this.#rows.push(fields.map((text, at) => (text === null ? null : parsers[at]?.(text))));
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#order.resolve(this.#rows);
  }
}

const withoutDescribing = new WeakMap<Connection, Connection>();

/** The same connection, over which nothing is described. */
function withoutDescribe(connection: Connection): Connection {
  let silent = withoutDescribing.get(connection);
  if (silent === undefined) {
    silent = Object.create(connection, { describe: { value: () => {} } }) as Connection;
    withoutDescribing.set(connection, silent);
  }
  return silent;
}
