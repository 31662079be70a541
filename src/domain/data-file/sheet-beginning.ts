import { otherThanCsv, rowMissing } from "./booking-csv.ts";
import { columnNamesOf } from "./csv.ts";
import { CsvSplitter, type CsvRow } from "./csv-splitter.ts";
import { readCell } from "./csv-cells.ts";
import { faultOfFirstRow } from "./first-row.ts";
import { badContent, type NumberedLine } from "./data-line.ts";

/** The first rows of a spreadsheet, by which a person says what its columns are. */
export interface SheetBeginning {
  readonly names: readonly string[];
  readonly delimiter: string;
  readonly header: CsvRow;
  /** The rows behind the header. */
  readonly rows: readonly CsvRow[];
}

/** Rows of a beginning, at most. */
const rowsLookedAt = 1_000;

/** Reads the first rows of a text; where it is only a part of the file, without the row that it cuts. */
export function beginningOfSheet(text: string, isPart: boolean): SheetBeginning | NumberedLine {
  const bytes = Buffer.from(text);
  const other = otherThanCsv(bytes);
  if (other !== null) return refused(1, other);
  const splitter = new CsvSplitter(rowsLookedAt + 1);
  const parts = [splitter.push(bytes), ...(isPart ? [] : [splitter.end()])];
  for (const { fault } of parts) if (fault !== undefined) return fault;
  const [header, ...rows] = parts.flatMap((part) => part.rows);
  if (header === undefined) return refused(1, rowMissing);
  const { delimiter } = splitter;
  const below = faultOfFirstRow([header, ...rows], delimiter);
  if (below !== null) return refused(header.line, below);
  return { names: columnNamesOf(header), delimiter, header, rows: rows.slice(0, rowsLookedAt) };
}

function refused(line: number, expected: string): NumberedLine {
  return { line, content: badContent(null, null, expected) };
}

/** The cells of a column as they are read. */
export function cellsOfColumn(
  { rows, delimiter }: Pick<SheetBeginning, "rows" | "delimiter">,
  index: number,
): string[] {
  return rows.map(({ record }) => readCell(record[index] ?? "", delimiter).trim());
}
