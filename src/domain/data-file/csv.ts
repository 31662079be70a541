import { parseCsvRows, type CsvRow } from "./csv-splitter.ts";
import { readCell } from "./csv-cells.ts";
import { csvDelimiterOf, csvRowsMax } from "./csv-text.ts";
import { badContent, type BadContent, type DataKind, type NumberedLine } from "./data-line.ts";
import { shown } from "./values.ts";

/** A spreadsheet of one kind of line. Its first row has the names of the columns, in any order. */
export interface Sheet<Column extends string> {
  readonly kind: DataKind;
  readonly columns: readonly Column[];
  readonly required: readonly Column[];
  /** Columns of which the sheet needs one. */
  readonly needsOne?: readonly Column[];
  /** A column whose cells keep white space of other kinds than a space at their ends. */
  readonly exact?: Column;
  /** Columns that may be there and are not read. */
  readonly ignored?: readonly string[];
  /** Follows the columns' names in the report of a bad first row. */
  readonly note?: string;
  /** Reads the rows of a sheet whose columns have other names. */
  readonly layout?: (names: readonly string[], delimiter: string) => RowReader<Column> | BadContent;
}

/** A row's cells, and what is wrong with some of them already. */
export interface ReadCells<Column extends string> {
  readonly cells: Cells<Column>;
  readonly faults?: ReadonlyMap<string, string>;
}

export type RowReader<Column extends string> = (record: readonly string[]) => ReadCells<Column>;

/** The cells of a row that are not empty. */
export type Cells<Column extends string> = Readonly<Partial<Record<Column, string>>>;

/**
 * Parses CSV: each row after the first is one line. The result has every row, good or bad, with the number of its line.
 * A row is parsed when it is asked for. `prepare` may read the cells of all rows.
 */
export function* parseCsv<Column extends string>(
  text: string,
  sheet: Sheet<Column>,
  prepare: (
    rows: () => Iterable<Cells<Column>>,
  ) => (row: ReadCells<Column>) => Pick<NumberedLine, "content">,
): Generator<NumberedLine, void> {
  const rows = parseCsvRows(text);
  if (!Array.isArray(rows)) return yield rows;
  const [header, ...body] = rows;
  const layout = layoutOf(sheet, header ?? { line: 1, record: [] }, csvDelimiterOf(text));
  if ("content" in layout) return yield layout;
  if (body.length > csvRowsMax) {
    return yield { line: 1, content: badContent(sheet.kind, null, `at most ${csvRowsMax} rows`) };
  }
  const readRow = prepare(function* () {
    for (const { record } of body) yield layout.read(record).cells;
  });
  for (const { line, record } of body) {
    const bad = layout.refuseLong(record);
    yield bad === null ? { line, ...readRow(layout.read(record)) } : { line, content: bad };
  }
}

/** What the first row says of the others. */
interface Layout<Column extends string> {
  readonly read: RowReader<Column>;
  /** A row with more cells than there are columns is bad. */
  refuseLong(record: readonly string[]): BadContent | null;
}

/** The layout of a sheet with this first row, or what is wrong with that. */
export function layoutOf<Column extends string>(
  sheet: Sheet<Column>,
  header: CsvRow,
  delimiter: string,
): Layout<Column> | NumberedLine {
  const names = columnNamesOf(header);
  const { layout = byNames(sheet) } = sheet;
  const read = layout(names, delimiter);
  if (typeof read === "object") return { line: header.line, content: read };
  const { length } = names;
  return {
    read,
    refuseLong: (record) =>
      record.length > length && record.slice(length).some((cell) => cell.trim() !== "")
        ? badContent(sheet.kind, null, `a row of ${length} cells; this one has ${record.length}`)
        : null,
  };
}

/** A spreadsheet writes columns that once had something in them, at the end. */
export function columnNamesOf({ record }: Pick<CsvRow, "record">): string[] {
  const names = record.map((name) => name.trim());
  while (names.at(-1) === "") names.pop();
  return names;
}

/** The layout of a sheet whose columns have the names of its fields, in any letter case. */
function byNames<Column extends string>(
  sheet: Sheet<Column>,
): (names: readonly string[], delimiter: string) => RowReader<Column> | BadContent {
  return (given, delimiter) => {
    const names = given.map((name) => name.toLowerCase());
    const read = (record: readonly string[]) => ({
      cells: cellsOf(sheet, names, record, delimiter),
    });
    return refuseHeader(given, sheet) ?? read;
  };
}

/** How many columns are named that are unknown, nameless or there twice. */
const oddMax = 20;

/** Names each column that is missing, and the first odd ones; null where there are none. */
function refuseHeader<Column extends string>(
  given: readonly string[],
  { columns, required, needsOne = [], ignored = [], note = "" }: Sheet<Column>,
): BadContent | null {
  const names = given.map((name) => name.toLowerCase());
  const known = new Set<string>([...columns, ...ignored]);
  const missing = required.filter((name) => !names.includes(name));
  const row = "a first row with the names of columns";
  const all = `${row}, of which there are ${columns.join(", ")}${note}`;
  const faults = missing.map((field) => ({ field, expected: `${row}, this one among them` }));
  const [first] = needsOne;
  if (first !== undefined && !needsOne.some((name) => names.includes(name))) {
    faults.unshift({ field: first, expected: `${row}, ${needsOne.join(" or ")} among them` });
  }
  const odd: { field: string; expected: string }[] = [];
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    const field = name === "" ? `column ${index + 1}` : shown(given[index] ?? "");
    if (seen.has(name)) odd.push({ field, expected: `${row}, each once` });
    else if (name === "") odd.push({ field, expected: `${row}, also of this one` });
    else if (!known.has(name)) odd.push({ field, expected: all });
    seen.add(name);
    if (odd.length === oddMax) break;
  }
  const [bad, ...others] = [...faults, ...odd].map((fault) => ({
    kind: null,
    key: null,
    ...fault,
  }));
  return bad === undefined ? null : { bad, others, names: null };
}

function cellsOf<Column extends string>(
  { columns, exact }: Sheet<Column>,
  names: readonly string[],
  record: readonly string[],
  delimiter: string,
): Cells<Column> {
  const cells: Partial<Record<Column, string>> = {};
  for (const column of columns) {
    const read = readCell(record[names.indexOf(column)] ?? "", delimiter);
    const text = column === exact ? read : read.trim();
    if (text !== "") cells[column] = text;
  }
  return cells;
}
