import { CsvError, parse } from "csv-parse/sync";
import {
  badContent,
  type BadContent,
  type DataKind,
  type DataLine,
  type NumberedLine,
} from "./data-line.ts";
import { lineMaxBytes } from "./line-splitter.ts";

/** Rows of one CSV file, at most. */
export const csvRowsMax = 100_000;
/** Characters of one row, at most: as many as a line of a data file has bytes. */
const rowMaxLength = lineMaxBytes;

/** A row with the number of the line on which it begins. */
interface CsvRow {
  readonly line: number;
  readonly record: readonly string[];
}

/**
 * Parses CSV with commas, semicolons or tabs between cells, or returns where it is malformed. Rows beyond the
 * header, `csvRowsMax` and one more are not read, because millions of rows would exhaust the memory.
 */
export function parseCsvRows(text: string): CsvRow[] | NumberedLine {
  try {
    const parsed = parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      to: csvRowsMax + 2,
      max_record_size: rowMaxLength,
      delimiter: csvDelimiterOf(text),
    }) as unknown as {
      record: string[];
      info: { lines: number };
    }[];
    // `lines` counts to the record's end, which is also its beginning unless a cell contains line ends.
    return parsed.map(({ record, info }) => ({
      line: info.lines - record.join("").split("\n").length + 1,
      record,
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number((error as { lines?: unknown }).lines) || 1;
    const expected =
      error.code === "CSV_MAX_RECORD_SIZE"
        ? `a row of at most ${rowMaxLength} characters, whose quotes are closed`
        : "CSV whose quotes are closed";
    return { line, content: badContent(null, null, expected) };
  }
}

/** A spreadsheet of one kind of line. Its first row has the names of the columns, in any order. */
interface Sheet<Column extends string> {
  readonly kind: DataKind;
  readonly columns: readonly Column[];
  readonly required: readonly Column[];
  /** A column that may be there and is not read. */
  readonly ignored?: string;
  /** Follows the columns' names in the report of a bad first row. */
  readonly note?: string;
}

/** The cells of a row that are not empty. */
export type Cells<Column extends string> = Readonly<Partial<Record<Column, string>>>;

/**
 * Parses CSV: each row after the first is one line. The result has every row that `skips` does not leave out,
 * good or bad, with the number of its line. A row is parsed when it is asked for. `prepare` may read the cells of all
 * rows, those that `skips` leaves out too.
 */
export function* parseCsv<Column extends string>(
  text: string,
  sheet: Sheet<Column>,
  prepare: (rows: () => Iterable<Cells<Column>>) => (cells: Cells<Column>) => DataLine | BadContent,
  skips: (line: number) => boolean = () => false,
): Generator<NumberedLine, void> {
  const rows = parseCsvRows(text);
  if (!Array.isArray(rows)) return yield rows;
  const [header, ...body] = rows;
  const names = (header?.record ?? []).map((name) => name.trim().toLowerCase());
  const bad = refuseHeader(names, sheet);
  if (bad !== null) return yield { line: header?.line ?? 1, content: bad };
  const { kind, columns } = sheet;
  if (body.length > csvRowsMax) {
    return yield { line: 1, content: badContent(kind, null, `at most ${csvRowsMax} rows`) };
  }
  const cells = (record: readonly string[]) => cellsOf(columns, names, record);
  const readRow = prepare(function* () {
    for (const { record } of body) yield cells(record);
  });
  for (const { line, record } of body) {
    if (skips(line)) continue;
    const hasMoreCells = record.slice(names.length).some((cell) => cell.trim() !== "");
    const content = hasMoreCells
      ? badContent(kind, null, `a row of ${names.length} cells`)
      : readRow(cells(record));
    yield { line, content };
  }
}

function refuseHeader<Column extends string>(
  names: readonly string[],
  { columns, required, ignored, note = "" }: Sheet<Column>,
): BadContent | null {
  const missing = required.find((name) => !names.includes(name)) ?? null;
  const isGood =
    missing === null &&
    names.every((name) => name === ignored || columns.some((column) => column === name)) &&
    new Set(names).size === names.length;
  if (isGood) return null;
  const expected = `a first row with the names of columns, each once: ${columns.join(", ")}${note}`;
  return badContent(null, missing, expected);
}

function cellsOf<Column extends string>(
  columns: readonly Column[],
  names: readonly string[],
  record: readonly string[],
): Cells<Column> {
  const cells: Partial<Record<Column, string>> = {};
  for (const column of columns) {
    const text = readCell(record[names.indexOf(column)] ?? "");
    if (text !== "") cells[column] = text;
  }
  return cells;
}

/**
 * Reads a cell without the apostrophe that keeps a spreadsheet from running it as a formula, such as of
 * `'=1+1`. Who writes CSV puts one more before every cell that begins so, with apostrophes or without, so
 * that each text is read as it was.
 */
export function readCell(cell: string): string {
  const text = cell.trim();
  return /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}

/** Finds the delimiter in the header: a spreadsheet writes a comma, a semicolon or a tab, by its locale. */
export function csvDelimiterOf(text: string): string {
  const header = text.split(/\r?\n/, 1)[0] ?? "";
  return [";", "\t"].find((delimiter) => header.includes(delimiter)) ?? ",";
}

/** Writes one row; a cell that a spreadsheet would run as a formula gets an apostrophe (`readCell`). */
export function writeCsvRow(cells: readonly string[], delimiter = ","): string {
  return `${cells.map(unlessFormula).map(quoted(delimiter)).join(delimiter)}\r\n`;
}

function unlessFormula(cell: string): string {
  return /^\s*[=+\-@]/.test(cell) ? `'${cell.trim()}` : cell;
}

function quoted(delimiter: string): (cell: string) => string {
  return (cell) =>
    cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
