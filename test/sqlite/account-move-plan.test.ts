import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import {
  DummyDriver,
  Kysely,
  sql,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { AccountId } from "../../src/domain/account.ts";
import { keysAtATime, withKeys } from "../../src/store/move/moved-rows.ts";
import { keyOf, movedTableNames } from "../../src/store/move/moved-tables.ts";

const compiler = new Kysely<object>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

test("a move finds changed rows by their keys, and never reads the account for a portion of them", () => {
  using database = new DatabaseSync(":memory:");
  database.exec(readFileSync("src/store/schema/sqlite.sql", "utf8"));
  for (const table of movedTableNames) {
    const key = keyOf(table);
    if (key.length === 0) continue;
    const keys = Array.from({ length: keysAtATime }, (_, row) =>
      key.map((name) => `${name} ${row}`),
    );
    const { sql: text, parameters } =
      sql`select * from ${sql.table(table)} where ${withKeys(1 as AccountId, table, keys)}`.compile(
        compiler,
      );
    const plan = database.prepare(`explain query plan ${text}`).all(...(parameters as string[]));
    const steps = plan.map(({ detail }) => String(detail)).filter((step) => step.includes(table));
    assert.ok(steps.length > 0, table);
    for (const step of steps) assert.ok(step.includes(`${key[0]}=?`), step);
  }
});
