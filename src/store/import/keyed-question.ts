import {
  sql,
  type AliasedRawBuilder,
  type Compilable,
  type CompiledQuery,
  type Kysely,
  type RawBuilder,
} from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";

/** A question to an account about things with these keys. */
export interface KeyedQuestion<Row> {
  /** How many values a key has. */
  readonly width: KeyWidth;
  /**
   * Builds the statement. It must begin with the keys and take its table by `cross join`, which the
   * embedded engine never reorders. That engine has no statistics, takes an account to be a handful
   * of rows, and with a list of keys (`in`) or an ordinary join would read the whole account.
   */
  readonly rows: (engine: Engine, keys: KeyTable, accountId: AccountId) => Compilable<Row>;
}

/** The values of one key, `key.column1` and so on, and a value to be returned with its rows. */
export type Key = readonly (string | number)[];

/** The keys as a table of texts to be joined with. */
export type KeyTable = AliasedRawBuilder<Record<KeyColumn, string>, "key">;
export type KeyWidth = 1 | 2 | 3 | 4 | 5;
type KeyColumn = `column${KeyWidth}`;

/** Asks about at most `keysPerStatement` keys. */
export type AskByKeys = <Row>(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  question: KeyedQuestion<Row>,
  keys: readonly Key[],
) => Promise<Row[]>;

/** How many keys one statement asks for. */
export const keysPerStatement = 500;

/** Statements are compiled for these numbers of keys. Nulls, which equal nothing, fill the rest. */
const sizes = [1, 20, keysPerStatement];

/** Compiles each statement at its first use and keeps it as long as the engine. */
export function prepareKeyedQuestions(engine: Engine): AskByKeys {
  const compiled = new Map<KeyedQuestion<unknown>, Map<number, CompiledQuery>>();
  return async (transaction, accountId, question, keys) => {
    const size = sizes.find((some) => some >= keys.length) ?? keysPerStatement;
    const ofQuestion = compiled.get(question) ?? new Map<number, CompiledQuery>();
    const statement = ofQuestion.get(size) ?? compile(engine, question, size);
    compiled.set(question, ofQuestion.set(size, statement));
    const parts = keys.flat();
    const parameters = statement.parameters.map((value) => {
      if (!(value instanceof Placeholder)) return value;
      return value.stands === "account" ? accountId : (parts[value.stands] ?? null);
    });
    const { rows } = await transaction.executeQuery({ ...statement, parameters });
    // The statement is the question's, so its rows have the question's type.
    return rows as RowOf<typeof question>[];
  };
}

type RowOf<Question> = Question extends KeyedQuestion<infer Row> ? Row : never;

/** Stands in a statement for the account, or for a value of a key by its position among all. */
class Placeholder {
  readonly stands: "account" | number;
  constructor(stands: "account" | number) {
    this.stands = stands;
  }
}

function compile(
  engine: Engine,
  { width, rows }: KeyedQuestion<unknown>,
  size: number,
): CompiledQuery {
  const keys = Array.from({ length: size }, (_, row) => {
    const parts = Array.from({ length: width }, (__, column) => row * width + column);
    return sql`(${sql.join(parts.map((position) => new Placeholder(position)))})`;
  });
  const keyTable = sql<Record<KeyColumn, string>>`(values ${sql.join(keys)})`.as("key");
  return rows(engine, keyTable, new Placeholder("account") as unknown as AccountId).compile();
}

/** A value of a key as a number: PostgreSQL takes a bare parameter in a list of values for text. */
export function numberIn(column: KeyColumn): RawBuilder<number> {
  return sql<number>`cast(${sql.ref(`key.${column}`)} as bigint)`;
}

/** Cuts keys into chunks of `keysPerStatement`. */
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
