import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { openStore } from "../../src/store/store.ts";
import { openTestEngine } from "../harness/open-engine.ts";
import { migrations } from "../harness/migrations.ts";
import { execute, query } from "../harness/query.ts";
import { migratedDatabase } from "../harness/test-database.ts";
import { until } from "../harness/until.ts";

/** What the migrations since 0.1.0 have added. */
const since010 = [
  "drop index webhook_delivery_open",
  "drop index slot_by_start",
  "drop table import_left_out, import_job",
  "drop table operator_session",
  "drop table clock_mark",
  "drop table webhook_attempt, webhook_delivery, webhook_secret, webhook",
  "drop table operator_request",
  "alter table operator drop column limits",
  "alter table directory drop column last_account_id",
  "alter table slot drop column slot_duration_in_minutes",
  "alter table interaction drop column title",
  "alter table interaction drop column tickets_per_contact",
  "alter table ticket_type drop column tickets_per_contact",
  "drop table attendee_word",
  "alter table ticket drop column attendee_indexed_name",
  "drop table type_limit",
  "alter table ticket_type drop column capacity_per_slot",
  "drop table slot_event",
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
