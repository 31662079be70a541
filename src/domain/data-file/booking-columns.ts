import { faultOfFirstRow } from "./first-row.ts";
import { expectedTime } from "./spreadsheet-dates.ts";
import { layoutOf, type Sheet } from "./csv.ts";
import type { CsvRow } from "./csv-splitter.ts";
import { badContent, lineFields, type BookingLine, type NumberedLine } from "./data-line.ts";
import { mappedCellsOf } from "./mapped-cells.ts";
import type { SheetMapping } from "./sheet-mapping.ts";
import { expectedCame, expectedTickets, nameSeparator } from "./tickets-of-row.ts";

/** A column of a spreadsheet with bookings. */
export type BookingColumn =
  | Exclude<keyof BookingLine, "kind">
  | "attendees"
  | "cancelled_at"
  | "checked_in_at"
  | "checked_in";

const fieldsThat = (mayBeAbsent: boolean) =>
  Object.entries(lineFields.booking)
    .filter(([, field]) => "whenAbsent" in field === mayBeAbsent)
    .map(([name]) => name as Exclude<BookingColumn, "checked_in">);
/** A row names its booking by one of these. */
const nameColumns = ["booking", "reference"] as const;
const required = fieldsThat(false).filter((name) => name !== "booking");
const optional = fieldsThat(true).filter((name) => name !== "tickets");
/** The fields of a booking's line; `tickets` and `attendees` stand for the list of its tickets. */
export const bookingCsvColumns: readonly BookingColumn[] = [
  "booking",
  ...required,
  ...optional,
  "tickets",
  "attendees",
  "cancelled_at",
  "checked_in_at",
  "checked_in",
];
/** What a list of bookings as a spreadsheet shows beside them, for people. */
const shownColumns = ["slot", "time_zone"];
/** A column that says why an earlier import left a row out. It is ignored. */
export const reasonColumn = "import_error";

/** What to do where other rows stand before the names of the columns. */
export function titleAbove(
  rows: readonly CsvRow[],
  delimiter: string,
  mapping: SheetMapping | undefined,
): NumberedLine | null {
  const isHeader = (record: readonly string[]) =>
    !("content" in layoutOf(sheetOf(mapping), { line: 1, record }, delimiter));
  const below = faultOfFirstRow(rows, delimiter, isHeader);
  return below === null
    ? null
    : { line: rows[0]?.line ?? 1, content: badContent(null, null, below) };
}

/** A spreadsheet whose columns have the names of a booking's fields, or those that a mapping explains. */
export function sheetOf(mapping: SheetMapping | undefined): Sheet<BookingColumn> {
  return {
    kind: "booking",
    columns: bookingCsvColumns,
    required,
    needsOne: nameColumns,
    exact: "external_id",
    ignored: [reasonColumn, ...shownColumns],
    ...(mapping !== undefined && {
      layout: (names: readonly string[], delimiter: string) =>
        mappedCellsOf(mapping, {
          names,
          delimiter,
          ignored: reasonColumn,
          required,
          needsOne: nameColumns,
        }),
    }),
  };
}

/** What is expected of a column whose cells are not written as in a data file; undefined where they are. */
export function explainCsvColumn(column: BookingColumn): string | undefined {
  if (column === "checked_in_at") return `${expectedTime}, or true: at the slot's start`;
  if (timeColumns.some((each) => each === column)) return expectedTime;
  if (column === "tickets") return expectedTickets;
  if (column === "checked_in") return expectedCame;
  if (column === "booking") return expectedName;
  return column === "attendees"
    ? `the names of the first tickets' attendees with ${nameSeparator} between them`
    : undefined;
}

export const timeColumns = [
  "slot_starting_at",
  "booked_at",
  "changed_at",
  "cancelled_at",
  "checked_in_at",
] as const;

const expectedName = "a lower-case UUID, or none where the row has a reference";

/** What a spreadsheet's row says otherwise than a data file; null for other fields. */
export function expectedIn(name: string, cell: string | undefined): string | null {
  if (name === "booking") {
    return cell === undefined ? `${expectedName}; the row has neither` : expectedName;
  }
  const isMissingTime = cell === undefined && timeColumns.some((column) => column === name);
  return isMissingTime ? `${expectedTime}; it is missing` : null;
}
