import { CsvError, parse } from "csv-parse/sync";
import { badContent, type NumberedLine } from "./data-line.ts";
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
 * Parses CSV with commas, semicolons or tabs between cells, or returns where it is malformed. Rows whose cells are all
 * empty are passed over. Rows beyond the header, `csvRowsMax` and one more are not read, because millions of rows would
 * exhaust the memory.
 */
export function parseCsvRows(text: string): CsvRow[] | NumberedLine {
  const { delimiter, begin, linesBefore } = dialectOf(text);
  const bytes = Buffer.from(begin === 0 ? text : text.slice(begin));
  const count = lineCounter(bytes, linesBefore);
  const rows: CsvRow[] = [];
  try {
    parse(bytes, {
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: csvRowsMax + 2,
      max_record_size: rowMaxLength,
      delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      on_record: (record: string[], { bytes: end }) => {
        rows.push({ line: count(end) - lineEndsIn(record), record });
        return null;
      },
    });
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const expected =
      error.code === "CSV_MAX_RECORD_SIZE"
        ? `a row of at most ${rowMaxLength} characters, whose quotes are closed`
        : "CSV whose quotes are closed";
    return { line: count(null), content: badContent(null, null, expected) };
  }
}

/**
 * Numbers lines as an editor shows them: they end in LF, CRLF or CR, whatever the file's first row ends in. The result
 * takes ends of rows in their order, and returns the number of each row's last line; for null, that of the next line
 * in which a cell is not empty.
 */
function lineCounter(bytes: Buffer, linesBefore: number): (end: number | null) => number {
  let [at, line] = [0, linesBefore + 1];
  const isLineEnd = (index: number) =>
    bytes[index] === 0x0a || (bytes[index] === 0x0d && bytes[index + 1] !== 0x0a);
  return (end) => {
    if (end === null) {
      const [empty = ""] = /^(?:[ \t,;]*(?:\r\n|\n|\r))*/.exec(bytes.toString("utf8", at)) ?? [];
      return line + lineEndsIn([empty]);
    }
    for (; at < end; at += 1) if (isLineEnd(at)) line += 1;
    return at > 0 && isLineEnd(at - 1) ? line - 1 : line;
  };
}

function lineEndsIn(record: readonly string[]): number {
  return record.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}

/** Reads a cell as it was written (`writeCsvRow`); `="00123"` is how programs keep the zeros of a number. */
export function readCell(cell: string, delimiter = ","): string {
  const text = cell.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
  const forced = forcedText.exec(text)?.[1];
  return forced === undefined ? withoutApostrophes(text, delimiter) : forced.replaceAll('""', '"');
}

/** A formula that is nothing but a text. */
const forcedText = /^="((?:[^"]|"")*)"$/;

interface Dialect {
  readonly delimiter: string;
  /** Where the header begins. */
  readonly begin: number;
  readonly linesBefore: number;
}

/**
 * Finds the delimiter: a spreadsheet writes a comma, a semicolon or a tab, by its locale. `sep=;` in the first line says
 * it, which Excel reads and some programs write. Else it is the one that is most often in the header, outside of quotes.
 */
function dialectOf(text: string): Dialect {
  const [mark = "", said] = /^\uFEFF?(?:sep=([,;\t])(?:\r\n|\n|\r))?/i.exec(text) ?? [];
  const begin = mark.length;
  const linesBefore = said === undefined ? 0 : 1;
  if (said !== undefined) return { delimiter: said, begin, linesBefore };
  const header = /[^\r\n]+/g;
  header.lastIndex = begin;
  const names = (header.exec(text)?.[0] ?? "").replaceAll(/"(?:[^"]|"")*"/g, "");
  const count = (delimiter: string) => names.split(delimiter).length - 1;
  const [first = ","] = [",", ";", "\t"].toSorted((one, other) => count(other) - count(one));
  return { delimiter: first, begin, linesBefore };
}

/** The delimiter of a spreadsheet's text. */
export function csvDelimiterOf(text: string): string {
  return dialectOf(text).delimiter;
}

/**
 * Writes one row. A spreadsheet runs a cell that begins with one of some signs as a formula, also a part of a cell where
 * it takes another character for the delimiter. An apostrophe stands before each such sign, and `readCell` takes it off.
 */
export function writeCsvRow(cells: readonly string[], delimiter = ","): string {
  const written = cells.map((cell) => withApostrophes(cell, delimiter)).map(quoted(delimiter));
  return `${written.join(delimiter)}\r\n`;
}

/** Writes a row of a file again as it was read, so that it says the same and runs nothing. */
export function rewriteCsvRow(cells: readonly string[], delimiter: string): string {
  const written = cells.map((cell) =>
    forcedText.test(cell.trim())
      ? cell.trim()
      : withApostrophes(readCell(cell, delimiter), delimiter),
  );
  return `${written.map(quoted(delimiter)).join(delimiter)}\r\n`;
}

/** Signs that begin a formula, also as wide as a CJK character. */
const formulaSigns = "[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]";
/** What a spreadsheet passes over before such a sign: space, quotes, and characters that nobody sees. */
const passedOver = '(?:["\\s\\p{Cc}\\p{Cf}])*';

const beforeFormula = new Map(
  [",", ";", "\t"].map((delimiter) => {
    // What stands behind the file's own comma is in quotes.
    const guessed = delimiter === "," ? ";\\t\\r\\n" : ",;\\t\\r\\n";
    const begin = `(?<before>(?:^|[${guessed}])${passedOver}'*)`;
    return [
      delimiter,
      {
        plain: new RegExp(`${begin}(?=${formulaSigns})`, "gu"),
        marked: new RegExp(`${begin}'(?=${formulaSigns})`, "gu"),
      },
    ] as const;
  }),
);

function withApostrophes(cell: string, delimiter: string): string {
  return cell.replaceAll(beforeFormula.get(delimiter)?.plain ?? /$^/g, "$<before>'");
}

function withoutApostrophes(cell: string, delimiter: string): string {
  return cell.includes("'")
    ? cell.replaceAll(beforeFormula.get(delimiter)?.marked ?? /$^/g, "$<before>")
    : cell;
}

function quoted(delimiter: string): (cell: string) => string {
  return (cell) =>
    cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
