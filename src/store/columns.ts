import type { Generated } from "kysely";
import type { BookingEventKind, BookingStatus } from "../domain/booking.ts";

/** Types of words of a fixed set: an enum on PostgreSQL, text on SQLite. */
const smallWords = ["booking_status", "booking_event_kind"] as const;
export type SmallWord = (typeof smallWords)[number];

export function isSmallWord(type: string | undefined): type is SmallWord {
  return smallWords.some((word) => word === type);
}

/** The type of a parameter. A UUID comes as text. */
export type ColumnType = "text" | "bigint" | "uuid" | SmallWord;

/** A column of a table: how an engine binds its values, and the type that statements have of them. */
export interface Column<T> {
  readonly type: ColumnType;
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
  /** How the program's values stand in it: as they are, a boolean as 0 or 1, a list or an object as JSON. */
  readonly storage: "plain" | "flag" | "json";
  /** For the compiler alone: no column has it. */
  readonly of?: T;
}

type Columns = Readonly<Record<string, Column<unknown>>>;

/** The tables of a schema by name, as Kysely takes them. */
export type TablesOf<Schema extends Readonly<Record<string, Columns>>> = {
  [Table in keyof Schema]: {
    [Name in keyof Schema[Table]]: Schema[Table][Name] extends Column<infer T> ? T : never;
  };
};

function column<T>(type: ColumnType, storage: Column<T>["storage"] = "plain"): Column<T> {
  return { type, isNullable: false, hasDefault: false, storage };
}

/** Also an instant, in milliseconds UTC. */
export const integer = column<number>("bigint");
export const flag = column<0 | 1>("bigint", "flag");
export const text = column<string>("text");
export const json = column<string>("text", "json");
/** 16 bytes, which the program has as text: those of bookings, contacts, holds and slots' events, which stand in most rows and indexes. */
export const uuid = column<string>("uuid");
export const bookingStatus = column<BookingStatus>("booking_status");
export const bookingEventKind = column<BookingEventKind>("booking_event_kind");

export function oneOf<Word extends string>(): Column<Word> {
  return column<Word>("text");
}

export function nullable<T>(of: Column<T>): Column<T | null> {
  return { ...of, isNullable: true };
}

/** A column that an insert may leave out. */
export function byDefault<T>(of: Column<T>): Column<Generated<T>> {
  return { ...of, hasDefault: true } as Column<Generated<T>>;
}
