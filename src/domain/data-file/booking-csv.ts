import { ticketsMax } from "./booking-line.ts";
import { readCell } from "./csv-cell.ts";
import { csvRowsMax, parseCsvRows, type NumberedContent } from "./csv-rows.ts";
import type { DataLine } from "./data-line.ts";
import { badContent, isBadContent, parseDataLine, type BadContent } from "./parse-data-line.ts";

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
export const reasonColumn = "import_error";
type Column = (typeof columns)[number];

const asDataFile =
  "a first row with the names of columns; a data file is imported without --format csv, over the API as application/x-ndjson";

/** Separates the names in the column `attendees`. */
const nameSeparator = "|";

/**
 * Parses bookings from a spreadsheet's CSV. The first row names the fields of a data file, in any order; each
 * further row is a booking. `tickets` is the booking's number of tickets, and `attendees` names the first of
 * them; without both the booking has one ticket. Tickets are live, or cancelled with their booking. The
 * result has every row that `skips` does not leave out, good or bad, with the number of its line; the field
 * of a bad row is its column. A row is parsed when it is asked for, because it may stand for many tickets.
 */
export function* parseBookingCsv(
  text: string,
  now: number,
  skips: (line: number) => boolean = () => false,
): Generator<NumberedContent, void> {
  if (/^\uFEFF?\s*\{/.test(text)) {
    return yield { line: 1, content: badContent(null, null, asDataFile) };
  }
  const rows = parseCsvRows(text);
  if (!Array.isArray(rows)) return yield rows;
  const [header, ...body] = rows;
  const names = (header?.record ?? []).map((name) => name.trim().toLowerCase());
  const bad = refuseHeader(names);
  if (bad !== null) return yield { line: header?.line ?? 1, content: bad };
  if (body.length > csvRowsMax) {
    return yield { line: 1, content: badContent("booking", null, `at most ${csvRowsMax} rows`) };
  }
  for (const { line, record } of body) {
    if (!skips(line)) yield { line, content: readRow(names, record, now) };
  }
}

function refuseHeader(names: readonly string[]): BadContent | null {
  const known = new Set<string>([...columns, reasonColumn]);
  const missing = required.find((name) => !names.includes(name));
  const isGood =
    missing === undefined &&
    names.every((name) => known.has(name)) &&
    new Set(names).size === names.length;
  if (isGood) return null;
  const expected = `a first row with the names of columns, each once: ${columns.join(", ")}`;
  return badContent(null, missing ?? null, expected);
}

function readRow(
  names: readonly string[],
  record: readonly string[],
  now: number,
): DataLine | BadContent {
  if (record.slice(names.length).some((cell) => cell.trim() !== "")) {
    return badContent("booking", null, `a row of ${names.length} cells`);
  }
  const line: Record<string, unknown> = { kind: "booking" };
  for (const name of columns) {
    const text = readCell(record[names.indexOf(name)] ?? "");
    if (text !== "") line[name] = text;
  }
  const { tickets, attendees, ...fields } = line as Partial<Record<Column, string>>;
  const people = attendees?.split(nameSeparator).map((name) => name.trim()) ?? [];
  const cancelled = fields.booking_status === "CANCELLED" ? fields.booked_at : null;
  const ticket = (name?: string) => ({
    cancelled_at: cancelled,
    attendee: { display_name: name === "" ? null : name },
  });
  const parseWith = (list: readonly object[]) =>
    parseDataLine(JSON.stringify({ ...fields, tickets: list }), now);
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
