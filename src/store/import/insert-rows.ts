import type { CompiledQuery, Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import type { Attempt } from "./attempt.ts";

/** A table and its columns; with `key`, a row whose key exists is updated. */
export interface Into {
  readonly table: keyof Tables;
  readonly columns: readonly string[];
  readonly key?: readonly string[];
}

/** The values of a row in the order of the columns. 100,000 objects would cost memory and time. */
export type RowOf<T extends keyof Tables, Columns extends readonly (keyof Tables[T])[]> = {
  readonly [Position in keyof Columns]: Tables[T][Columns[Position]];
};

/**
 * Statements are compiled for these numbers of rows, so that few texts are kept. Of 10 columns each,
 * 500 rows are far below the engines' limits on parameters.
 */
const sizes = [500, 100, 20, 5, 1] as const;
const [rowsPerStatement] = sizes;

/** Inserts any number of rows, up to 500 in one statement, and returns their number. */
export async function insertRows(
  { transaction, compiledInserts, yieldToEventLoop }: InsertTarget,
  into: Into,
  rows: Iterable<readonly unknown[]>,
): Promise<number> {
  const width = into.columns.length;
  let count = 0;
  // PostgreSQL works on one statement while the rows of the next are collected.
  let sent: Promise<unknown> = Promise.resolve();
  let parameters: unknown[] = [];
  const insert = async (size: number) => {
    const name = JSON.stringify([into, size]);
    const statement = compiledInserts.get(name) ?? compileInsert(transaction, into, size);
    compiledInserts.set(name, statement);
    const some = parameters.splice(0, size * width);
    await sent;
    sent = transaction.executeQuery({ ...statement, parameters: some });
    // The failure is thrown by the next `await`, which may come some turns later.
    sent.catch(() => {});
    await yieldToEventLoop();
  };
  for (const row of rows) {
    count += 1;
    for (let position = 0; position < row.length; position += 1) parameters.push(row[position]);
    if (parameters.length === rowsPerStatement * width) await insert(rowsPerStatement);
  }
  for (const size of sizes) while (parameters.length >= size * width) await insert(size);
  await sent;
  return count;
}

type InsertTarget = Pick<Attempt, "transaction" | "compiledInserts" | "yieldToEventLoop">;

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
