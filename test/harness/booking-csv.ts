import {
  BookingDates,
  BookingRows,
  otherThanCsv,
  type HowToReadCsv,
} from "../../src/domain/data-file/booking-csv.ts";
import { CsvSplitter } from "../../src/domain/data-file/csv-splitter.ts";
import { badContent, type NumberedLine } from "../../src/domain/data-file/data-line.ts";
import { SkippedRows } from "../../src/domain/data-file/skipped-rows.ts";

function* split(text: string) {
  const splitter = new CsvSplitter();
  for (const part of [splitter.push(Buffer.from(text)), splitter.end()]) {
    yield { ...part, delimiter: splitter.delimiter };
  }
}

function ordersIn(text: string, how: Partial<HowToReadCsv>) {
  const seen = new BookingDates(how);
  for (const { rows, delimiter } of split(text)) seen.see(rows, delimiter);
  return seen.orders;
}

/** The lines of a spreadsheet's whole text. */
export function* parseBookingCsv(
  text: string,
  now: number,
  { dates, ...how }: Partial<HowToReadCsv> = {},
): Generator<NumberedLine, void> {
  const other = otherThanCsv(Buffer.from(text));
  if (other !== null) return yield { line: 1, content: badContent(null, null, other) };
  const sheet = new BookingRows(now, {
    ...how,
    dates: dates ?? how.mapping?.dates ?? ordersIn(text, how),
  });
  for (const { rows, fault, delimiter } of split(text)) {
    yield* sheet.read(rows, delimiter);
    if (fault !== undefined) return yield fault;
  }
  const empty = sheet.end();
  if (empty !== null) yield empty;
}

/** The rows of a spreadsheet's whole text that begin on these lines, with their reasons. */
export function skippedCsv(text: string, reasons: ReadonlyMap<number, string>): string {
  const skipped = new SkippedRows(reasons);
  return Array.from(split(text), ({ rows, delimiter }) => skipped.write(rows, delimiter)).join("");
}
