import { formatInstant, parseInstant } from "../instant.ts";
import { formatLocal, instantsOf } from "../local-time.ts";
import {
  orderGiven,
  ordersOfDate,
  otherThanGiven,
  type DateOrder,
  type DateOrders,
} from "./date-orders.ts";
import {
  parseWrittenTime,
  two,
  type NumberedDate,
  type WrittenTime,
} from "./written-date-times.ts";

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

/**
 * Reads the times of a spreadsheet's columns. A date with slashes or hyphens and its year last has its day first or its
 * month first, and only its column says which: a number above 12 in one of the rows. AM or PM decides nothing, since
 * half of the countries that write it put the day first. Where the rows of a column disagree, or no row decides, each such
 * date of the column is a fault, unless the sender gave the order (A74).
 */
export function prepareTimes<Column extends string>(
  orders: DateOrders<Column> | DateOrder,
): (column: Column, text: string) => CellTime {
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
}: Exclude<WrittenTime, NumberedDate>): CellTime {
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
