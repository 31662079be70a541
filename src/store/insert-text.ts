import type { InsertTarget } from "./engine.ts";

/** The text of an insert; `values` holds one parenthesis of parameters for each row. */
export function insertText(
  { table, columns, skipsKnown = false, replaces = [] }: InsertTarget,
  values: string,
): string {
  const quoted = (some: readonly string[]) => some.map((name) => `"${name}"`).join(", ");
  const names = quoted(columns);
  const others = columns.filter((name) => !replaces.includes(name));
  const changes = others.map((name) => `"${name}" = excluded."${name}"`).join(", ");
  const replacing =
    replaces.length > 0 ? ` on conflict (${quoted(replaces)}) do update set ${changes}` : "";
  const end = skipsKnown ? " on conflict do nothing" : replacing;
  return `insert into "${table}" (${names}) values ${values}${end}`;
}
