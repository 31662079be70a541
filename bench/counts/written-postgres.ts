import { Client } from "pg";
import type { WriteWatch } from "./written.ts";

/** What is written to a PostgreSQL database from now on, by the records of its write-ahead log. */
export async function watchPostgres(databaseUrl: string): Promise<WriteWatch> {
  await using client = await connected(databaseUrl);
  await client.ask("create extension if not exists pg_walinspect");
  const from = await client.position();
  return {
    look: () => {},
    end: async () => {
      await using reader = await connected(databaseUrl);
      const to = await reader.position();
      // The functions that read the log refuse an empty part of it.
      if (to === from) return { rows: {}, indexEntries: {}, logBytes: 0 };
      const written = await reader.ask(writtenStatement, [from, to]);
      const [{ bytes } = {}] = await reader.ask(bytesStatement, [from, to]);
      const of = (isIndex: boolean) =>
        Object.fromEntries(
          written
            .filter((row) => row["is_index"] === isIndex)
            .map(({ name, records }) => [String(name), Number(records)]),
        );
      return { rows: of(false), indexEntries: of(true), logBytes: Number(bytes) };
    },
  };
}

/** Records that write a row or an index entry, by the table or index of their first block. */
const writtenStatement = `
  select
    class.relname as name,
    class.relkind = 'i' as is_index,
    count(*) as records
  from pg_get_wal_block_info($1, $2, false) as block
  join pg_class as class
    on pg_relation_filenode(class.oid) = block.relfilenode
    and class.relnamespace = 'public'::regnamespace
  where block.block_id = 0
  and (
    (block.resource_manager = 'Heap' and block.record_type ~ '^(INSERT|UPDATE|HOT_UPDATE|DELETE)')
    or (block.resource_manager = 'Btree' and block.record_type ~ '^(INSERT_LEAF|INSERT_POST|SPLIT)')
    or (block.resource_manager = 'Gin' and block.record_type ~ '^(INSERT|SPLIT)')
  )
  group by class.relname, class.relkind`;

const bytesStatement = `
  select sum(record_length - fpi_length) as bytes
  from pg_get_wal_records_info($1, $2)
  where resource_manager in ('Heap', 'Heap2', 'Btree', 'Gin', 'Transaction')`;

async function connected(databaseUrl: string) {
  const client = new Client(databaseUrl);
  await client.connect();
  const ask = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
    (await client.query(text, values)).rows;
  return {
    ask,
    position: async () => {
      const [row] = await ask("select pg_current_wal_lsn()::text as position");
      return String(row?.["position"]);
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}
