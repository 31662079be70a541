import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sql } from "kysely";
import { openTestEngine } from "../harness/open-engine.ts";
import { query } from "../harness/database.ts";
import { migratedDatabase } from "../harness/test-database.ts";

const asked = `
  select current_setting('max_parallel_workers_per_gather') || current_setting('jit') as settings`;

describe("a statement of the program has one process of the server, which does not compile it", () => {
  for (const timeouts of ["request", "task"] as const) {
    test(`in each kind of session of a ${timeouts}, whatever the server's default`, async () => {
      await using database = await migratedDatabase("postgres");
      query(database.url, sessionsStartOtherwise);
      const engine = openTestEngine(database.url, { timeouts });
      await using _ = { [Symbol.asyncDispose]: () => engine.close() };
      await using snapshot = await engine.snapshot();
      assert.deepEqual(await engine.readRows(asked, []), [["0off"]]);
      for (const session of [engine.reads, snapshot.reads]) {
        const { rows } = await sql.raw<{ settings: string }>(asked).execute(session);
        assert.deepEqual(rows, [{ settings: "0off" }]);
      }
      const written = await engine.write((transaction) =>
        sql.raw<{ settings: string }>(asked).execute(transaction),
      );
      assert.deepEqual(written.rows, [{ settings: "0off" }]);
    });
  }
});

const sessionsStartOtherwise = `
  do $$ begin
    execute format(
      'alter database %I set max_parallel_workers_per_gather = 4', current_database());
    execute format('alter database %I set jit = on', current_database());
  end $$`;
