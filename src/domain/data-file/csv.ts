import { csvDelimiterOf, csvRowsMax, parseCsvRows, readCell } from "./csv-text.ts";
import { badContent, type BadContent, type DataKind, type NumberedLine } from "./data-line.ts";
import { shown } from "./values.ts";

/** A spreadsheet of one kind of line. Its first row has the names of the columns, in any order. */
interface Sheet<Column extends string> {
  readonly kind: DataKind;
  readonly columns: readonly Column[];
  readonly required: readonly Column[];
  /** A column whose cells keep white space of other kinds than a space at their ends. */
  readonly exact?: Column;
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
  prepare: (
    rows: () => Iterable<Cells<Column>>,
  ) => (cells: Cells<Column>) => Pick<NumberedLine, "content" | "warnings">,
  skips: (line: number) => boolean = () => false,
): Generator<NumberedLine, void> {
  const rows = parseCsvRows(text);
  if (!Array.isArray(rows)) return yield rows;
  const [header, ...body] = rows;
  const names = (header?.record ?? []).map((name) => name.trim().toLowerCase());
  // A spreadsheet writes columns that once had something in them, at the end.
  while (names.at(-1) === "") names.pop();
  const bad = refuseHeader(names, sheet);
  if (bad !== null) return yield { line: header?.line ?? 1, content: bad };
  const { kind } = sheet;
  if (body.length > csvRowsMax) {
    return yield { line: 1, content: badContent(kind, null, `at most ${csvRowsMax} rows`) };
  }
  const delimiter = csvDelimiterOf(text);
  const cells = (record: readonly string[]) => cellsOf(sheet, names, record, delimiter);
  const readRow = prepare(function* () {
    for (const { record } of body) yield cells(record);
  });
  for (const { line, record } of body) {
    if (skips(line)) continue;
    const hasMoreCells = record.slice(names.length).some((cell) => cell.trim() !== "");
    yield hasMoreCells
      ? { line, content: badContent(kind, null, `a row of ${names.length} cells`) }
      : { line, ...readRow(cells(record)) };
  }
}

/** How many unknown columns are named. */
const unknownMax = 20;

/** Names every column that is missing, unknown or there twice. */
function refuseHeader<Column extends string>(
  names: readonly string[],
  { columns, required, ignored, note = "" }: Sheet<Column>,
): BadContent | null {
  const known = new Set<string>([...columns, ...(ignored === undefined ? [] : [ignored])]);
  const missing = required.filter((name) => !names.includes(name));
  const row = "a first row with the names of columns";
  const all = `${row}, of which there are ${columns.join(", ")}${note}`;
  const faults = missing.map((field) => ({ field, expected: `${row}, this one among them` }));
  const odd: { field: string; expected: string }[] = [];
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    const field = name === "" ? `column ${index + 1}` : shown(name);
    if (seen.has(name)) odd.push({ field, expected: `${row}, each once` });
    else if (name === "") odd.push({ field, expected: `${row}, also of this one` });
    else if (!known.has(name)) odd.push({ field, expected: all });
    seen.add(name);
    if (odd.length === unknownMax) break;
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
