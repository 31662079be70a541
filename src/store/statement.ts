import type { Compilable, CompiledQuery, Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** Stands in a statement for a value that is given when it runs. */
class Parameter {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/**
 * Builds a statement once, to be run many times: building costs more than running, so statements on
 * a request's path are kept compiled. `build` sees each parameter as if it were its value. The
 * result runs on the database it was built for or on a transaction of it.
 */
export function prepare<Values extends object, Row>(
  build: (parameters: Values) => Compilable<Row>,
): (database: Kysely<Tables>, values: Values) => Promise<Row[]> {
  const parameters = new Proxy({}, { get: (_, name) => new Parameter(name) }) as Values;
  const compiled: CompiledQuery<Row> = build(parameters).compile();
  return async (database, values) => {
    const bound = compiled.parameters.map((value) =>
      value instanceof Parameter ? values[value.name as keyof Values] : value,
    );
    const { rows } = await database.executeQuery<Row>({ ...compiled, parameters: bound });
    return rows;
  };
}
