import type { Tables } from "./tables.ts";

/*
 * The columns with UUIDs of 16 bytes: those of bookings and contacts, which stand in most rows and indexes. The program has
 * them as text. Each engine binds such text as bytes in its dialect, and reads bytes as text on its connection. The UUIDs
 * of campaigns and of what operators make stand in few rows, and are text there too.
 */
const namedByUuid: ReadonlySet<string | undefined> = new Set<keyof Tables>([
  "booking",
  "contact",
  "slot_event",
  "hold",
]);

/** Without a table: whether a column of this name has UUIDs in each table. */
export function isUuidColumn(table: string | undefined, column: string): boolean {
  return column === "booking_id" || (column === "id" && namedByUuid.has(table));
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
