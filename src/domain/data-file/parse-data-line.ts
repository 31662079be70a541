import { formatInstant } from "../instant.ts";
import { dataKinds, keyFields, type BadLine, type DataKind, type DataLine } from "./data-line.ts";
import { csvDelimiterOf } from "./csv-delimiter.ts";
import { lineKinds } from "./line-kinds.ts";
import { isMismatch, isObject, readField, shown, type Mismatch } from "./reader.ts";
import { slotFields } from "./slot-line.ts";

const asCsv =
  "one JSON object; bookings in CSV are imported with --format csv, over the API as text/csv, in the console under a name that ends in .csv";

/** A line that cannot be imported. */
export interface BadContent {
  readonly bad: Omit<BadLine, "line">;
  /**
   * The values of the key fields, where all of them are valid. The record's name is then known, so lines that
   * refer to it are not bad for that reason.
   */
  readonly names: Readonly<Record<string, string | number | null>> | null;
}

/** A parsed line with its number. */
export interface NumberedLine {
  readonly line: number;
  readonly content: DataLine | BadContent;
}

export function isBadContent(content: object): content is BadContent {
  return "bad" in content;
}

/** Parses one line of a data file without regard to other lines; `now` in milliseconds UTC. */
export function parseDataLine(text: string, now: number): DataLine | BadContent {
  const value = parseJson(text);
  return isObject(value)
    ? parseDataObject(value, now)
    : badContent(null, null, isBookingCsvHeader(text) ? asCsv : "one JSON object");
}

/** Parses the object of a line. It may be too deep to be written as text. */
export function parseDataObject(
  value: Readonly<Record<string, unknown>>,
  now: number,
): DataLine | BadContent {
  const kind = dataKinds.find((known) => known === value["kind"]);
  if (kind === undefined) return badContent(null, "kind", `one of ${dataKinds.join(", ")}`);
  const line: DataLine | Mismatch = lineKinds[kind].read(value, now);
  if (!isMismatch(line)) return line;
  return {
    bad: { kind, key: keyText(kind, value), field: line.path.slice(1), expected: line.expected },
    names: readNames(kind, value, now),
  };
}

/** A line that is bad before its content is parsed. */
export function badContent(
  kind: DataKind | null,
  field: string | null,
  expected: string,
): BadContent {
  return { bad: { kind, key: null, field, expected }, names: null };
}

// The JSON parser's message repeats a piece of the line, which may be an external id, so it is not used.
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readNames(
  kind: DataKind,
  value: Readonly<Record<string, unknown>>,
  now: number,
): BadContent["names"] {
  const names: Record<string, string | number | null> = {};
  for (const name of keyFields[kind]) {
    const field = lineKinds[kind].fields[name];
    const read = field === undefined ? null : readField(field, value[name], now);
    if (isMismatch(read)) return null;
    names[name] = read as string | number | null;
  }
  return names;
}

/** The key for a report, also where one of its own fields is the fault. */
function keyText(kind: DataKind, value: Readonly<Record<string, unknown>>): string | null {
  const parts: string[] = [];
  for (const name of keyFields[kind]) {
    const part = value[name];
    if (name === "host" && (part === undefined || part === null)) continue;
    if (typeof part !== "string") return null;
    const instant = name === "starting_at" ? readField(slotFields.starting_at, part, 0) : null;
    parts.push(typeof instant === "number" ? formatInstant(instant) : shown(part));
  }
  return parts.join("/");
}

/** Whether a line that is not JSON is the header of a spreadsheet of bookings, complete or not. */
function isBookingCsvHeader(line: string): boolean {
  if (line.length > headerMaxLength) return false;
  const names = line.replace(/^\uFEFF/, "").split(csvDelimiterOf(line));
  return names.length > 1 && names.some((name) => /^\s*"?external_id"?\s*$/i.test(name));
}

/** Characters. The names of all columns have 123. */
const headerMaxLength = 1_000;
