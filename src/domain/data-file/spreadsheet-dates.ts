/**
 * Where a date of a spreadsheet becomes an instant. `date-forms.ts` parses the text of a cell into year, month, day and
 * time. What it leaves open is decided here:
 *
 * 1. The order of day and month of a date such as `5/01/2031`: the sender gives it, or `DateOrders` sees in all rows of
 *    the column a number above 12 (`orderShown`). Where the rows disagree, or no row decides, each such date of the
 *    column is a fault (A74).
 * 2. The instant of a time without an offset from UTC: the campaign's clock shows it once, never or twice (`instantOfLocal`).
 *
 * `BookingRows` (`booking-csv.ts`) and `parseSlotCsv` (`slot-csv.ts`) call both for each row.
 */
import type { Cells } from "./csv.ts";
import { parseWrittenTime, two, type NumberedDate, type WrittenTime } from "./date-forms.ts";
import { formatInstant, parseInstant } from "../instant.ts";
import { formatLocal, instantsOf } from "../local-time.ts";

/** Returns the zone of a campaign by its public key. */
export type ZoneOf = (publicKey: string) => string | null;

/** What a cell with a time says: RFC 3339, a wall clock's time in milliseconds as if it were UTC, or a fault. */
export type CellTime =
  | { readonly text: string }
  | { readonly wallTime: number }
  | { readonly expected: string };

export const expectedTime =
  "a time such as 2030-05-01 09:00, 01.05.2030 09:00 or 2030-05-01T09:00:00+02:00";

/** Days since 1900 with a part of a day, as a spreadsheet keeps a time; these are the years 1982 to 2173. */
const dayNumber = /^[3-9]\d{4}(?:[.,]\d+)?$/;
const notDayNumber = `${expectedTime}, not a spreadsheet's number of a day: give the column the format of a date, and save it again`;

/** Reads the cell of a column that has times. */
export type ReadTime<Column extends string> = (column: Column, text: string) => CellTime;

/** Reads the times of a spreadsheet's columns, by the order that the sender gave or that all rows show. */
export function prepareTimes<Column extends string>(
  orders: DateOrders<Column> | DateOrder,
): ReadTime<Column> {
  return (column, text) => {
    if (parseInstant(text) !== null) return { text };
    const written = parseWrittenTime(text);
    if (written === null) return { expected: dayNumber.test(text) ? notDayNumber : expectedTime };
    if (!("numbers" in written)) return cellTime(written);
    const possible = ordersOfDate(written);
    if (possible.length === 0) return { expected: expectedTime };
    const order = typeof orders === "string" ? orderGiven(orders) : orders.of(column);
    if (typeof order === "object") return order;
    if (!possible.includes(order)) return { expected: otherThanGiven(order) };
    const [day, month] = order === "dmy" ? written.numbers : written.numbers.toReversed();
    return cellTime({ ...written, month: two(month), day: two(day) });
  };
}

function cellTime({
  year,
  month,
  day,
  time,
  offset,
}: Exclude<WrittenTime, NumberedDate>): CellTime {
  const wallTime = parseInstant(`${year}-${month}-${day}T${time}Z`);
  if (wallTime === null) return { expected: expectedTime };
  return offset === null ? { wallTime } : { text: formatInstant(wallTime - offset) };
}

/** The order of day, month and year in the dates of a spreadsheet, as its sender says it. */
export const dateOrders = ["dmy", "mdy", "ymd"] as const;
export type DateOrder = (typeof dateOrders)[number];

const example = "2030-05-01 09:00";

/** The order of a column's dates that do not show it themselves, or the fault of such a date where it is not known. */
export type ColumnOrder = "dmy" | "mdy" | { readonly expected: string };

/**
 * Finds out from all rows of a spreadsheet which order each column's dates have. AM or PM decides nothing, since half of
 * the countries that write it put the day first.
 */
export class DateOrders<Column extends string> {
  readonly #shown = new Map<Column, { dmy?: string; mdy?: string }>();
  readonly #columns: readonly Column[];

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
  }

  see(cells: Cells<Column>): void {
    for (const column of this.#columns) {
      const text = cells[column];
      if (text === undefined || !yearLastDate.test(text)) continue;
      const written = parseWrittenTime(text);
      if (written === null || !("numbers" in written)) continue;
      const [order, other] = ordersOfDate(written);
      if (order === undefined || other !== undefined) continue;
      const shown = this.#shown.get(column) ?? {};
      // The fault of a column with both orders quotes the first row of each.
      shown[order] ??= text;
      this.#shown.set(column, shown);
    }
  }

  of(column: Column): ColumnOrder {
    return orderShown(this.#shown.get(column) ?? {});
  }
}

/** A date with slashes or hyphens and its year last. Its form does not say whether its day or its month comes first. */
export const yearLastDate = /\d[-/]\d{1,2}[-/]\d{4}/;

function orderShown({ dmy, mdy }: { readonly dmy?: string; readonly mdy?: string }): ColumnOrder {
  if (dmy !== undefined && mdy !== undefined) {
    return {
      expected:
        `dates in one order: in this column ${dmy} has its day first and ${mdy} its month first; ` +
        `write them as ${example}`,
    };
  }
  if (dmy !== undefined) return "dmy";
  if (mdy !== undefined) return "mdy";
  return {
    expected:
      `a date whose order its column shows by a number above 12, or that is given (--dates dmy, mdy or ymd); ` +
      `or write it as ${example}`,
  };
}

/** The orders in which this is a date: both for `5/01/2031`, and none for `13/14/2031`, which shows no order. */
export function ordersOfDate({ year, time, numbers }: NumberedDate): readonly ("dmy" | "mdy")[] {
  return (["dmy", "mdy"] as const).filter((order) => {
    const [day, month] = order === "dmy" ? numbers : numbers.toReversed();
    return parseInstant(`${year}-${two(month)}-${two(day)}T${time}Z`) !== null;
  });
}

/** The fault of a date that is of no calendar in the order that the sender gave. */
export function otherThanGiven(order: "dmy" | "mdy"): string {
  const first = order === "dmy" ? "day" : "month";
  return `a date with its ${first} first, as the order ${order} says; write this one as ${example}`;
}

/** The order that the sender gave. */
export function orderGiven(given: DateOrder): ColumnOrder {
  return given === "ymd"
    ? { expected: `a date with its year first, as the order ymd says, such as ${example}` }
    : given;
}

/** The instant of a wall clock's time in a zone. `repeated` says which of two counts; absent: neither (A74). */
export function instantOfLocal(
  wallTime: number,
  timezone: string,
  repeated?: "first",
): { readonly text: string } | { readonly expected: string } {
  const [first, second] = instantsOf(wallTime, timezone);
  if (first === undefined) {
    const after = formatLocal(nextShown(wallTime, timezone)).replace("T", " ");
    return {
      expected: `a time that clocks in ${timezone} show that day, such as ${after}: they are put forward over this one`,
    };
  }
  if (second === undefined || repeated === "first") return { text: formatInstant(first) };
  const both = [first, second].map((instant) => withOffset(wallTime, instant)).join(" or ");
  return { expected: `${both}: clocks in ${timezone} are put back, and show this time twice` };
}

const quarterMs = 900_000;

/** The first time behind it, in quarters of an hour, that the clock shows. No clock jumps over more than a day. */
function nextShown(wallTime: number, timezone: string): number {
  const begin = Math.floor(wallTime / quarterMs) * quarterMs;
  for (let step = 1; step <= 100; step += 1) {
    if (instantsOf(begin + step * quarterMs, timezone).length > 0) return begin + step * quarterMs;
  }
  return wallTime;
}

/** RFC 3339 with the offset from UTC that the wall clock has at the instant. */
function withOffset(wallTime: number, instant: number): string {
  const minutes = Math.round((wallTime - instant) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const offset = `${minutes < 0 ? "-" : "+"}${two(String(hours))}:${two(String(rest))}`;
  return `${formatInstant(wallTime).replace("Z", "")}${offset}`;
}

/** Reads `2030-05-01 9:00` or `01.05.2030 09:00`, as the clock shows it; null for anything else. */
export function parseLocalTime(text: string): number | null {
  const written = parseWrittenTime(text);
  if (written === null || "numbers" in written) return null;
  const time = cellTime(written);
  return "wallTime" in time ? time.wallTime : null;
}
