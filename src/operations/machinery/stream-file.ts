import { Readable } from "node:stream";
import { csvMark, writeCsvRow, type CsvDelimiter } from "../../domain/data-file/csv-cells.ts";
import type { Refused } from "../../domain/refusal.ts";
import { ReaderWatch } from "../../usecases/operator/reader-watch.ts";
import type { Ask, Operation, Parts, PlaceTaker, Reply, Values } from "./operation.ts";
import { signOf } from "./delimiter.ts";
import type { AnyRefusal } from "./problems.ts";

/** A piece holds many lines, because one write a line is slow. */
const pieceCharacters = 64 * 1024;

/** Answers a file that is read while it is sent. It takes the place of a long read until it has ended. */
export async function streamFile(
  { longReads }: Pick<Parts, "longReads">,
  taker: PlaceTaker,
  file: FileLabel & { readonly lines: AsyncIterable<string> },
): Promise<Reply | Refused<AnyRefusal>> {
  const end = await longReads.begin(taker);
  if (end === null) return { refused: { why: "too-many-long-reads" } };
  const watch = new ReaderWatch((error) => body.destroy(error), { hasPlace: true });
  const body = Readable.from(inPieces(file.lines, watch));
  // `close` follows every end, also one before the first line was read.
  body.once("close", () => {
    watch[Symbol.dispose]();
    end();
  });
  return fileReply(body, file);
}

interface FileLabel {
  /** The media type. */
  readonly type: string;
  readonly name: string;
}

export function fileReply(body: object, { type, name }: FileLabel): Reply {
  return {
    body,
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-disposition": `attachment; filename="${name}"`,
    },
  };
}

/** Joins lines to pieces, and tells the watch when the reader has to take one. */
async function* inPieces(lines: AsyncIterable<string>, watch: ReaderWatch): AsyncGenerator<string> {
  let text = "";
  for await (const line of lines) {
    text += line;
    if (text.length < pieceCharacters) continue;
    watch.waits();
    yield text;
    watch.goesOn(text.length);
    text = "";
  }
  if (text !== "") yield text;
}

/** The columns of a spreadsheet by their names, and what each says of a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string>>;

/** CSV in UTF-8 with its first row. */
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

/** The file of an operation, for a command that prints it as it comes. */
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
