import { randomUUID } from "node:crypto";
import { attemptKey, isUuid } from "../../src/domain/identifier.ts";
import { openStore } from "../../src/store/store.ts";
import { execute, query } from "./query.ts";
import { testDatabase } from "./test-database.ts";

export const hour = 3_600_000;
export const day = 24 * hour;
/** The tests' present instant; every other instant is given relative to it. */
export const now = Date.UTC(2030, 4, 1);

type Value = string | number | null;

/** A database with two accounts, and a client with a live secret in each. */
export async function startHouse() {
  const database = await testDatabase();
  const { url } = database;
  const store = openStore(url);
  await store.migrate(now);
  const insert = (table: string, ...rows: readonly (readonly Value[])[]) =>
    execute(url, `insert into ${table} values ${rows.map(literals).join(",\n")}`);
  insert("account", [1, "acme", "production", 0, 0, null], [2, "acme", "uat", 0, 0, null]);
  insert("credential", [1, "client-1", "a", 0, null, null], [2, "client-2", "a", 0, null, null]);
  insert("audit_event", ["a", 0, "test", "something", 1, "x", null, null]);
  const housekeeping = {
    url,
    store,
    insert,
    secret: (account: number, id: string, end: number | null, client = `client-${account}`) =>
      insert("client_secret", [account, client, id, "h", "p", 0, end, null]),
    token: (account: number, hash: string, end: number, secretId = "live") =>
      insert("access_token", token(account, hash, end, secretId)),
    outcome: (account: number, key: string, at: number) =>
      insert("outcome", outcome(account, key, at)),
    /** What a transaction of the store leaves. Returns its key. */
    attempt: (account: number, at: number) => {
      const key = attemptKey(randomUUID(), at);
      execute(url, `insert into outcome values (${account}, '', '${key}', null, '{}', ${at})`);
      return key;
    },
    record: (account: number, id: string, at: number) =>
      insert("request_record", [account, id, "r", at, "c", "e", "{}", 200, null, "{}", 1]),
    [Symbol.asyncDispose]: async () => {
      await store.close();
      await database[Symbol.asyncDispose]();
    },
  };
  housekeeping.secret(1, "live", null);
  housekeeping.secret(2, "live", null);
  return housekeeping;
}

export function token(account: number, hash: string, end: number, secretId = "live"): Value[] {
  return [account, hash, `client-${account}`, secretId, 0, end];
}

export function outcome(account: number, key: string, at: number): Value[] {
  return [account, `client-${account}`, key, "00000000-0000-4000-8000-000000000001", "{}", at];
}

/** As many rows as wanted, each made from its number. */
export function many(count: number, row: (number: number) => Value[]): Value[][] {
  return Array.from({ length: count }, (_, number) => row(number));
}

function literal(value: Value): string {
  if (typeof value !== "string") return String(value);
  return isUuid(value) ? `uuid('${value}')` : `'${value}'`;
}

function literals(values: readonly Value[]): string {
  return `(${values.map((value) => literal(value)).join(", ")})`;
}

/** The values of a column, by account. */
export function left(url: string, table: string, column: string): unknown[] {
  return query(url, `select ${column} from ${table} order by account_id, ${column}`).map(
    (row) => row[column],
  );
}
