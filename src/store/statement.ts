import { sql, type Compilable, type CompiledQuery, type Kysely } from "kysely";
import type { Engine, ValueRow } from "./engine.ts";
import type { Tables } from "./tables.ts";

/** Stands in a statement for a value that is given when it runs. */
class Parameter {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/**
 * Builds a statement whose rows come as arrays, in the order of its columns: for the path of many
 * requests, on which even an object for each row is felt. `Row` is the tuple of those columns.
 */
export function prepareRows<Values extends object, Row extends ValueRow>(
  engine: Engine,
  build: (parameters: Values) => Compilable<object>,
): (values: Values) => Promise<readonly Row[]> {
  const { compiled, bind } = compile(build);
  // The tuple is beside the statement's columns, wherever one is prepared.
  return (values) => engine.readRows(compiled.sql, bind(values)) as Promise<readonly Row[]>;
}

/**
 * Builds a statement once, to be run many times: building costs more than running, so statements on
 * a request's path are kept compiled. `build` sees each parameter as if it were its value. The
 * result runs on the database it was built for or on a transaction of it.
 */
export function prepare<Values extends object, Row>(
  build: (parameters: Values) => Compilable<Row>,
): (database: Kysely<Tables>, values: Values) => Promise<Row[]> {
  const bind = prepareToBind(build);
  return async (database, values) => (await database.executeQuery<Row>(bind(values))).rows;
}

/** The same, to be run by somebody else. */
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
 * Stands in a statement that an operator asks about the whole installation. All others say whose rows
 * they read, so that a database that is distributed by account has one place to look at; a test
 * explains each of them and lets pass what bears this mark.
 */
export const everyAccount = sql`/* every account */`;
