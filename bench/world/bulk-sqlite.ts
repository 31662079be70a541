import { DatabaseSync } from "node:sqlite";
import type { BulkOptions } from "./bulk-options.ts";
import type { TableRows } from "./catalogue-rows.ts";

/**
 * Loads many rows by the engine's own way: one prepared insert for each table, in one transaction. A checked
 * load is as durable as an import. An unchecked one only fills a database and is not, because ten million
 * bookings would else be written ten times over.
 */
export function bulkSqlite(path: string, tables: readonly TableRows[], options: BulkOptions): void {
  const database = new DatabaseSync(path);
  try {
    database.exec(options.checked ? durable : quick);
    database.exec("begin");
    for (const { table, columns, rows } of tables) {
      const insert = database.prepare(
        `insert into ${table} (${columns.join(", ")}) values (${columns.map(placeholderIn(database, table)).join(", ")})`,
      );
      for (const row of rows) insert.run(...row);
    }
    database.exec(
      "commit; pragma journal_mode = wal; pragma wal_checkpoint(truncate); pragma optimize",
    );
  } finally {
    database.close();
  }
}

/** UUIDs come as text, and are stored as bytes. */
function placeholderIn(database: DatabaseSync, table: string): (column: string) => string {
  const columns = database.prepare(`pragma table_info(${table})`).all();
  const bytes = new Set(columns.filter(({ type }) => type === "BLOB").map(({ name }) => name));
  return (column) => (bytes.has(column) ? "unhex(?, '-')" : "?");
}

const durable = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma cache_size = -2000000`;

const quick = `
  pragma journal_mode = off;
  pragma synchronous = off;
  pragma foreign_keys = off;
  pragma cache_size = -8000000`;
