import assert from "node:assert/strict";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { test } from "node:test";
import { openSqlite } from "../../src/store/sqlite/open.ts";
import { RunForEach } from "../../src/store/sqlite/connection.ts";
import { openStore } from "../../src/store/store.ts";
import { cancelStatements } from "../harness/cancel-statements.ts";
import { testDatabase } from "../harness/test-database.ts";

/** The values of a statement's first run. */
function oneRun(parameters: readonly unknown[]): SQLInputValue[] {
  const [first] = parameters;
  if (first instanceof RunForEach) return [...(first.rows[0] as SQLInputValue[])];
  return parameters.map((value) => (Array.isArray(value) ? value[0] : value) as SQLInputValue);
}

// The embedded engine plans without looking at the data.
test("S6 every statement of a cancel finds its rows by their whole keys", async () => {
  await using database = await testDatabase();
  const store = openStore(database.url);
  await store.migrate(Date.now());
  await store.close();
  const path = database.url.slice("sqlite:".length);
  const engine = openSqlite(path, () => {});
  const file = new DatabaseSync(path);
  const statements = await cancelStatements(engine);
  assert.equal(statements.length, 8);
  for (const { sql, parameters } of statements) {
    const steps = file
      .prepare(`explain query plan ${sql}`)
      .all(...oneRun(parameters))
      .map(({ detail }) => String(detail));
    for (const step of steps) {
      const known =
        /^(MATERIALIZE input_rows|CO-ROUTINE input_rows|SCAN input_rows|SCAN CONSTANT ROW|CORRELATED |USE TEMP B-TREE FOR ORDER BY)/.test(
          step,
        ) || /^SEARCH \w+ USING [\w ]+\(account_id=\? AND /.test(step);
      assert.ok(known, `${step}\n${sql}`);
    }
  }
  file.close();
  await engine.close();
});
