import { addressOf } from "../api/call-api.ts";
import type { Operations } from "../api/operations.ts";
import type { CsvDelimiter } from "../../../src/domain/data-file/csv-cells.ts";

/** A spreadsheet takes a semicolon between cells where its country writes a comma in numbers, as the browser's language says. */
export function csvDelimiter(language = navigator.language): CsvDelimiter {
  return (1.5).toLocaleString(language).includes(",") ? "semicolon" : "comma";
}

/** The address of a spreadsheet to download. */
export function csvAddress<O extends "downloadBookings" | "downloadReport">(
  operation: O,
  account: Parameters<typeof addressOf>[1],
  query: Omit<Operations[O]["query"], "delimiter">,
): string {
  return addressOf(operation, account, {
    ...query,
    delimiter: csvDelimiter(),
  });
}
