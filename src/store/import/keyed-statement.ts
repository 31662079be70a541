import {
  sql,
  type AliasedRawBuilder,
  type Compilable,
  type CompiledQuery,
  type Kysely,
  type RawBuilder,
} from "kysely";
import type { Tables } from "../tables.ts";

/** How many keys one statement asks for. */
export const keysPerStatement = 500;

/** The values of one key, `key.column1` and so on, and what the answer shall say with it. */
export type Key = readonly (string | number)[];

/** The keys as a table of texts to be joined with. */
export type KeyTable = AliasedRawBuilder<Record<KeyColumn, string>, "key">;
export type KeyWidth = 1 | 2 | 3 | 4 | 5;
type KeyColumn = `column${KeyWidth}`;

/** A question about many things by their keys, at most `keysPerStatement` at a time. */
export type KeyedQuestion<Row> = (database: Kysely<Tables>, keys: readonly Key[]) => Promise<Row[]>;

/** Stands in the statement for a value of a key. */
class KeyPart {
  readonly position: number;
  constructor(position: number) {
    this.position = position;
  }
}

/**
 * Builds the statement once. It always has the same number of keys: nulls, which equal nothing, fill
 * them up. `width` is how many values a key has.
 *
 * The statement must begin with the keys and take its table by `cross join`, which the embedded
 * engine never reorders. It has no statistics, takes an account to be a handful of rows, and with a
 * list of keys (`in`) or an ordinary join would read the whole account each time.
 */
export function prepareForKeys<Row>(
  width: KeyWidth,
  build: (keys: KeyTable) => Compilable<Row>,
): KeyedQuestion<Row> {
  const rows = Array.from({ length: keysPerStatement }, (_, row) => {
    const parts = Array.from({ length: width }, (__, column) => new KeyPart(row * width + column));
    return sql`(${sql.join(parts)})`;
  });
  const keyTable = sql<Record<KeyColumn, string>>`(values ${sql.join(rows)})`.as("key");
  const compiled: CompiledQuery<Row> = build(keyTable).compile();
  return async (database, keys) => {
    const parts = keys.flat();
    const parameters = compiled.parameters.map((value) =>
      value instanceof KeyPart ? (parts[value.position] ?? null) : value,
    );
    return (await database.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}

/** A value of a key as a number: PostgreSQL takes a bare parameter in a list of values for text. */
export function numberIn(column: KeyColumn): RawBuilder<number> {
  return sql<number>`cast(${sql.ref(`key.${column}`)} as bigint)`;
}

/** Cuts a long run of things into what one statement asks for. */
export function* inKeyChunks<T>(things: Iterable<T>): Generator<T[]> {
  let chunk: T[] = [];
  for (const thing of things) {
    chunk.push(thing);
    if (chunk.length < keysPerStatement) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
