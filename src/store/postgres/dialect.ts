import { CompiledQuery, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Engine } from "../engine.ts";
import { insertText } from "../insert-text.ts";

/** What PostgreSQL says in other words than SQLite. */
export const postgresDialect: Pick<
  Engine,
  "locked" | "lockedIfFree" | "inputRows" | "rowsAsJson" | "insertRows" | "define"
> = {
  locked: (select, table) => select.forNoKeyUpdate(table),
  lockedIfFree: (select, tables) => select.forNoKeyUpdate(tables).skipLocked(),
  // The planner knows the length of an array, and not that of a JSON text.
  inputRows: (parameters, columns) => {
    const names = Object.keys(columns).map((name) => sql.ref(name));
    const arrays = Object.entries(columns).map(
      ([name, type]) => sql`${parameters[`input_${name}`]}::${sql.raw(`${String(type)}[]`)}`,
    );
    return sql<never>`unnest(${sql.join(arrays)})`.as<"input_rows">(
      sql`input_rows(${sql.join(names)})`,
    );
  },
  // As a text, which both engines have.
  rowsAsJson: (select) => sql<string>`cast(${jsonArrayFrom(select)} as text)`,
  insertRows: ({ table, columns, skipsKnown = false }, rows) => {
    const width = columns.length;
    const values = rows.map(
      (_, row) => `(${columns.map((__, column) => `$${row * width + column + 1}`).join(", ")})`,
    );
    return CompiledQuery.raw(
      insertText(table, columns, values.join(", "), skipsKnown),
      rows.flatMap((row) => row),
    );
  },
  define: async (transaction, statement) => {
    await transaction.executeQuery(CompiledQuery.raw(withOrderOfBytes(statement)));
  },
};

/** Text sorts by its bytes, as on the embedded engine, whatever language the server speaks. */
function withOrderOfBytes(statement: string): string {
  return statement.replaceAll(/((?:^\s+|\badd column\s+)"?\w+"?\s+text)\b/gm, '$1 collate "C"');
}
