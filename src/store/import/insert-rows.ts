import type { CompiledQuery, Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import type { Attempt } from "./attempt.ts";

/** Where rows go; those whose key is there already get the other columns, where `key` is given. */
export interface Into<T extends keyof Tables, Columns extends readonly ColumnOf<T>[]> {
  readonly table: T;
  readonly columns: Columns;
  readonly key?: readonly ColumnOf<T>[];
}

type ColumnOf<T extends keyof Tables> = keyof Tables[T] & string;

/** The values of a row in the order of the columns: of very many rows, objects would cost much. */
export type RowOf<T extends keyof Tables, Columns extends readonly ColumnOf<T>[]> = {
  readonly [Position in keyof Columns]: Tables[T][Columns[Position]];
};

/** Rows of one statement. With at most 10 columns far below what engines accept as parameters. */
const rowsPerStatement = 500;

/** Inserts any number of rows, many in one statement, and says how many; it is built once. */
export async function insertRows<
  T extends keyof Tables,
  const Columns extends readonly ColumnOf<T>[],
>(
  { transaction, yieldToEventLoop }: Attempt,
  into: Into<T, Columns>,
  rows: Iterable<RowOf<T, Columns>>,
): Promise<number> {
  let count = 0;
  let whole: CompiledQuery | null = null;
  let parameters: unknown[] = [];
  for (const row of rows) {
    count += 1;
    for (let position = 0; position < row.length; position += 1) parameters.push(row[position]);
    if (parameters.length < rowsPerStatement * into.columns.length) continue;
    whole ??= compileInsert(transaction, into, rowsPerStatement);
    await transaction.executeQuery({ ...whole, parameters });
    parameters = [];
    await yieldToEventLoop();
  }
  if (parameters.length === 0) return count;
  const rest = compileInsert(transaction, into, parameters.length / into.columns.length);
  await transaction.executeQuery({ ...rest, parameters });
  return count;
}

/** The statement binds its parameters row by row, in the order of the columns. */
function compileInsert<T extends keyof Tables>(
  database: Kysely<Tables>,
  { table, columns, key }: Into<T, readonly ColumnOf<T>[]>,
  rowCount: number,
): CompiledQuery {
  const row = Object.fromEntries(columns.map((column) => [column, 0]));
  const rows = Array.from({ length: rowCount }, () => row);
  // The columns are those of the table, which the compiler has seen in `Into`.
  let insert = database.insertInto(table).values(rows as never);
  if (key !== undefined) {
    const others = columns.filter((column) => !key.includes(column));
    insert = insert.onConflict((conflict) =>
      conflict
        .columns(key)
        .doUpdateSet(
          (update) =>
            Object.fromEntries(
              others.map((column) => [column, update.ref(`excluded.${column}` as never)]),
            ) as never,
        ),
    );
  }
  return insert.compile();
}
