import { csvDelimiterOf } from "./csv-delimiter.ts";

/** Whether a line that is not JSON is the header of a spreadsheet of bookings, complete or not. */
export function isBookingCsvHeader(line: string): boolean {
  if (line.length > headerMaxLength) return false;
  const names = line.replace(/^\uFEFF/, "").split(csvDelimiterOf(line));
  return names.length > 1 && names.some((name) => /^\s*"?external_id"?\s*$/i.test(name));
}

/** Characters. The names of all columns have 123. */
const headerMaxLength = 1_000;
