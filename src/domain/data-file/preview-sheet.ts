import { BookingDates, BookingRows, type HowToReadCsv } from "./booking-csv.ts";
import type { DateOrder } from "./spreadsheet-dates.ts";
import { isBadContent, type NumberedLine } from "./data-line.ts";
import type { SheetBeginning } from "./sheet-beginning.ts";

/** How many rows are shown as bookings. */
export const rowsPreviewed = 10;

/** Reads the first rows of a spreadsheet as an import would; what is wrong with its columns has the header's line. */
export function previewSheet(
  { header, rows, delimiter }: SheetBeginning,
  now: number,
  { dates, ...how }: Omit<HowToReadCsv, "dates"> & { readonly dates?: DateOrder | undefined },
): readonly NumberedLine[] {
  const seen = new BookingDates(how);
  seen.see([header, ...rows], delimiter);
  const order = dates ?? how.mapping?.dates ?? seen.orders;
  const reader = new BookingRows(now, { ...how, dates: order });
  return [...reader.read([header, ...rows.slice(0, rowsPreviewed)], delimiter)];
}

/** Whether the columns have the names of a booking line's fields, and need no mapping. */
export function hasOwnNames(sheet: SheetBeginning): boolean {
  const [first] = previewSheet({ ...sheet, rows: [] }, 0, {});
  return first === undefined || !isBadContent(first.content);
}
