import { CsvError, parse } from "csv-parse/sync";
import type { DataLine } from "./data-line.ts";
import { badContent, type BadContent } from "./parse-data-line.ts";

/** A row of the CSV as a line of a data file. */
export interface NumberedContent {
  readonly line: number;
  readonly content: DataLine | BadContent;
}

/** Rows of one CSV file, at most. */
export const csvRowsMax = 100_000;

/** A row with the number of the line on which it begins. */
export interface CsvRow {
  readonly line: number;
  readonly record: readonly string[];
}

/** Parses CSV with commas, semicolons or tabs between cells, or returns where it is malformed. */
export function parseCsvRows(text: string): CsvRow[] | NumberedContent {
  try {
    const options = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true };
    const parsed = parse(text, { ...options, delimiter: csvDelimiterOf(text) }) as unknown as {
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
    return { line, content: badContent(null, null, "CSV whose quotes are closed") };
  }
}

/** A spreadsheet's delimiter depends on its country. */
export function csvDelimiterOf(text: string): string {
  const header = text.split(/\r?\n/, 1)[0] ?? "";
  return [";", "\t"].find((delimiter) => header.includes(delimiter)) ?? ",";
}
