import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { openStore } from "../../src/store/store.ts";
import { migrations } from "../harness/migrations.ts";
import { execute, query } from "../harness/query.ts";
import { migratedDatabase } from "../harness/test-database.ts";
import { until } from "../harness/until.ts";

/** What the migrations since 0.1.0 have added. */
const since010 = [
  "drop table slot_event",
  "drop table moved_row",
  "drop table account_move",
  "drop table change_feed",
  "alter table booking_event drop column position",
  "alter table credential drop column label",
  "delete from schema_migration where name > '0001-foundation'",
];

test("a read of the release before, of two tables that migrations change, meets no deadlock", async () => {
  await using database = await migratedDatabase();
  const { url } = database;
  for (const statement of since010) execute(url, statement);
  const reader = new Client(url);
  await reader.connect();
  const store = openStore(url);
  try {
    await reader.query("begin");
    await reader.query("select count(*) from credential");
    const migrating = store.migrate(Date.now());
    const waits =
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await until(async () => query(url, waits).length > 0);
    await reader.query("select count(*) from booking_event");
    await reader.query("commit");
    assert.deepEqual(await migrating, migrations.slice(1));
  } finally {
    await reader.end();
    await store.close();
  }
});
