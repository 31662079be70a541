import type { BoundRows } from "./engine.ts";

/**
 * Rows as the values of a statement's `input_rows` (`Engine.inputRows`): a list for each column. Every row has
 * the same columns, and there is at least one.
 */
export function bindRows(
  rows: readonly Readonly<Record<string, string | number | null>>[],
): BoundRows {
  return Object.fromEntries(
    Object.keys(rows[0] ?? {}).map((name) => [`input_${name}`, rows.map((row) => row[name])]),
  );
}
