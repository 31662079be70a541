import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { tableNames } from "./query.ts";

/** Keeps everybody else from writing to the database, or locking a row of it, until it is disposed. */
export async function holdWrites(databaseUrl: string): Promise<AsyncDisposable> {
  if (databaseUrl.startsWith("sqlite:")) {
    const database = new DatabaseSync(databaseUrl.slice("sqlite:".length));
    database.exec("begin immediate");
    return { [Symbol.asyncDispose]: async () => database.close() };
  }
  const client = new Client(databaseUrl);
  await client.connect();
  const tables = tableNames(databaseUrl).map((table) => `"${table}"`);
  await client.query(`begin; lock table ${tables.join(", ")} in exclusive mode`);
  return { [Symbol.asyncDispose]: () => client.end() };
}
