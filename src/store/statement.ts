import { sql, type Compilable, type CompiledQuery, type Kysely } from "kysely";
import type { Engine, ValueRow } from "./engine.ts";
import type { Tables } from "./tables.ts";

/** A placeholder in a statement for a value that is bound when the statement runs. */
class Parameter {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/**
 * Builds a statement whose rows come as arrays, in the order of its columns. It is for the path of many
 * requests, where one object for each row is a measurable cost. `Row` is the tuple of those columns.
 */
export function prepareRows<Values extends object, Row extends ValueRow>(
  engine: Engine,
  build: (parameters: Values) => Compilable<object>,
): (values: Values) => Promise<readonly Row[]> {
  const { compiled, bind } = compile(build);
  // Each call states the tuple beside the statement's columns.
  return (values) => engine.readRows(compiled.sql, bind(values)) as Promise<readonly Row[]>;
}

/**
 * Builds a statement once, to run many times. Building costs more than running, so statements on a request's
 * path are kept compiled. `build` receives each parameter as if it were its value. The result runs on the
 * database that it was built for, or on a transaction of it.
 */
export function prepare<Values extends object, Row>(
  build: (parameters: Values) => Compilable<Row>,
): (database: Kysely<Tables>, values: Values) => Promise<Row[]> {
  const bind = prepareToBind(build);
  return async (database, values) => (await database.executeQuery<Row>(bind(values))).rows;
}

/**
 * The same for a statement that stands outside of every function: it is built at its first run on each engine. The
 * adapter is the engine's, also in a transaction.
 */
export function keepStatement<Values extends object, Row>(
  build: (database: Kysely<Tables>, parameters: Values) => Compilable<Row>,
): (database: Kysely<Tables>, values: Values) => Promise<Row[]> {
  const kept = new WeakMap<object, (values: Values) => CompiledQuery<Row>>();
  return async (database, values) => {
    const { adapter } = database.getExecutor();
    let bind = kept.get(adapter);
    if (bind === undefined) {
      bind = prepareToBind((parameters) => build(database, parameters));
      kept.set(adapter, bind);
    }
    return (await database.executeQuery<Row>(bind(values))).rows;
  };
}

/** Makes something once for each engine, at its first use, for a function that stands outside of every other. */
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

/** Builds a statement once; the result binds values to it and leaves running the query to its caller. */
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

/**
 * The mark of a statement that reads the whole installation for an operator. Every other statement names its
 * account, so that a database which is distributed by account looks in one place. A test explains each
 * statement and accepts those with this mark.
 */
export const everyAccount = sql`/* every account */`;
