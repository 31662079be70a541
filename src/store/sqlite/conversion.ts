import { sql } from "kysely";
import { asidePrefix, type Conversion } from "../conversion.ts";

export const sqliteConversion: Conversion = {
  // Names of indexes are those of the database, and an index cannot be renamed.
  setAside: async (transaction, tables) => {
    const { rows } = await sql<{ name: string }>`
      select name
      from sqlite_schema
      where type = 'index'
      and sql is not null`.execute(transaction);
    for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(transaction);
    for (const table of tables) {
      await sql`alter table ${sql.ref(table)} rename to ${sql.ref(asidePrefix + table)}`.execute(
        transaction,
      );
    }
  },
  columnsOf: async (transaction, table) => {
    const { rows } = await sql<{ name: string }>`
      select name
      from pragma_table_info(${table})`.execute(transaction);
    return rows.map(({ name }) => name);
  },
  uuidOf: (text) => sql`unhex(${text}, '-')`,
  wordOf: (text) => text,
  fill: (_transaction, _tables, load) => load(),
  size: async (reads) => {
    const { rows } = await sql<{ bytes: number }>`
      select page_count * page_size as bytes
      from pragma_page_count(), pragma_page_size()`.execute(reads);
    return rows[0]?.bytes ?? 0;
  },
};
