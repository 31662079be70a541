import type { Column, ColumnType } from "./columns.ts";
import { tables } from "./tables.ts";

/*
 * The program has UUIDs as text. Each engine binds the text of a column of UUIDs as bytes in its dialect, and reads bytes as
 * text on its connection. The UUIDs of campaigns and of what operators make stand in few rows, and are text there too.
 */
const columnsOf: Readonly<Record<string, Readonly<Record<string, Column<unknown>>>>> = tables;

export function columnType(table: string, column: string): ColumnType | undefined {
  return columnsOf[table]?.[column]?.type;
}

/** Without a table, or behind an alias: whether a column of this name has UUIDs in each table. */
export function isUuidColumn(table: string | undefined, column: string): boolean {
  return column === "booking_id" || columnType(table ?? "", column) === "uuid";
}

/** Before and behind all others. */
export const firstUuid = "00000000-0000-0000-0000-000000000000";
export const lastUuid = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** A text to be bound as a UUID, where a statement does not compare it with the column itself. */
export class BoundUuid {
  readonly text: unknown;
  constructor(text: unknown) {
    this.text = text;
  }
}

/** A value in a statement that is bound as a UUID. */
export function uuid(text: string): string {
  // Statements are typed by what the program has, and the engine's compiler finds the class.
  return new BoundUuid(text) as unknown as string;
}
