import { formatInstant, parseInstant } from "../instant.ts";
import { formatLocal, instantsOf } from "../local-time.ts";
import type { Cells } from "./csv.ts";

/** Returns the zone of a campaign by its public key. */
export type ZoneOf = (publicKey: string) => string | null;

/** What a cell with a time says: RFC 3339, a wall clock's time in milliseconds as if it were UTC, or a fault. */
export type CellTime =
  | { readonly text: string }
  | { readonly wallTime: number }
  | { readonly expected: string };

const example = "2030-05-01 09:00";
export const expectedTime = `a time such as ${example}, 01.05.2030 09:00 or 2030-05-01T09:00:00+02:00`;
const expectedOrder =
  `a date whose order its column shows, by AM or PM (then the month comes first) or by a day above 12, and the same ` +
  `in every row; write it as ${example}`;

const [iso, dotted, slashed] = [
  "(?<year>\\d{4})-(?<month>\\d\\d?)-(?<day>\\d\\d?)(?:T|,? +)",
  "(?<day>\\d\\d?)\\.(?<month>\\d\\d?)\\.(?<year>\\d{4}),? +",
  "(?<first>\\d\\d?)/(?<second>\\d\\d?)/(?<year>\\d{4}),? +",
];
const localTime = new RegExp(
  `^(?:${iso}|${dotted}|${slashed})(?<hour>\\d\\d?):(?<minute>\\d\\d)(?::(?<seconds>\\d\\d))?(?:\\s?(?<half>[AP])\\.?M\\.?)?$`,
  "i",
);

type Parts = Readonly<Record<string, string | undefined>>;

/** Where the day stands in the slashed dates of a column. */
type DayPlace = "first" | "second";

/**
 * Reads the times of a spreadsheet's columns. Spreadsheets write a slashed date by their locale, so only the column as a
 * whole says whether its first number is the day: a number above 12 does, and so does AM or PM, which stand behind a
 * month first. Where they do not agree, or nothing decides, each slashed date of the column is a fault (A74).
 */
export function prepareTimes<Column extends string>(
  rows: () => Iterable<Cells<Column>>,
): (column: Column, text: string) => CellTime {
  const places = new Map<Column, DayPlace | null>();
  const dayPlaceOf = (column: Column): DayPlace | null => {
    const known = places.get(column);
    if (known !== undefined) return known;
    const shown = new Set<DayPlace>();
    for (const { [column]: text } of rows())
      for (const place of shownBy(partsOf(text))) shown.add(place);
    const [only, ...others] = shown;
    const place = others.length === 0 ? (only ?? null) : null;
    places.set(column, place);
    return place;
  };
  return (column, text) => {
    if (parseInstant(text) !== null) return { text };
    const parts = partsOf(text);
    if (parts === null) return { expected: expectedTime };
    const place = parts["first"] === undefined ? "first" : dayPlaceOf(column);
    if (place === null) return { expected: expectedOrder };
    const wallTime = wallTimeOf(parts, place);
    return wallTime === null ? { expected: expectedTime } : { wallTime };
  };
}

/** Reads `2030-05-01 9:00` or `01.05.2030 09:00`, as the clock shows it; null for anything else. */
export function parseLocalTime(text: string): number | null {
  const parts = partsOf(text);
  return parts === null || parts["first"] !== undefined ? null : wallTimeOf(parts, "first");
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

function partsOf(text: string | undefined): Parts | null {
  return text === undefined ? null : (localTime.exec(text)?.groups ?? null);
}

function shownBy(parts: Parts | null): DayPlace[] {
  if (parts?.["first"] === undefined) return [];
  const { first, second, half } = parts;
  return [
    ...(Number(first) > 12 ? (["first"] as const) : []),
    ...(Number(second) > 12 || half !== undefined ? (["second"] as const) : []),
  ];
}

function wallTimeOf(parts: Parts, dayPlace: DayPlace): number | null {
  const { year, first, second, minute, seconds = "00", half } = parts;
  const [dayOfSlashed, monthOfSlashed] = dayPlace === "first" ? [first, second] : [second, first];
  const day = two(parts["day"] ?? dayOfSlashed);
  const month = two(parts["month"] ?? monthOfSlashed);
  const hour = hourOf(Number(parts["hour"]), half?.toUpperCase());
  return hour === null
    ? null
    : parseInstant(`${year}-${month}-${day}T${two(String(hour))}:${minute}:${seconds}Z`);
}

/** The hour of the day; twelve is the first one of each half. */
function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === "P" ? 12 : 0);
}

function two(text = ""): string {
  return text.padStart(2, "0");
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
