import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { openTestEngine } from "../harness/open-engine.ts";
import { useOwnPostgres } from "../harness/own-postgres.ts";
import { execute, query } from "../harness/query.ts";
import { acmeWith, booking } from "../harness/seed.ts";
import { startTestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

test("an automatic vacuum of a table gives way", async (t) => {
  await using _ = await useOwnPostgres(["-c", "autovacuum_naptime=1s"]);

  await t.test("to a change of the schema", async () => {
    await using service = await startTestService([acmeWith([booking("ann")])]);
    const { databaseUrl } = service;
    await untilVacuumed(databaseUrl);
    const engine = openTestEngine(databaseUrl, { poolSize: 1 });
    try {
      await engine.alone((transaction) =>
        engine.define(transaction, "alter table contact add column next_release text"),
      );
      assert.ok(wasEnded(databaseUrl));
      await using _ = await holding(databaseUrl, "booking");
      await untilVacuumed(databaseUrl);
      await engine.alone((transaction) =>
        engine.define(transaction, "alter table contact add column later_release text"),
      );
    } finally {
      await engine.close();
    }
  });
});

/** Keeps vacuums and changes of a table out, as an operator's own vacuum does. */
async function holding(url: string, table: string) {
  const client = new Client(url);
  await client.connect();
  await client.query("begin");
  await client.query(`lock table ${table} in share update exclusive mode`);
  return { [Symbol.asyncDispose]: () => client.end() };
}

/** Resolves while a vacuum of contacts is at work that would take minutes. */
async function untilVacuumed(url: string): Promise<void> {
  const slow = "autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1";
  execute(url, `alter table contact set (${slow})`);
  const rows =
    "select 1, 1000000 + n, md5('c' || n)::uuid, 'c' || n from generate_series(1, 20000) n";
  execute(url, `insert into contact (account_id, number, id, external_id) ${rows}`);
  execute(url, "delete from contact where external_id like 'c%'");
  await until(async () => vacuums(url) > 0);
}

/** The vacuums of contacts at work. */
function vacuums(url: string): number {
  return query(
    url,
    "select 1 from pg_stat_activity where datname = current_database() and backend_type = 'autovacuum worker' and query like '%public.contact%'",
  ).length;
}

/** No vacuum has come to the end of the table. */
function wasEnded(url: string): boolean {
  const ended = query(
    url,
    "select 1 from pg_stat_user_tables where relname = 'contact' and autovacuum_count = 0",
  );
  return ended.length === 1;
}
