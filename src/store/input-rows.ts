import type { BoundRows } from "./engine.ts";

/**
 * Makes the parameters of a statement's `input_rows` (`Engine.inputRows`): a list for each column. There is
 * at least one row, and all rows have the same columns.
 */
export function bindRows(
  rows: readonly Readonly<Record<string, string | number | null>>[],
): BoundRows {
  return Object.fromEntries(
    Object.keys(rows[0] ?? {}).map((name) => [`input_${name}`, rows.map((row) => row[name])]),
  );
}
