import { csvDelimiterOf } from "./csv-delimiter.ts";
import { parseCsvRows } from "./csv-rows.ts";
import { reasonColumn } from "./booking-csv.ts";

/**
 * Makes a CSV of the first row and of the rows that begin on these lines, each with its reason in the first
 * column. That column is first because a row may be bad by having too many cells. The import ignores it, so
 * the file can be mended and imported again. A cell that a spreadsheet would run as a formula gets an
 * apostrophe, which the import removes.
 */
export function skippedCsv(text: string, reasons: ReadonlyMap<number, string>): string {
  const rows = parseCsvRows(text);
  if (!Array.isArray(rows) || reasons.size === 0) return "";
  const [header, ...body] = rows;
  const names = header?.record ?? [];
  const before = names.findIndex((name) => name.trim().toLowerCase() === reasonColumn);
  const delimiter = csvDelimiterOf(text);
  const write = (reason: string, cells: readonly string[]) =>
    `${[reason, ...cells.filter((_, index) => index !== before).map(unlessFormula)].map(quoted(delimiter)).join(delimiter)}\r\n`;
  const bad = body.flatMap(({ line, record }) => {
    const reason = reasons.get(line);
    return reason === undefined ? [] : [write(reason, record)];
  });
  // Without a byte order mark, spreadsheets take UTF-8 for another encoding.
  return `\uFEFF${write(reasonColumn, names)}${bad.join("")}`;
}

function unlessFormula(cell: string): string {
  return /^\s*[=+\-@]/.test(cell) ? `'${cell.trim()}` : cell;
}

function quoted(delimiter: string): (cell: string) => string {
  return (cell) =>
    cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
