import { csvDelimiterOf, parseCsv, parseCsvRows, writeCsvRow, type Cells } from "./csv.ts";
import {
  badContent,
  isBadContent,
  ticketsMax,
  type BadContent,
  type DataLine,
  type NumberedLine,
} from "./data-line.ts";
import { parseDataObject } from "./parse-data-line.ts";

const required = [
  "booking",
  "external_id",
  "interaction",
  "activity",
  "slot_starting_at",
  "ticket_type",
  "booking_status",
  "booked_at",
] as const;
const columns = [...required, "host", "changed_at", "tickets", "attendees"] as const;
/** A column that says why an earlier import left a row out. It is ignored. */
const reasonColumn = "import_error";
type Column = (typeof columns)[number];

const asDataFile =
  "a first row with the names of columns; a data file is imported without --format csv, over the API as application/x-ndjson";

/** Separates the names in the column `attendees`. */
const nameSeparator = "|";

/**
 * Parses bookings from a spreadsheet's CSV: the columns are the fields of a data file, each row is a booking.
 * `tickets` is the booking's number of tickets, and `attendees` names the first of them; without both the
 * booking has one ticket. Tickets are live, or cancelled with their booking. The field of a bad row is its
 * column. A row is parsed when it is asked for, because it may stand for many tickets.
 */
export function* parseBookingCsv(
  text: string,
  now: number,
  skips?: (line: number) => boolean,
): Generator<NumberedLine, void> {
  if (/^\uFEFF?\s*\{/.test(text)) {
    return yield { line: 1, content: badContent(null, null, asDataFile) };
  }
  const sheet = { kind: "booking", columns, required, ignored: reasonColumn } as const;
  yield* parseCsv(text, sheet, (cells) => readRow(cells, now), skips);
}

function readRow(
  { tickets, attendees, ...fields }: Cells<Column>,
  now: number,
): DataLine | BadContent {
  const people = attendees?.split(nameSeparator).map((name) => name.trim()) ?? [];
  const cancelled = fields.booking_status === "CANCELLED" ? fields.booked_at : null;
  const ticket = (name?: string) => ({
    cancelled_at: cancelled,
    attendee: { display_name: name === "" ? null : name },
  });
  const parseWith = (list: readonly object[]) =>
    parseDataObject({ kind: "booking", ...fields, tickets: list }, now);
  const least = Math.max(people.length, 1);
  const count = tickets ?? String(least);
  if (/^[1-9]\d{0,3}$/.test(count) && Number(count) >= least && Number(count) <= ticketsMax) {
    return parseWith(Array.from({ length: Number(count) }, (_, index) => ticket(people[index])));
  }
  // The other fields are checked first: the report names the booking of a row where they are good.
  const rest = parseWith([ticket()]);
  if (isBadContent(rest)) return rest;
  const expected = `a whole number from 1 to ${ticketsMax}, and at least one for each name`;
  const key = fields.booking ?? null;
  return { bad: { kind: "booking", key, field: "tickets", expected }, names: null };
}

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
    writeCsvRow([reason, ...cells.filter((_, index) => index !== before)], delimiter);
  const bad = body.flatMap(({ line, record }) => {
    const reason = reasons.get(line);
    return reason === undefined ? [] : [write(reason, record)];
  });
  // Without a byte order mark, spreadsheets take UTF-8 for another encoding.
  return `\uFEFF${write(reasonColumn, names)}${bad.join("")}`;
}
