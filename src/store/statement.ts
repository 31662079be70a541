import { sql, type Compilable, type CompiledQuery, type Kysely } from "kysely";
import {
  type BoundRows,
  type Dialect,
  type Engine,
  type ValueRow,
  DatabaseUnavailable,
} from "./engine.ts";
import type { InsertTarget, UpdateTarget } from "./row-targets.ts";
import type { Tables } from "./tables.ts";

/*
 * Building a statement costs more than running it, so statements on a request's path stand outside of every
 * function and are built at their first use on each engine. `build` receives each parameter as if it were its
 * value, and the clauses that the engine writes differently.
 */
type Build<Values, Row> = (
  database: Kysely<Tables>,
  parameters: Values,
  dialect: Dialect,
) => Compilable<Row>;

/** Runs the statement on a database, or on a transaction of it. */
export function keepStatement<Values extends object, Row>(
  build: Build<Values, Row>,
): (database: Kysely<Tables>, values: Values) => Promise<Row[]> {
  const bind = keepToBind(build);
  return async (database, values) =>
    (await database.getExecutor().executeQuery<Row>(bind(database, values))).rows;
}

/** Binds values to the statement, and leaves running the query to its caller. */
export function keepToBind<Values extends object, Row>(
  build: Build<Values, Row>,
): (database: Kysely<Tables>, values: Values) => CompiledQuery<Row> {
  const bindOn = keepByDialect((dialect, database) =>
    prepareToBind((parameters: Values) => build(database, parameters, dialect)),
  );
  return (database, values) => bindOn(database)(values);
}

/** Makes one query that inserts rows as values (`Dialect.prepareInsert`). */
export function keepInsert(
  into: InsertTarget,
): (database: Kysely<Tables>, rows: readonly ValueRow[]) => CompiledQuery {
  const insertOn = keepByDialect((dialect) => dialect.prepareInsert(into));
  return (database, rows) => insertOn(database)(rows);
}

/** Makes one query that changes rows by their keys (`Dialect.prepareUpdate`). */
export function keepUpdate(
  target: UpdateTarget,
): (database: Kysely<Tables>, rows: readonly ValueRow[]) => CompiledQuery {
  const updateOn = keepByDialect((dialect) => dialect.prepareUpdate(target));
  return (database, rows) => updateOn(database)(rows);
}

/**
 * Makes the parameters of a statement's `input_rows` (`Engine.inputRows`): a list for each column. There is
 * at least one row, and all rows have the same columns.
 */
export function bindRows(
  rows: readonly Readonly<Record<string, string | number | null>>[],
): BoundRows {
  return Object.fromEntries(
    Object.keys(rows[0] ?? {}).map((name) => [`input_${name}`, rows.map((row) => row[name])]),
  );
}

/** Rows for several statements, each of which takes `most` rows. */
export function chunksOf<Row>(rows: readonly Row[], most: number): readonly (readonly Row[])[] {
  if (rows.length === 0) return none;
  return Array.from({ length: Math.ceil(rows.length / most) }, (_, index) =>
    rows.slice(index * most, (index + 1) * most),
  );
}

const none: readonly never[] = [];

/** Keeps what belongs to one engine for as long as the engine, such as what is remembered of its database. */
export function keepForEngine<Kept>(make: (engine: Engine) => Kept): (engine: Engine) => Kept {
  const kept = new WeakMap<Engine, Kept>();
  return (engine) => {
    const known = kept.get(engine);
    if (known !== undefined) return known;
    const made = make(engine);
    kept.set(engine, made);
    return made;
  };
}

function keepByDialect<Kept>(
  make: (dialect: Dialect, database: Kysely<Tables>) => Kept,
): (database: Kysely<Tables>) => Kept {
  const kept = new Map<Dialect, Kept>();
  return (database) => {
    const dialect = dialectOf(database);
    const known = kept.get(dialect);
    if (known !== undefined) return known;
    const made = make(dialect, database);
    kept.set(dialect, made);
    return made;
  };
}

/** The clauses that the engine of this database, or of this transaction, writes differently. */
export function dialectOf(database: Kysely<Tables>): Dialect {
  const { adapter } = database.getExecutor();
  if ("dialect" in adapter) return adapter.dialect as Dialect;
  throw new Error("An engine's adapter has its dialect.");
}

/** A placeholder in a statement for a value that is bound when the statement runs. */
class Parameter {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/**
 * The rows come as arrays, in the order of the columns, outside of a transaction. It is for the path of many
 * requests, where one object for each row is a measurable cost. `Row` is the tuple of the columns.
 */
export function prepareRows<Values extends object, Row extends ValueRow>(
  engine: Engine,
  build: (parameters: Values) => Compilable<object>,
): (values: Values) => Promise<readonly Row[]> {
  const { compiled, bind } = compile(build);
  // Each call states the tuple beside the statement's columns.
  return (values) => engine.readRows(compiled.sql, bind(values)) as Promise<readonly Row[]>;
}

/** `keepToBind` for one engine. */
export function prepareToBind<Values extends object, Row>(
  build: (parameters: Values) => Compilable<Row>,
): (values: Values) => CompiledQuery<Row> {
  const { compiled, bind } = compile(build);
  return (values) => ({ ...compiled, parameters: bind(values) });
}

function compile<Values extends object, Row>(build: (parameters: Values) => Compilable<Row>) {
  const parameters = new Proxy({}, { get: (_, name) => new Parameter(name) }) as Values;
  const compiled: CompiledQuery<Row> = build(parameters).compile();
  const bind = (values: Values): unknown[] =>
    compiled.parameters.map((value) =>
      value instanceof Parameter ? values[value.name as keyof Values] : value,
    );
  return { compiled, bind };
}

/** The text of an insert; `values` holds one parenthesis of parameters for each row. */
export function insertText(
  { table, columns, skipsKnown = false, replaces = [], changes: only }: InsertTarget,
  values: string,
): string {
  const quoted = (some: readonly string[]) => some.map((name) => `"${name}"`).join(", ");
  const names = quoted(columns);
  const others = only ?? columns.filter((name) => !replaces.includes(name));
  const changes = others.map((name) => `"${name}" = excluded."${name}"`).join(", ");
  const replacing =
    replaces.length > 0 ? ` on conflict (${quoted(replaces)}) do update set ${changes}` : "";
  const end = skipsKnown ? " on conflict do nothing" : replacing;
  return `insert into "${table}" (${names}) values ${values}${end}`;
}

/**
 * The mark of a statement that reads rows of all accounts, for an operator or a task of the service. Any other statement on
 * tables that lie with the account names the account, so that a database which is distributed by account looks in one
 * place. A test explains each statement and accepts those with this mark.
 */
export const everyAccount = sql`/* every account */`;

/**
 * How many requests may wait in one queue of the store. There are four kinds of queues, and a statement waits in one
 * at a time: for a connection of SQLite (`sqlite/dialect.ts`), for one of a PostgreSQL pool
 * (`postgres/connection-pool.ts`), for the answers of pipelined reads (`postgres/pipeline.ts`) and for the next
 * batch of an account's changes (`bookings/batch.ts`).
 *
 * Callers of the public API seldom meet this limit, because admission control lets in only as many requests
 * as are answered in a moment (`http/admission-control.ts`). While the database stands still, the limit
 * bounds the memory of operators' requests and of a process's own tasks, which do not pass admission control.
 */
const maxWaiting = 2_000;

/** Refuses a request at once when its queue is full. */
export function refuseFullQueue(waiting: number): void {
  if (waiting >= maxWaiting) throw new DatabaseUnavailable("Too many wait for the database.");
}
