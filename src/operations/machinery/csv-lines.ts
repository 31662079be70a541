import type { Readable } from "node:stream";
import { csvMark, writeCsvRow, type CsvDelimiter } from "../../domain/data-file/csv-cells.ts";
import { signOf } from "./delimiter.ts";
import type { Ask, Operation, Values } from "./operation.ts";

/** The columns of a spreadsheet by their names, and what each says of a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string>>;

/** Writes CSV in UTF-8: the row of names, then the rows. */
export async function* markedCsv<Row>(
  columns: Columns<Row>,
  portions: AsyncIterable<readonly Row[]>,
  delimiter?: CsvDelimiter,
): AsyncGenerator<string> {
  const cells = Object.values(columns);
  const write = (texts: readonly string[]) => writeCsvRow(texts, signOf(delimiter));
  yield csvMark + write(Object.keys(columns));
  for await (const rows of portions) {
    yield rows.map((row) => write(cells.map((cell) => cell(row)))).join("");
  }
}

/** Reads the file of an operation for a command that prints each piece as it comes. */
export async function* csvLines(
  ask: Ask,
  operation: Operation,
  values: Values,
): AsyncGenerator<string> {
  const file = (await ask(operation, values)) as Readable;
  try {
    for await (const piece of file) yield String(piece).replaceAll("\r\n", "\n");
  } finally {
    file.destroy();
    // The database is read until then.
    if (!file.closed) await new Promise((resolve) => file.once("close", resolve));
  }
}
