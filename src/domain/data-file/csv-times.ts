import { formatInstant, parseInstant } from "../instant.ts";
import { formatLocal, instantsOf } from "../local-time.ts";
import type { Cells } from "./csv.ts";
import { parseWrittenTime, two, type Numbers, type WrittenTime } from "./written-times.ts";

/** Returns the zone of a campaign by its public key. */
export type ZoneOf = (publicKey: string) => string | null;

/** What a cell with a time says: RFC 3339, a wall clock's time in milliseconds as if it were UTC, or a fault. */
export type CellTime =
  | { readonly text: string }
  | { readonly wallTime: number }
  | { readonly expected: string };

/** The order of day, month and year in the dates of a spreadsheet, as its sender says it. */
export const dateOrders = ["dmy", "mdy", "ymd"] as const;
export type DateOrder = (typeof dateOrders)[number];

const example = "2030-05-01 09:00";
export const expectedTime = `a time such as ${example}, 01.05.2030 09:00 or 2030-05-01T09:00:00+02:00`;

/** Days since 1900 with a part of a day, as a spreadsheet keeps a time; these are the years 1982 to 2173. */
const dayNumber = /^[3-9]\d{4}(?:[.,]\d+)?$/;
const notDayNumber = `${expectedTime}, not a spreadsheet's number of a day: give the column the format of a date, and save it again`;

/** The order of a column's dates that do not say it themselves, or what to do where it is not known. */
type ColumnOrder = "dmy" | "mdy" | { readonly expected: string };

/**
 * Reads the times of a spreadsheet's columns. A date with slashes or hyphens and its year last has its day first or its
 * month first, and only its column says which: a number above 12 in one of the rows. AM or PM decides nothing, since
 * half of the countries that write it put the day first. Where the rows of a column disagree, or no row decides, each such
 * date of the column is a fault, unless the sender gave the order (A74).
 */
export function prepareTimes<Column extends string>(
  orders: DateOrders<Column> | DateOrder,
): (column: Column, text: string) => CellTime {
  const given = typeof orders === "string" ? orderGiven(orders) : null;
  const orderOf = (column: Column): ColumnOrder =>
    given ?? (orders as DateOrders<Column>).of(column);
  return (column, text) => {
    if (parseInstant(text) !== null) return { text };
    const written = parseWrittenTime(text);
    if (written === null) return { expected: dayNumber.test(text) ? notDayNumber : expectedTime };
    if (!("numbers" in written)) return cellTime(written);
    const order = orderOf(column);
    if (typeof order === "object") return order;
    const [day, month] = order === "dmy" ? written.numbers : written.numbers.toReversed();
    if (Number(month) > 12 && Number(day) <= 12) return { expected: otherThanGiven(order) };
    return cellTime({ ...written, month: two(month), day: two(day) });
  };
}

function otherThanGiven(order: "dmy" | "mdy"): string {
  const first = order === "dmy" ? "day" : "month";
  return `a date with its ${first} first, as the order ${order} says; write this one as ${example}`;
}

function orderGiven(given: DateOrder): ColumnOrder {
  return given === "ymd"
    ? { expected: `a date with its year first, as the order ymd says, such as ${example}` }
    : given;
}

/** Learns from all rows of a spreadsheet which order each column's dates have. */
export class DateOrders<Column extends string> {
  readonly #shown = new Map<Column, { dmy?: string; mdy?: string }>();
  readonly #columns: readonly Column[];

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
  }

  see(cells: Cells<Column>): void {
    for (const column of this.#columns) {
      const text = cells[column];
      if (text === undefined || !ambiguousDate.test(text)) continue;
      const written = parseWrittenTime(text);
      if (written === null || !("numbers" in written)) continue;
      const order = orderOfNumbers(written.numbers);
      if (order === null) continue;
      const shown = this.#shown.get(column) ?? {};
      // The first row that shows each is quoted where they disagree.
      shown[order] ??= text;
      this.#shown.set(column, shown);
    }
  }

  of(column: Column): ColumnOrder {
    return orderShown(this.#shown.get(column) ?? {});
  }
}

/** A date that does not say by itself whether its day or its month comes first. */
export const ambiguousDate = /\d[-/]\d{1,2}[-/]\d{4}/;

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

function orderOfNumbers([first, second]: Numbers): "dmy" | "mdy" | null {
  if (Number(first) > 12) return "dmy";
  return Number(second) > 12 ? "mdy" : null;
}

/** Reads `2030-05-01 9:00` or `01.05.2030 09:00`, as the clock shows it; null for anything else. */
export function parseLocalTime(text: string): number | null {
  const written = parseWrittenTime(text);
  if (written === null || "numbers" in written) return null;
  const time = cellTime(written);
  return "wallTime" in time ? time.wallTime : null;
}

function cellTime({
  year,
  month,
  day,
  time,
  offset,
}: Exclude<WrittenTime, { numbers: Numbers }>): CellTime {
  const wallTime = parseInstant(`${year}-${month}-${day}T${time}Z`);
  if (wallTime === null) return { expected: expectedTime };
  return offset === null ? { wallTime } : { text: formatInstant(wallTime - offset) };
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
