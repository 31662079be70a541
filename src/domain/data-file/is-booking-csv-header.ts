import { csvDelimiterOf } from "./csv-delimiter.ts";

/** Whether a line that is no JSON is the first row of a spreadsheet with bookings, whatever it lacks. */
export function isBookingCsvHeader(line: string): boolean {
  if (line.length > headerMaxLength) return false;
  const names = line.replace(/^\uFEFF/, "").split(csvDelimiterOf(line));
  return names.length > 1 && names.some((name) => /^\s*"?external_id"?\s*$/i.test(name));
}

/** Characters; all names of columns have 123. */
const headerMaxLength = 1_000;
