import { CsvError, parse } from "csv-parse/sync";
import { csvDelimiterOf } from "./csv-delimiter.ts";
import type { DataLine } from "./data-line.ts";
import { lineMaxBytes } from "./line-splitter.ts";
import { badContent, type BadContent } from "./parse-data-line.ts";

/** A row of the CSV as a line of a data file. */
export interface NumberedContent {
  readonly line: number;
  readonly content: DataLine | BadContent;
}

/** Rows of one CSV file, at most. */
export const csvRowsMax = 100_000;
/** Characters of one row, at most: as many as a line of a data file has bytes. */
const rowMaxLength = lineMaxBytes;

/** A row with the number of the line on which it begins. */
export interface CsvRow {
  readonly line: number;
  readonly record: readonly string[];
}

/**
 * Parses CSV with commas, semicolons or tabs between cells, or returns where it is malformed. Rows beyond the
 * header, `csvRowsMax` and one more are not read, because millions of rows would exhaust the memory.
 */
export function parseCsvRows(text: string): CsvRow[] | NumberedContent {
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
