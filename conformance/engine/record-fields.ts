import type { BookingRecord } from "./caller.ts";
import { expect, objectOf, show } from "./expect.ts";

/** Throws a `Breach` unless the field is an object with these fields of these types. */
export function expectFields(
  record: BookingRecord,
  field: string,
  types: Readonly<Record<string, "string" | "boolean">>,
): void {
  const value = record[field];
  const fields = objectOf(value);
  for (const [name, type] of Object.entries(types)) {
    expect(
      typeof fields[name] === type,
      `${field}.${name}: expected a ${type}, received ${show(fields[name])}`,
    );
  }
}
