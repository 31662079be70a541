import { DatabaseSync } from "node:sqlite";
import type { BulkOptions } from "./bulk-options.ts";
import type { TableRows } from "./catalogue-rows.ts";

/** The engine's own way to take many rows: one prepared insert for each table, in one transaction. */
export function bulkSqlite(path: string, tables: readonly TableRows[], options: BulkOptions): void {
  const database = new DatabaseSync(path);
  try {
    database.exec(
      `pragma journal_mode = wal;
       pragma synchronous = full;
       pragma foreign_keys = ${options.checked ? "on" : "off"};
       pragma cache_size = -2000000;
       begin`,
    );
    for (const { table, columns, rows } of tables) {
      const insert = database.prepare(
        `insert into ${table} (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")})`,
      );
      for (const row of rows) insert.run(...row);
    }
    database.exec("commit; pragma wal_checkpoint(truncate); pragma optimize");
  } finally {
    database.close();
  }
}
