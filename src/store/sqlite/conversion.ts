import { sql, type Kysely } from "kysely";
import { asidePrefix, type Conversion } from "../conversion.ts";
import type { Tables } from "../tables.ts";

export const sqliteConversion: Conversion = {
  isDistributed: async () => false,
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
  inOrder: (key) => sql`order by ${key}`,
  // An index is sorted in one pass over all rows, and the words of names are written in the order of their key.
  fill: async (transaction, _tables, load) => {
    const { rows } = await sql<{ type: string; name: string; sql: string }>`
      select type, name, sql
      from sqlite_schema
      where type in ('index', 'trigger')
      and sql is not null`.execute(transaction);
    for (const { type, name } of rows) {
      await sql`drop ${sql.raw(type)} ${sql.ref(name)}`.execute(transaction);
    }
    await load();
    await fillWords(transaction);
    for (const made of rows) await sql.raw(made.sql).execute(transaction);
  },
  size: async (reads) => {
    const { rows } = await sql<{ bytes: number }>`
      select page_count * page_size as bytes
      from pragma_page_count(), pragma_page_size()`.execute(reads);
    return rows[0]?.bytes ?? 0;
  },
};

/** What the trigger `ticket_named` writes of each ticket. */
async function fillWords(transaction: Kysely<Tables>): Promise<void> {
  await sql`
    /* migration */ insert into attendee_word (account_id, words, booking_id, number)
    with recursive turned (account_id, booking_id, number, rest, before) as (
      select
        account_id,
        booking_id,
        number,
        coalesce(attendee_words, lower(attendee_display_name)),
        ''
      from ticket
      union all
      select
        account_id,
        booking_id,
        number,
        substr(rest, instr(rest, ' ') + 1),
        before || ' ' || substr(rest, 1, instr(rest, ' ') - 1)
      from turned
      where instr(rest, ' ') > 0
    )
    select account_id, rest || before as words, booking_id, number
    from turned
    where rest <> ''
    order by account_id, words, booking_id, number
    on conflict do nothing`.execute(transaction);
}
