import type { InsertTarget } from "./engine.ts";

/** The text of an insert; `values` holds one parenthesis of parameters for each row. */
export function insertText(
  { table, columns, skipsKnown = false }: InsertTarget,
  values: string,
): string {
  const names = columns.map((name) => `"${name}"`).join(", ");
  const end = skipsKnown ? " on conflict do nothing" : "";
  return `insert into "${table}" (${names}) values ${values}${end}`;
}
