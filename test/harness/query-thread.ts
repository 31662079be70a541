import { workerData } from "node:worker_threads";
import { Client, types } from "pg";

/** Queries PostgreSQL for `query.ts`, which waits. Numbers are returned as numbers, as by SQLite. */
const { port, answered } = workerData;
const int8 = 20;
const numeric = 1700;

port.on("message", async ({ url, sql }: { url: string; sql: string }) => {
  port.postMessage(await ask(url, sql));
  Atomics.store(answered, 0, 1);
  Atomics.notify(answered, 0);
});

/** The connection of the last query, because the next one is mostly for the same database. */
let last: { readonly url: string; readonly client: Client } | null = null;

async function ask(url: string, sql: string): Promise<object> {
  try {
    const client = await connect(url);
    // Several statements give several results; no caller then needs rows.
    const { rows } = await client.query(sql);
    return { rows: rows ?? [] };
  } catch (error) {
    await last?.client.query("rollback").catch(() => {});
    return { error: (error as Error).message };
  }
}

async function connect(url: string): Promise<Client> {
  if (last?.url === url) return last.client;
  await last?.client.end().catch(() => {});
  const client = new Client({
    connectionString: url,
    types: {
      getTypeParser: (oid: number, format?: "text") =>
        oid === int8 || oid === numeric ? Number : types.getTypeParser(oid, format),
    } as never,
  });
  // A test may end connections, or drop the database.
  const forget = () => {
    if (last?.client === client) last = null;
  };
  client.on("error", forget).on("end", forget);
  await client.connect();
  last = { url, client };
  return client;
}
