import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { openTestEngine } from "../harness/open-engine.ts";
import { query } from "../harness/query.ts";
import { migratedDatabase } from "../harness/test-database.ts";
import { until } from "../harness/until.ts";

test("P21 a change of two tables gives way to a read that has locked them the other way round", async () => {
  await using database = await migratedDatabase();
  const { url } = database;
  const engine = openTestEngine(url);
  const reader = new Client(url);
  await reader.connect();
  try {
    await reader.query("begin");
    await reader.query("select count(*) from ticket");
    const changing = engine.alone(async (transaction) => {
      await engine.define(transaction, "alter table booking add column next_release text");
      await engine.define(transaction, "alter table ticket add column next_release text");
    });
    const waits =
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await until(async () => query(url, waits).length > 0);
    await reader.query("select count(*) from booking");
    // The change waits for this long read, and requests do not wait for the change.
    assert.equal((await reader.query("select count(*) from booking")).rowCount, 1);
    await reader.query("commit");
    await changing;
    assert.deepEqual(query(url, "select next_release from booking"), []);
  } finally {
    await reader.end();
    await engine.close();
  }
});
