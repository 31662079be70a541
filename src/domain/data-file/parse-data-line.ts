import { formatInstant } from "../instant.ts";
import { isObject, parseJson } from "../json.ts";
import { csvDelimiterOf } from "./csv.ts";
import {
  badContent,
  dataKinds,
  isBadContent,
  keyFields,
  lineFields,
  lineReaders,
  type BadContent,
  type DataKind,
  type DataLine,
  type LineKey,
} from "./data-line.ts";
import { inside, isMismatch, mismatch, readField, shown, type Mismatch } from "./reader.ts";
import { instant } from "./values.ts";

const asCsv =
  "one JSON object; bookings in CSV are imported with --format csv, over the API as text/csv, in the console under a name that ends in .csv";

/** Parses one line of a data file without regard to other lines; `now` in milliseconds UTC. */
export function parseDataLine(text: string, now: number): DataLine | BadContent {
  const value = parseJson(text);
  return isObject(value)
    ? parseDataObject(value, now)
    : badContent(null, null, isBookingCsvHeader(text) ? asCsv : "one JSON object");
}

type Values = Readonly<Record<string, unknown>>;

/** Parses the object of a line. It may be too deep to be written as text. */
export function parseDataObject(value: Values, now: number): DataLine | BadContent {
  const kind = kindOf(value);
  if (kind === null) return withoutKind;
  const line: DataLine | Mismatch = lineReaders[kind](value, now);
  if (!isMismatch(line)) return line;
  const key = keyText(kind, value);
  const badField = ({ path, expected }: Mismatch) => ({
    kind,
    key,
    field: path.slice(1),
    expected,
  });
  const others = faultsOf(kind, value, now, line).map(badField);
  const names = readNames(kind, value, now);
  return { bad: badField(line), ...(others.length > 0 && { others }), names };
}

/** The faults of a line's fields beside its first one: misspelt fields, and one of each other field. */
function faultsOf(kind: DataKind, value: Values, now: number, first: Mismatch): Mismatch[] {
  const fields = lineFields[kind];
  const misspelt = Object.keys(value)
    .filter((name) => name !== "kind" && !Object.hasOwn(fields, name))
    .slice(0, misspeltMax)
    .map((name) => mismatch(first.expected, `.${shown(name)}`));
  const wrong = Object.entries(fields).flatMap(([name, field]) => {
    const read = readField(field, value[name], now);
    return isMismatch(read) ? [inside(`.${name}`, read)] : [];
  });
  return [...misspelt, ...wrong].filter(({ path }) => path !== first.path);
}

/** How many misspelt fields of a line are named. */
const misspeltMax = 20;

/** Parses only the kind and the key of a line and ignores its other fields. */
export function parseLineKey(line: object, now: number): LineKey | BadContent {
  const value: Values = { ...line };
  const kind = kindOf(value);
  return kind === null ? withoutKind : readKey(kind, value, now);
}

function kindOf(value: Values): DataKind | null {
  return dataKinds.find((known) => known === value["kind"]) ?? null;
}

const withoutKind = badContent(null, "kind", `one of ${dataKinds.join(", ")}`);

function readKey(kind: DataKind, value: Values, now: number): LineKey | BadContent {
  const key: Record<string, unknown> = { kind };
  for (const name of keyFields[kind]) {
    const field = lineFields[kind][name];
    if (field === undefined) throw new Error(`${kind} has no field ${name}.`);
    const read = readField(field, value[name], now);
    if (isMismatch(read)) return badContent(kind, name, read.expected);
    key[name] = read;
  }
  // Each field was parsed as a field of this kind of line.
  return key as LineKey;
}

function readNames(kind: DataKind, value: Values, now: number): BadContent["names"] {
  const key = readKey(kind, value, now);
  if (isBadContent(key)) return null;
  const { kind: _, ...names } = key;
  return names;
}

/** The key for a report, also where one of its own fields is the fault. */
function keyText(kind: DataKind, value: Values): string | null {
  const parts: string[] = [];
  for (const name of keyFields[kind]) {
    const part = value[name];
    if (name === "host" && (part === undefined || part === null)) continue;
    if (typeof part !== "string") return null;
    const time = name === "starting_at" ? instant(part, 0) : null;
    parts.push(typeof time === "number" ? formatInstant(time) : shown(part));
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
