import type { StatementSync } from "node:sqlite";
import type { ValueRow } from "../engine.ts";

/** The columns of a statement that may be UUIDs: their places in a row and, in the same order, their names. */
export interface UuidColumns {
  readonly places: readonly number[];
  readonly names: readonly string[];
}

/** The database has no bytes but UUIDs, so any bytes are one. An expression does not say its type. */
export function uuidColumnsOf(columns: ReturnType<StatementSync["columns"]>): UuidColumns {
  const found = columns
    .map(({ type, name }, place) => ({ type, name, place }))
    .filter(({ type }) => type === "BLOB" || type === null);
  return { places: found.map(({ place }) => place), names: found.map(({ name }) => name) };
}

/** Makes the UUIDs of these rows text, in place. */
export function readUuids<Row extends object>(rows: Row[], { names }: UuidColumns): Row[] {
  for (const row of rows) readIn(row as Record<string, unknown>, names);
  return rows;
}

/** Makes the UUIDs of rows that are arrays text, in place. */
export function readUuidsOfArrays(rows: ValueRow[], { places }: UuidColumns): ValueRow[] {
  for (const row of rows) readIn(row as unknown[], places);
  return rows;
}

/** Counts instead of iterating, which would make objects for each column of each row. */
function readIn<Key extends PropertyKey>(row: Record<Key, unknown>, keys: readonly Key[]): void {
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as Key;
    const value = row[key];
    if (value instanceof Uint8Array) row[key] = textOf(value);
  }
}

const digits = Buffer.from("0123456789abcdef");
const characters = Buffer.from("00000000-0000-0000-0000-000000000000");
/** Where the two digits of each byte stand. */
const digitPlaces = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

/** Written into one place and copied from there, because a text of joined parts would be several objects. */
function textOf(bytes: Uint8Array): string {
  for (let index = 0; index < digitPlaces.length; index += 1) {
    const byte = bytes[index] ?? 0;
    const place = digitPlaces[index] ?? 0;
    characters[place] = digits[byte >> 4] ?? 0;
    characters[place + 1] = digits[byte & 15] ?? 0;
  }
  return characters.toString("latin1");
}
