import { reasonColumn } from "./booking-columns.ts";
import type { CsvRow } from "./csv-splitter.ts";
import { csvMark, rewriteCsvRow } from "./csv-cells.ts";

/**
 * Writes the first row and the rows that begin on these lines, each with its reason in the first
 * column. That column is first because a row may be bad by having too many cells. The import ignores it, so
 * the file can be mended and imported again. A cell that a spreadsheet would run as a formula gets an
 * apostrophe, which the import removes. Rows come in portions.
 */
export class SkippedRows {
  readonly #reasons: ReadonlyMap<number, string>;
  #before: number | null = null;

  constructor(reasons: ReadonlyMap<number, string>) {
    this.#reasons = reasons;
  }

  write(rows: readonly CsvRow[], delimiter: string): string {
    let text = "";
    for (const { line, record } of rows) {
      if (this.#before === null) {
        const names = record.map((name) => name.trim().toLowerCase());
        this.#before = names.indexOf(reasonColumn);
        text += csvMark + this.#row(reasonColumn, record, delimiter);
        continue;
      }
      const reason = this.#reasons.get(line);
      if (reason !== undefined) text += this.#row(reason, record, delimiter);
    }
    return text;
  }

  #row(reason: string, cells: readonly string[], delimiter: string): string {
    return rewriteCsvRow(
      [reason, ...cells.filter((_, index) => index !== this.#before)],
      delimiter,
    );
  }
}
