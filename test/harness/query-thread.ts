import { workerData } from "node:worker_threads";
import { Client, types } from "pg";

/** Asks PostgreSQL for `query.ts`, which waits. Numbers come as numbers, as from SQLite. */
const { port, answered } = workerData;
const int8 = 20;
const numeric = 1700;

port.on("message", async ({ url, sql }: { url: string; sql: string }) => {
  port.postMessage(await ask(url, sql));
  Atomics.store(answered, 0, 1);
  Atomics.notify(answered, 0);
});

async function ask(url: string, sql: string): Promise<object> {
  const client = new Client({
    connectionString: url,
    types: {
      getTypeParser: (oid: number, format?: "text") =>
        oid === int8 || oid === numeric ? Number : types.getTypeParser(oid, format),
    } as never,
  });
  try {
    await client.connect();
    const { rows } = await client.query(sql);
    return { rows };
  } catch (error) {
    return { error: (error as Error).message };
  } finally {
    await client.end();
  }
}
