import type { GivenRows } from "./engine.ts";

/**
 * Rows as the values of a statement's `given` (`Engine.given`): a list for each column. Every row has
 * the same columns, and there is at least one.
 */
export function giveRows(
  rows: readonly Readonly<Record<string, string | number | null>>[],
): GivenRows {
  return Object.fromEntries(
    Object.keys(rows[0] ?? {}).map((name) => [`given_${name}`, rows.map((row) => row[name])]),
  );
}
