import { bookingStatuses } from "../booking.ts";
import { shopFieldNames } from "./shop-data.ts";
import { isObject, parseJson } from "../json.ts";
import { dateOrders, type DateOrder } from "./spreadsheet-dates.ts";
import { shown } from "./values.ts";

/**
 * What the columns of a spreadsheet from another system are. A person writes a mapping once, or lets the service guess
 * one (`guessMapping`), and imports each day's file with it:
 *
 *     {
 *       "columns": {
 *         "Order code": "reference",
 *         "Email": "external_id",
 *         "Status": { "field": "booking_status", "values": { "paid": "CONFIRMED", "canceled": "CANCELLED" } },
 *         "Class": { "field": "activity", "values": { "Yoga Mo": { "activity": "yoga", "host": "mo" } } },
 *         "Company": null
 *       },
 *       "fixed": { "interaction": "pk_summer", "ticket_type": "standard" },
 *       "dates": "dmy"
 *     }
 *
 * Every column of the file is named, with the field that it has or null where it is left out on purpose; so a column
 * that a new version of the other system adds is never lost in silence. `values` translate what stands in a cell,
 * whatever its letter case; `Tasting with *` stands for all values that begin so. `fixed` has the fields that are the same in every row.
 */
export interface SheetMapping {
  /** The mapping as it was sent. */
  readonly source: string;
  /** By the column's name in lower case. */
  readonly columns: ReadonlyMap<string, MappedColumn | null>;
  readonly fixed: Readonly<Partial<Record<MappedField, string>>>;
  readonly dates: DateOrder | undefined;
}

export interface MappedColumn {
  /** The column's name as the mapping has it. */
  readonly name: string;
  readonly field: MappedField;
  /** By the cell's text in lower case. Null: no translation. */
  readonly values: ReadonlyMap<string, Translation> | null;
  /** Translations of values by their beginning, the longest first. */
  readonly beginnings: readonly (readonly [beginning: string, translation: Translation])[];
}

/** Ends a value of a mapping that stands for all values that begin so. */
export const beginningMark = "*";

/** What a value of a column stands for: fields with their texts. */
export type Translation = Readonly<Partial<Record<MappedField, string>>>;

/** Fields with a time may be two columns; a name may be one column or two. */
export const mappedFields = [
  "booking",
  "external_id",
  "interaction",
  "activity",
  "host",
  "slot_starting_at",
  "slot_date",
  "slot_time",
  "ticket_type",
  "booking_status",
  "booked_at",
  "booked_date",
  "booked_time",
  "cancelled_at",
  "checked_in_at",
  "changed_at",
  "tickets",
  "attendees",
  "first_name",
  "last_name",
  ...shopFieldNames,
] as const;
export type MappedField = (typeof mappedFields)[number];

/** The halves of a field, of which the first is needed for the second. */
export const halves = {
  slot_starting_at: ["slot_date", "slot_time"],
  booked_at: ["booked_date", "booked_time"],
  attendees: ["first_name", "last_name"],
} as const satisfies Partial<Record<MappedField, readonly [MappedField, MappedField]>>;

/** Begins the line with a mapping that a spreadsheet is sent behind. */
export const mappingMark = "map=";

/** Characters of a mapping as JSON, at most. */
const mappingMaxLength = 1_048_576;

/** Bytes of a line with a mapping, at most. */
export const mappingLineMaxBytes = 4 * mappingMaxLength + mappingMark.length;

/** The mapping in the first bytes of a file, with how many of them it takes; null where none stands there. */
export function takeMapping(begin: Buffer): {
  readonly mapping: SheetMapping | { readonly wrong: string } | null;
  readonly length: number;
  /** Whether more bytes would change nothing. */
  readonly isWhole: boolean;
} {
  const mark = begin.subarray(0, mappingMark.length).toString();
  if (mark !== mappingMark) {
    return { mapping: null, length: 0, isWhole: begin.length >= mappingMark.length };
  }
  const end = begin.indexOf("\n");
  const line = begin.subarray(mappingMark.length, end === -1 ? begin.length : end);
  const length = end === -1 ? begin.length : end + 1;
  return { mapping: parseMapping(line.toString().trimEnd()), length, isWhole: end !== -1 };
}

/** Parses a mapping, or says what is wrong with it, by the names that it has. */
export function parseMapping(text: string): SheetMapping | { readonly wrong: string } {
  if (text.length > mappingMaxLength) {
    return wrong(`it is longer than ${mappingMaxLength} characters`);
  }
  const value = parseJson(text.replace(/^\uFEFF/, ""));
  if (!isObject(value)) return wrong("it is not one JSON object");
  const unknown = Object.keys(value).find((key) => !["columns", "fixed", "dates"].includes(key));
  if (unknown !== undefined) {
    return wrong(
      `it has "${shown(unknown)}", but a mapping has "columns", "fixed" and "dates" only`,
    );
  }
  const { columns: givenColumns, fixed: givenFixed = {}, dates } = value;
  if (!isObject(givenColumns))
    return wrong('its "columns" is not an object with the columns\' names');
  if (!isObject(givenFixed)) return wrong('its "fixed" is not an object with fields');
  if (dates !== undefined && !isDateOrder(dates)) {
    return wrong(`its "dates" is none of ${dateOrders.join(", ")}`);
  }
  const columns = readColumns(givenColumns);
  if ("wrong" in columns) return columns;
  const fixed = readTranslation(givenFixed);
  if ("wrong" in fixed) return wrong(`of "fixed", ${fixed.wrong}`);
  const twice = refuseDoubles([...columns.read.values()], fixed.read);
  return twice ?? { source: text, columns: columns.read, fixed: fixed.read, dates };
}

function wrong(what: string): { readonly wrong: string } {
  return { wrong: what };
}

function isDateOrder(value: unknown): value is DateOrder {
  return dateOrders.some((order) => order === value);
}

type ReadOr<T> = { readonly read: T } | { readonly wrong: string };

function readColumns(given: object): ReadOr<Map<string, MappedColumn | null>> {
  const columns = new Map<string, MappedColumn | null>();
  for (const [name, meaning] of Object.entries(given)) {
    const key = columnKey(name);
    if (columns.has(key)) return wrong(`it names the column ${quoted(name)} twice`);
    const column = readColumn(name, meaning);
    if ("wrong" in column) return wrong(`of the column ${quoted(name)}, ${column.wrong}`);
    columns.set(key, column.read);
  }
  return { read: columns };
}

/** A column's name, as it is compared. */
export function columnKey(name: string): string {
  return name.trim().toLowerCase().normalize("NFC");
}

function readColumn(name: string, meaning: unknown): ReadOr<MappedColumn | null> {
  if (meaning === null) return { read: null };
  const object = typeof meaning === "string" ? { field: meaning } : meaning;
  if (!isObject(object)) return wrong("the meaning is no field, no object with one, and not null");
  const { field, values, ...others } = object;
  const [other] = Object.keys(others);
  if (other !== undefined) return wrong(`there is ${quoted(other)} beside "field" and "values"`);
  if (!isMappedField(field)) return wrong(unknownField(field));
  if (values === undefined) return { read: { name, field, values: null, beginnings: [] } };
  if (!isObject(values)) return wrong('"values" is not an object');
  const read = new Map<string, Translation>();
  for (const [text, stands] of Object.entries(values)) {
    const translation = readTranslation(isObject(stands) ? stands : { [field]: stands });
    if ("wrong" in translation) return wrong(`for the value ${quoted(text)} ${translation.wrong}`);
    read.set(valueKey(text), translation.read);
  }
  const beginnings = [...read]
    .filter(([key]) => key.endsWith(beginningMark))
    .map(([key, translation]) => [key.slice(0, -beginningMark.length), translation] as const)
    .toSorted(([one], [next]) => next.length - one.length);
  return { read: { name, field, values: read, beginnings } };
}

/** What a cell of a column stands for by the mapping; undefined: nothing but its text. */
export function translationOf(
  { values, beginnings }: MappedColumn,
  text: string,
): Translation | undefined {
  if (values === null) return undefined;
  const key = valueKey(text);
  return values.get(key) ?? beginnings.find(([beginning]) => key.startsWith(beginning))?.[1];
}

/** A cell's text, as it is compared with a mapping's values. */
function valueKey(text: string): string {
  return text.trim().toLowerCase().normalize("NFC");
}

function readTranslation(given: object): ReadOr<Translation> {
  const read: Partial<Record<MappedField, string>> = {};
  for (const [field, value] of Object.entries(given)) {
    if (!isMappedField(field)) return wrong(unknownField(field));
    const text = typeof value === "boolean" || typeof value === "number" ? String(value) : value;
    if (typeof text !== "string") return wrong(`${field} is no text`);
    const isStatus = bookingStatuses.some((status) => status === text);
    // An empty text of "fixed" is a template's that nobody has filled in.
    if (field === "booking_status" && text !== "" && !isStatus) {
      return wrong(`${field} is ${quoted(text)}, none of ${bookingStatuses.join(", ")}`);
    }
    read[field] = text;
  }
  return { read };
}

function isMappedField(value: unknown): value is MappedField {
  return mappedFields.some((field) => field === value);
}

function unknownField(value: unknown): string {
  const named = typeof value === "string" ? quoted(value) : "something";
  return `there is ${named} where a field is expected, one of ${mappedFields.join(", ")}`;
}

function quoted(text: string): string {
  return `"${shown(text)}"`;
}

/** Whether two columns have one field, or a field and its half. */
function refuseDoubles(
  columns: readonly (MappedColumn | null)[],
  fixed: Translation,
): { readonly wrong: string } | null {
  const whose = new Map<string, string>();
  const places = [
    ...columns.flatMap((column) => (column === null ? [] : [[column.field, quoted(column.name)]])),
    ...Object.keys(fixed).map((field) => [field, '"fixed"']),
  ];
  for (const [field = "", place = ""] of places) {
    const other = whose.get(field);
    if (other !== undefined) return wrong(`${other} and ${place} both have the field ${field}`);
    whose.set(field, place);
  }
  for (const [whole, [first, second]] of Object.entries(halves)) {
    const half = whose.get(first) ?? whose.get(second);
    const both = whose.get(whole);
    if (both !== undefined && half !== undefined) {
      return wrong(`${both} has the field ${whole}, of which ${half} has a half`);
    }
    if (whose.has(second) && !whose.has(first)) {
      return wrong(`${whose.get(second)} has the field ${second}, and none has ${first}`);
    }
  }
  return null;
}
