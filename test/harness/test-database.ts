import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { temporaryFolder } from "./temporary-folder.ts";

/** The engine that this run of the tests is about; the test runner runs them once for each. */
export const engine = process.env["TEST_ENGINE"] === "postgres" ? "postgres" : "sqlite";

/** An empty database of its own for one test; nobody finds it after the scope that uses it. */
export interface TestDatabase extends AsyncDisposable {
  /** As `DATABASE_URL` has it. */
  readonly url: string;
}

export function testDatabase(on: "sqlite" | "postgres" = engine): Promise<TestDatabase> {
  return on === "postgres" ? postgresDatabase() : sqliteDatabase();
}

async function sqliteDatabase(): Promise<TestDatabase> {
  const folder = temporaryFolder();
  return {
    url: `sqlite:${folder.path}/booking.db`,
    [Symbol.asyncDispose]: async () => folder[Symbol.dispose](),
  };
}

/**
 * A new database on the server of `TEST_DATABASE_URL`, which the test runner has started. The runner
 * drops it when all tests of the file have run: `drop database` waits for every process of the server,
 * also for those with which a test has stopped talking.
 */
async function postgresDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env["TEST_DATABASE_URL"] ?? "";
  if (serverUrl === "") {
    throw new Error("TEST_DATABASE_URL names no server: run the tests with `npm test -- FILE`.");
  }
  const prefix = process.env["TEST_DATABASE_PREFIX"] ?? "booking_test_";
  const name = `${prefix}${randomBytes(8).toString("hex")}`;
  await ask(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, [Symbol.asyncDispose]: async () => {} };
}

/** Drops all databases whose names begin so. */
export async function dropDatabases(serverUrl: string, prefix: string): Promise<void> {
  const names = await ask(
    serverUrl,
    "select datname from pg_database where starts_with(datname, $1)",
    [prefix],
  );
  for (const { datname } of names) await ask(serverUrl, `drop database ${datname} with (force)`);
}

async function ask(url: string, statement: string, values: string[] = []): Promise<any[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query(statement, values)).rows;
  } finally {
    await client.end();
  }
}
