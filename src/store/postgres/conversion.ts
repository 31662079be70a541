import { sql } from "kysely";
import { asidePrefix, type Conversion } from "../conversion.ts";
import { hasDistributedTables } from "./nodes.ts";

export const postgresConversion: Conversion = {
  isDistributed: hasDistributedTables,
  setAside: async (transaction, tables) => {
    for (const table of tables) {
      const { rows } = await sql<{ name: string }>`
        select relation.relname as name
        from pg_index as index
        join pg_class as relation on relation.oid = index.indexrelid
        where index.indrelid = to_regclass(quote_ident(${table}))`.execute(transaction);
      for (const { name } of rows) {
        await sql`alter index ${sql.ref(name)} rename to ${sql.ref(asidePrefix + name)}`.execute(
          transaction,
        );
      }
      await sql`alter table ${sql.ref(table)} rename to ${sql.ref(asidePrefix + table)}`.execute(
        transaction,
      );
    }
  },
  columnsOf: async (transaction, table) => {
    const { rows } = await sql<{ name: string }>`
      select attname as name
      from pg_attribute
      where attrelid = to_regclass(quote_ident(${table}))
      and attnum > 0
      and not attisdropped
      order by attnum`.execute(transaction);
    return rows.map(({ name }) => name);
  },
  uuidOf: (text) => sql`${text}::uuid`,
  wordOf: (text, type) => sql`${text}::${sql.raw(type)}`,
  inOrder: () => sql``,
  // One pass over all rows makes an index, and checks a foreign key, in a part of the time.
  fill: async (transaction, tables, load) => {
    const { rows } = await sql<{ drop: string; make: string }>`
      select
        format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
        format(
          'alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)
        ) as make
      from pg_constraint
      where contype = 'f'
      and conrelid in (select to_regclass(quote_ident(name)) from unnest(${tables}::text[]) as name)
      union all
      select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
      from pg_index
      where indrelid in (select to_regclass(quote_ident(name)) from unnest(${tables}::text[]) as name)
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(transaction);
    for (const { drop } of rows) await sql.raw(drop).execute(transaction);
    await load();
    for (const { make } of rows.toReversed()) await sql.raw(make).execute(transaction);
  },
  size: async (reads) => {
    const { rows } = await sql<{ bytes: number }>`
      select pg_database_size(current_database()) as bytes`.execute(reads);
    return rows[0]?.bytes ?? 0;
  },
};
