import { formatInstant } from "../instant.ts";
import { isObject, parseJson } from "../json.ts";
import { withDataOf } from "./shop-data.ts";
import { csvDelimiterOf } from "./csv-text.ts";
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
  type BookingLine,
} from "./data-line.ts";
import { readField, type Field } from "./field.ts";
import {
  inside,
  isMismatch,
  mismatch,
  shown,
  type Mismatch,
  instant,
  clockSkewMs,
} from "./values.ts";

const asCsv =
  "one JSON object; bookings in CSV are imported with --format csv, over the API as text/csv, in the console under a name that ends in .csv";

/** Parses one line of a data file without regard to other lines; `now` in milliseconds UTC. */
export function parseDataLine(text: string, now: number): DataLine | BadContent {
  const value = parseJson(text);
  return isObject(value)
    ? parseDataObject(withDataOf(text, value), now)
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

/** Characters: more than the names of all columns have. */
const headerMaxLength = 1_000;

/**
 * Writes a line in the order of its fields. A value that absence means too is left out, except from tickets, which are
 * written in full, and where the field `isAlwaysWritten`.
 */
export function formatDataLine(line: DataLine): object {
  return format(line, (value, field) =>
    readsAs(
      value,
      field.isAlwaysWritten === true ? field.whenAbsent : (field.whenNull ?? field.whenAbsent),
    ),
  );
}

/** Writes a line with all its fields: its import clears every stored value that the line has as null. */
export function formatWholeLine(line: DataLine): object {
  return format(line, (value, field) => readsAs(value, field.whenAbsent));
}

function format(
  line: DataLine,
  isLeftOut: (value: unknown, field: Field<unknown>) => boolean,
): object {
  const values: Readonly<Record<string, unknown>> = line;
  const written: Record<string, unknown> = { kind: line.kind };
  // The campaign's id stands before its public key.
  if (line.kind === "interaction") written["id"] = line.id;
  for (const [name, field] of Object.entries(lineFields[line.kind])) {
    const value = values[name];
    if (field.isOrder === true) continue;
    if ("whenAbsent" in field && (value === undefined || isLeftOut(value, field))) continue;
    written[name] = field.write === undefined ? value : field.write(value);
  }
  return written;
}

/** Whether a value equals the one that absence means. The only object among these is an empty map. */
function readsAs(value: unknown, whenAbsent: unknown): boolean {
  if (!isObject(value) || !isObject(whenAbsent)) return value === whenAbsent;
  return Object.keys(value).length === 0;
}

/** The line with every time that an import would refuse as in the future set to now. */
export function notAfter(line: BookingLine, now: number): BookingLine {
  const cut = (at: number) => (at > now + clockSkewMs ? now : at);
  const cutOrNull = (at: number | null) => (at === null ? null : cut(at));
  const tickets = line.tickets.map(({ cancelled_at, attendee }) => ({
    cancelled_at: cutOrNull(cancelled_at),
    attendee: { ...attendee, checked_in_at: cutOrNull(attendee.checked_in_at) },
  }));
  const bookedAt = cut(line.booked_at);
  const times = tickets.flatMap((each) => [each.cancelled_at, each.attendee.checked_in_at]);
  const latest = Math.max(bookedAt, ...times.map((at) => at ?? 0));
  const changed = cutOrNull(line.changed_at);
  return {
    ...line,
    booked_at: bookedAt,
    // No earlier than any time that stays.
    changed_at: changed === null ? null : Math.max(changed, latest),
    tickets,
  };
}
