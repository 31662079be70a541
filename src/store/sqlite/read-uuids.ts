import type { StatementSync } from "node:sqlite";
import type { ValueRow } from "../engine.ts";

/** The columns of a statement that may be UUIDs, with their places in a row. */
export type UuidColumns = readonly (readonly [place: number, name: string])[];

/** The database has no bytes but UUIDs. An expression does not say its type. */
export function uuidColumnsOf(columns: ReturnType<StatementSync["columns"]>): UuidColumns {
  return columns.flatMap(({ type, name }, place) =>
    type === "BLOB" || type === null ? [[place, name] as const] : [],
  );
}

/** Makes the UUIDs of these rows text, in place. */
export function readUuids<Row extends object>(rows: Row[], columns: UuidColumns): Row[] {
  for (const row of rows as Record<string, unknown>[]) {
    for (const [, name] of columns) {
      const value = row[name];
      if (value instanceof Uint8Array) row[name] = textOf(value);
    }
  }
  return rows;
}

/** The same for rows that are arrays. */
export function readUuidsOfArrays(rows: ValueRow[], columns: UuidColumns): ValueRow[] {
  for (const row of rows as unknown[][]) {
    for (const [place] of columns) {
      const value = row[place];
      if (value instanceof Uint8Array) row[place] = textOf(value);
    }
  }
  return rows;
}

const digits = Buffer.from("0123456789abcdef");
const characters = Buffer.from("00000000-0000-0000-0000-000000000000");
/** Where the two digits of each byte stand. */
const places = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

/** Written into one place and copied from there, because a text of joined parts would be several objects. */
function textOf(bytes: Uint8Array): string {
  for (let index = 0; index < places.length; index += 1) {
    const byte = bytes[index] ?? 0;
    const place = places[index] ?? 0;
    characters[place] = digits[byte >> 4] ?? 0;
    characters[place + 1] = digits[byte & 15] ?? 0;
  }
  return characters.toString("latin1");
}
