import { formatInstant } from "../instant.ts";
import type { CellWarning } from "./cell-warnings.ts";
import { checkLanguages } from "./campaign-languages.ts";
import { fields } from "./line-fields.ts";
import { objectWith, required, type Field, type ObjectOf } from "./field.ts";
import { inside, isMismatch, mismatch, oneOf, type Mismatch, type Reader } from "./values.ts";
import { withTickets, type TicketOfLine } from "./tickets-of-line.ts";

/** The fields of each kind of line beside `kind`, in their order. Readers, writers and columns follow from them. */
export const lineFields: Readonly<Record<DataKind, Readonly<Record<string, Field<unknown>>>>> =
  fields;

export type DataKind = keyof typeof fields;
type Read<Kind extends DataKind> = { readonly kind: Kind } & ObjectOf<(typeof fields)[Kind]>;

export type BookingLine = Omit<Read<"booking">, "tickets"> & {
  readonly tickets: readonly TicketOfLine[];
};

/**
 * A valid line of a data file. It keeps the file's own field names, because the columns have the same names.
 * Instants are milliseconds UTC. An optional field is null, or undefined where absence leaves the stored
 * value as it is.
 */
export type DataLine = { [Kind in CatalogueKind]: Read<Kind> }[CatalogueKind] | BookingLine;

export type DataLineOf<Kind extends DataKind> = Extract<DataLine, { kind: Kind }>;

export type SlotLine = DataLineOf<"slot">;

/** The fields that distinguish a record from others of its kind. */
export const keyFields = {
  group: ["unique_key"],
  interaction: ["public_key"],
  activity: ["interaction", "id"],
  host: ["interaction", "activity", "id"],
  ticket_type: ["interaction", "activity", "id"],
  slot: ["interaction", "activity", "host", "starting_at"],
  booking: ["booking"],
} as const satisfies { readonly [Kind in DataKind]: readonly (keyof DataLineOf<Kind>)[] };

/** The kind and the key of a line, which together name a record. */
type LineKeyOf<Kind extends DataKind> = {
  [Each in Kind]: { readonly kind: Each } & Pick<
    DataLineOf<Each>,
    Extract<(typeof keyFields)[Each][number], keyof DataLineOf<Each>>
  >;
}[Kind];

export type LineKey = LineKeyOf<DataKind>;

/** The kinds of records in an account's catalogue. */
export type CatalogueKind = Exclude<DataKind, "booking">;

export type CatalogueLine = DataLineOf<CatalogueKind>;

/** The key of a catalogue record, in the fields of a data line. */
export type CatalogueKey = LineKeyOf<CatalogueKind>;

export const dataKinds = Object.keys(keyFields) as readonly DataKind[];

/** Parse the object of a line of each kind. */
export const lineReaders: { readonly [Kind in DataKind]: Reader<DataLineOf<Kind>> } = {
  group: readerOf("group"),
  interaction: checked(readerOf("interaction"), checkLanguages),
  activity: readerOf("activity"),
  host: readerOf("host"),
  ticket_type: readerOf("ticket_type"),
  slot: checked(readerOf("slot"), checkClosed),
  booking: checked(readerOf("booking"), withTickets),
};

function readerOf<Kind extends DataKind>(kind: Kind): Reader<Read<Kind>> {
  return objectWith({ kind: required(oneOf([kind])), ...fields[kind] }) as Reader<Read<Kind>>;
}

function checkClosed(line: Read<"slot">): Read<"slot"> | Mismatch {
  const isBoth = line.closed === true && line.capacity > 0;
  return isBoth ? inside(".capacity", mismatch("0: a closed slot has no seats")) : line;
}

function checked<T, Line>(read: Reader<T>, check: (line: T) => Line | Mismatch): Reader<Line> {
  return (value, now) => {
    const line = read(value, now);
    return isMismatch(line) ? line : check(line);
  };
}

/** The fault of a line. It never repeats the value of `external_id`. */
export interface BadLine {
  /** The line's number in the file, from 1. */
  readonly line: number;
  /** Null where the line's kind is not readable. */
  readonly kind: DataKind | null;
  /** The values of the key fields, joined by `/`; null where they are not readable. */
  readonly key: string | null;
  /**
   * For example `booked_at` or `tickets[0].attendee.checked_in_at`; null when the fault concerns the whole
   * line.
   */
  readonly field: string | null;
  readonly expected: string;
}

/** A line that cannot be imported. */
export interface BadContent {
  readonly bad: Omit<BadLine, "line">;
  /** Further faults of the line. */
  readonly others?: readonly Omit<BadLine, "line">[];
  /**
   * The values of the key fields, where all of them are valid. The record's name is then known, so lines that
   * refer to it are not bad for that reason.
   */
  readonly names: Readonly<Record<string, string | number | null>> | null;
}

/** A parsed line with its number; `isOfReference`: the booking's id is made of its reference. */
export interface NumberedLine {
  readonly line: number;
  readonly content: DataLine | BadContent;
  readonly warnings?: readonly CellWarning[];
  readonly isOfReference?: true;
}

/** A good line with its number in the file. */
export interface FileLine<Line extends DataLine = DataLine> {
  readonly line: number;
  readonly content: Line;
}

export function isBadContent(content: object): content is BadContent {
  return "bad" in content;
}

/** The faults that were found of a bad line, each with the line's number. */
export function badLinesOf({ bad, others = [] }: BadContent, line: number): readonly BadLine[] {
  return [bad, ...others].map((fault) => ({ line, ...fault }));
}

/** The fault of a good line that is bad for what it says. */
export function badLine(
  line: number,
  content: DataLine,
  { field, expected }: Pick<BadLine, "field" | "expected">,
): BadLine {
  return { line, kind: content.kind, key: keyText(content), field, expected };
}

/** The key as a report shows it. */
export function keyText(content: DataLine): string {
  const values: Readonly<Record<string, unknown>> = { ...content };
  const textOf = (field: string) =>
    field === "starting_at" ? formatInstant(Number(values[field])) : String(values[field]);
  const named = keyFields[content.kind].filter((field) => values[field] !== null);
  return named.map(textOf).join("/");
}

/** A line that is bad before its content is parsed. */
export function badContent(
  kind: DataKind | null,
  field: string | null,
  expected: string,
): BadContent {
  return { bad: { kind, key: null, field, expected }, names: null };
}
