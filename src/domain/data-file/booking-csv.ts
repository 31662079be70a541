import { parseInstant } from "../instant.ts";
import {
  bookingCsvColumns,
  expectedIn,
  sheetOf,
  timeColumns,
  titleAbove,
  type BookingColumn,
} from "./booking-columns.ts";
import {
  type DateOrder,
  DateOrders,
  type ReadTime,
  type ZoneOf,
  instantOfLocal,
  prepareTimes,
} from "./spreadsheet-dates.ts";
import { layoutOf, type Cells, type ReadCells } from "./csv.ts";
import type { CsvRow } from "./csv-splitter.ts";
import {
  badContent,
  isBadContent,
  lineFields,
  type BadContent,
  type DataLine,
  type NumberedLine,
} from "./data-line.ts";
import { warningsOf } from "./cell-warnings.ts";
import { idOfReference } from "../id-of-reference.ts";
import type { NamesInSheet } from "./names-in-sheet.ts";
import { otherFormat } from "./other-format.ts";
import type { SheetMapping } from "./sheet-mapping.ts";
import { parseShopData } from "./shop-data.ts";
import { readTicketCells } from "./tickets-of-row.ts";
import { parseDataObject } from "./data-line-text.ts";
import { readField } from "./field.ts";
import { isMismatch, shown } from "./values.ts";

/** What is expected of an empty file. */
export const rowMissing = "a first row with the names of columns; the file is empty";

const asDataFile =
  "a first row with the names of columns; a data file is imported with --format ndjson, over the API as application/x-ndjson";

export interface HowToReadCsv {
  readonly zoneOf?: ZoneOf;
  /** The account, `tenant/environment`: ids are made of it where a row has only a reference. */
  readonly account?: string | undefined;
  /** Whether the row that begins on this line is left out. */
  readonly skips?: ((line: number) => boolean) | undefined;
  /** The order of its dates, as its sender says it or as all its rows show it (`BookingDates`). */
  readonly dates: DateOrder | DateOrders<BookingColumn>;
  /** What its columns are, where they do not have the names of a line's fields. */
  readonly mapping?: SheetMapping | undefined;
  /** What people call the things that rows of a mapped file name. */
  readonly names?: NamesInSheet | undefined;
}

/** What is wrong with a file that is no spreadsheet, by its first bytes; null for others. */
export function otherThanCsv(begin: Uint8Array): string | null {
  const isDataFile = /^\uFEFF?\s*\{/.test(new TextDecoder().decode(begin.subarray(0, 1024)));
  return isDataFile ? asDataFile : otherFormat(begin);
}

/**
 * Reads bookings from the rows of a spreadsheet: the columns are the fields of a data file, each row is a booking.
 * `tickets` is the booking's number of tickets, and `attendees` names the first of them; without both the
 * booking has one ticket. Tickets are live, or cancelled with their booking; where `tickets` is 0, the one that there must
 * be is cancelled. Times may be local in the campaign's zone, which `zoneOf` knows. The field of a bad row is its column, and each of its faults is reported. Rows come in portions,
 * in their order; one is parsed when it is asked for, because it may stand for many tickets.
 */
export class BookingRows {
  readonly #now: number;
  readonly #how: HowToReadCsv;
  readonly #readTime: ReadTime<BookingColumn>;
  #layout: ReturnType<typeof layoutOf<BookingColumn>> | null = null;

  constructor(now: number, how: HowToReadCsv) {
    this.#now = now;
    this.#how = how;
    this.#readTime = prepareTimes(how.dates);
  }

  *read(rows: readonly CsvRow[], delimiter: string): Generator<NumberedLine, void> {
    const { mapping, skips = () => false } = this.#how;
    const [header] = rows;
    if (header === undefined) return;
    const isFirst = this.#layout === null;
    this.#layout ??= layoutOf(sheetOf(mapping), header, delimiter);
    const layout = this.#layout;
    if ("content" in layout) {
      if (isFirst) yield titleAbove(rows, delimiter, mapping) ?? layout;
      return;
    }
    for (const { line, record } of isFirst ? rows.slice(1) : rows) {
      if (skips(line)) continue;
      const bad = layout.refuseLong(record);
      yield { line, ...(bad === null ? this.#readRow(layout.read(record)) : { content: bad }) };
    }
  }

  /** What is wrong with a file without any row. */
  end(): NumberedLine | null {
    return this.#layout === null ? { line: 1, content: badContent(null, null, rowMissing) } : null;
  }

  #readRow({
    cells: given,
    faults,
  }: ReadCells<BookingColumn>): Pick<NumberedLine, "content" | "warnings"> {
    const { zoneOf = () => null, account = "", names } = this.#how;
    const cells = names?.withIds(given) ?? given;
    const { booking, reference, interaction: publicKey } = cells;
    const isOfReference =
      booking === undefined && reference !== undefined && publicKey !== undefined;
    const named = isOfReference
      ? { ...cells, booking: idOfReference({ account, publicKey, reference }) }
      : cells;
    const content = readRow(named, this.#readTime, zoneOf, this.#now, faults);
    const warnings = isBadContent(content)
      ? []
      : warningsOf("external_id", cells.external_id ?? "");
    return {
      content,
      ...(warnings.length > 0 && { warnings }),
      ...(isOfReference && { isOfReference }),
    };
  }
}

/** Finds the order of a spreadsheet's dates in its rows, which come in portions, but for those that are left out. */
export class BookingDates {
  readonly orders = new DateOrders<BookingColumn>(timeColumns);
  readonly #how: Pick<HowToReadCsv, "mapping" | "skips">;
  #layout: ReturnType<typeof layoutOf<BookingColumn>> | null = null;

  constructor(how: Pick<HowToReadCsv, "mapping" | "skips">) {
    this.#how = how;
  }

  see(rows: readonly CsvRow[], delimiter: string): void {
    const { mapping, skips = () => false } = this.#how;
    const [header] = rows;
    if (header === undefined) return;
    const isFirst = this.#layout === null;
    this.#layout ??= layoutOf(sheetOf(mapping), header, delimiter);
    if ("content" in this.#layout) return;
    for (const { line, record } of isFirst ? rows.slice(1) : rows) {
      if (!skips(line)) this.orders.see(this.#layout.read(record).cells);
    }
  }
}

/** Reads a row, or all of its faults in the order of the fields; `found` are those of single cells. */
function readRow(
  { tickets, attendees, checked_in, data, ...cells }: Cells<BookingColumn>,
  readTime: ReadTime<BookingColumn>,
  zoneOf: ZoneOf,
  now: number,
  found: ReadonlyMap<string, string> = new Map(),
): DataLine | BadContent {
  const faults = new Map(found);
  const fields: Record<string, string> = { ...cells };
  const given: Readonly<Record<string, unknown>> =
    data === undefined ? {} : { data: parseShopData(data) };
  const attended = attendanceOf(cells.checked_in_at);
  if (attended !== null) delete fields["checked_in_at"];
  const zone = cells.interaction === undefined ? null : zoneOf(cells.interaction);
  for (const column of timeColumns) {
    const text = fields[column];
    if (text === undefined) continue;
    const time = readTime(column, text);
    if ("wallTime" in time && zone === null) {
      if (cells.interaction !== undefined) faults.set("interaction", knownInteraction);
      continue;
    }
    const instant = "wallTime" in time ? instantOfLocal(time.wallTime, zone ?? "") : time;
    if ("text" in instant) fields[column] = instant.text;
    else faults.set(column, instant.expected);
  }
  const isLocal = (name: string) =>
    fields[name] !== undefined && parseInstant(fields[name]) === null;
  for (const [name, field] of Object.entries(lineFields.booking)) {
    const isTime = timeColumns.some((column) => column === name);
    if (faults.has(name) || name === "tickets" || (isTime && isLocal(name))) continue;
    const read = readField(field, { ...fields, ...given }[name], now);
    if (isMismatch(read)) faults.set(name, expectedIn(name, fields[name]) ?? read.expected);
  }
  const counted = readTicketCells({ tickets, attendees, checked_in });
  const { people, count, came, isEnded } = counted;
  for (const [column, expected] of counted.faults) faults.set(column, expected);
  const { cancelled_at: end, checked_in_at: checkedIn, ...line } = fields;
  const isCancelled = line["booking_status"] === "CANCELLED";
  if (end !== undefined && !isCancelled) {
    faults.set("cancelled_at", "nothing: only a CANCELLED booking has such a time");
  }
  // `booked_at` is the time of the status.
  const cancelledAt = isCancelled ? (end ?? line["booked_at"]) : null;
  // Who cancelled did not come: systems fill such a column in every row.
  const start = isCancelled ? undefined : line["slot_starting_at"];
  const atStart = attended === true || (checkedIn === undefined && (came ?? 0) > 0);
  const checkedInAt = atStart ? start : checkedIn;
  if (atStart && Number(parseInstant(checkedInAt ?? "")) > now) {
    faults.set(
      attended === true ? "checked_in_at" : "checked_in",
      "nothing, or false: the slot has not begun",
    );
  }
  if (faults.size > 0) return badRow(cells.booking, faults);
  const list = Array.from({ length: count }, (_, index) => ({
    cancelled_at: isEnded ? (cancelledAt ?? line["booked_at"]) : cancelledAt,
    attendee: {
      display_name: people[index] === "" ? null : people[index],
      checked_in_at: index < (came ?? count) ? (checkedInAt ?? null) : null,
    },
  }));
  const bookedAt = cancelledAt ?? line["booked_at"];
  return parseDataObject(
    { kind: "booking", ...line, ...given, booked_at: bookedAt, tickets: list },
    now,
  );
}

/** Whether the cell says that all attendees came; null where it has the time at which they did. */
function attendanceOf(cell: string | undefined): boolean | null {
  if (cell === undefined || cell.toLowerCase() === "false") return false;
  return cell.toLowerCase() === "true" ? true : null;
}

const knownInteraction =
  "the public_key of an interaction in the account, whose zone its times have";

function badRow(booking: string | undefined, faults: ReadonlyMap<string, string>): BadContent {
  const names: readonly string[] = [...Object.keys(lineFields.booking), ...bookingCsvColumns];
  const key = booking === undefined ? null : shown(booking);
  const [bad, ...others] = Array.from(faults, ([field, expected]) => ({
    kind: "booking" as const,
    key,
    field,
    expected,
  })).toSorted((one, other) => names.indexOf(one.field) - names.indexOf(other.field));
  if (bad === undefined) throw new Error("A bad row has a fault.");
  return { bad, others, names: null };
}
