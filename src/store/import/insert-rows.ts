import type { CompiledQuery, Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import type { Attempt } from "./attempt.ts";

/** A table and its columns; with `key`, a row whose key exists is updated. */
export interface Into {
  readonly table: keyof Tables;
  readonly columns: readonly string[];
  readonly key?: readonly string[];
}

/** The values of a row in the order of the columns, since 100,000 objects would cost memory and time. */
export type RowOf<T extends keyof Tables, Columns extends readonly (keyof Tables[T])[]> = {
  readonly [Position in keyof Columns]: Tables[T][Columns[Position]];
};

/** Rows of one statement. Of 10 columns each, they are far below the engines' limits on parameters. */
const rowsPerStatement = 500;

/** Inserts any number of rows, 500 in one statement, and returns their number. */
export async function insertRows(
  { transaction, yieldToEventLoop }: Attempt,
  into: Into,
  rows: Iterable<readonly unknown[]>,
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
function compileInsert(
  database: Kysely<Tables>,
  { table, columns, key }: Into,
  rowCount: number,
): CompiledQuery {
  const row = Object.fromEntries(columns.map((column) => [column, 0]));
  const rows = Array.from({ length: rowCount }, () => row);
  // The columns are those of the table, which callers with a fixed table check by `RowOf`.
  let insert = database.insertInto(table).values(rows);
  if (key !== undefined) {
    const others = columns.filter((column) => !key.includes(column));
    insert = insert.onConflict((conflict) =>
      conflict
        .columns(key as never)
        .doUpdateSet((update) =>
          Object.fromEntries(
            others.map((column) => [column, update.ref(`excluded.${column}` as never)]),
          ),
        ),
    );
  }
  return insert.compile();
}
