import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { temporaryFolder } from "./temporary-folder.ts";

/** The engine that this run of the tests is about; the test runner runs them once for each. */
export const engine = process.env["TEST_ENGINE"] === "postgres" ? "postgres" : "sqlite";

/** An empty database of its own for one test; it is gone when the scope that uses it ends. */
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

/** A new database on the server of `TEST_DATABASE_URL`, which the test runner has started. */
async function postgresDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env["TEST_DATABASE_URL"] ?? "";
  if (serverUrl === "") {
    throw new Error("TEST_DATABASE_URL names no server: run the tests with `npm test -- FILE`.");
  }
  const name = `booking_test_${randomBytes(8).toString("hex")}`;
  await ask(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    [Symbol.asyncDispose]: () => ask(serverUrl, `drop database ${name} with (force)`),
  };
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
