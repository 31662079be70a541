import { randomBytes } from "node:crypto";
import { copyFile } from "node:fs/promises";
import { openStore } from "../../src/store/store.ts";
import { isCitus } from "./citus-databases.ts";
import { createDatabase } from "./server-databases.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** The engine of this run of the tests; the test runner runs them once for each. */
export const engine = process.env["TEST_ENGINE"] === "postgres" ? "postgres" : "sqlite";

/** A database for one test, which is removed at the end of the scope that uses it. */
export interface TestDatabase extends AsyncDisposable {
  /** The URL for `DATABASE_URL`. */
  readonly url: string;
}

/** Makes an empty database. */
export function testDatabase(on: "sqlite" | "postgres" = engine): Promise<TestDatabase> {
  return on === "postgres" ? postgresDatabase() : sqliteDatabase();
}

/**
 * Makes a database with the current schema: a copy of the test runner's template, which costs less than
 * migrating.
 */
export async function migratedDatabase(on: "sqlite" | "postgres" = engine): Promise<TestDatabase> {
  const template = templateOn(on);
  if (template !== null) {
    return on === "postgres" ? postgresDatabase(template) : sqliteDatabase(template);
  }
  const database = await testDatabase(on);
  const store = openStore(database.url);
  try {
    await store.migrate(Date.now());
    if (on === "postgres" && isCitus(database.url)) await store.distribute();
  } finally {
    await store.close();
  }
  return database;
}

/** Another server than the runner's, or another user of it, cannot copy the template. */
function templateOn(on: "sqlite" | "postgres"): string | null {
  const { TEST_SQLITE_TEMPLATE, TEST_POSTGRES_TEMPLATE, TEST_DATABASE_URL } = process.env;
  if (on === "sqlite") return TEST_SQLITE_TEMPLATE ?? null;
  if (TEST_POSTGRES_TEMPLATE === undefined || TEST_DATABASE_URL === undefined) return null;
  const { pathname } = new URL(TEST_POSTGRES_TEMPLATE);
  const isThere = new URL(pathname, TEST_DATABASE_URL).href === TEST_POSTGRES_TEMPLATE;
  return isThere ? pathname.slice(1) : null;
}

async function sqliteDatabase(template?: string): Promise<TestDatabase> {
  const folder = temporaryFolder();
  const path = `${folder.path}/booking.db`;
  if (template !== undefined) await copyFile(template, path);
  return {
    url: `sqlite:${path}`,
    [Symbol.asyncDispose]: async () => folder[Symbol.dispose](),
  };
}

/**
 * Makes a database on the server of `TEST_DATABASE_URL`, which the test runner has started. The runner drops
 * it after all tests of the file: `drop database` waits for every process of the server, also for those of
 * connections that a test has abandoned.
 */
async function postgresDatabase(template = "template1"): Promise<TestDatabase> {
  const serverUrl = process.env["TEST_DATABASE_URL"] ?? "";
  if (serverUrl === "") {
    throw new Error("TEST_DATABASE_URL names no server: run the tests with `npm test -- FILE`.");
  }
  const prefix = process.env["TEST_DATABASE_PREFIX"] ?? "booking_test_";
  const name = `${prefix}${randomBytes(8).toString("hex")}`;
  const url = await createDatabase(serverUrl, name, template);
  return { url, [Symbol.asyncDispose]: async () => {} };
}
