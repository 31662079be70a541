import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { openStore } from "../src/store/store.ts";
import { dumpSchema } from "./harness/dump-schema.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { execute, query, tableNames } from "./harness/query.ts";
import { engine, migratedDatabase } from "./harness/test-database.ts";

/** The migrations since the schema that could move accounts. */
const since = ["0005-move-event-form", "0006-drop-account-move"];

describe("B360 the migration that drops the tables of account moves", () => {
  for (const state of ["copying", "following", "moved", "arriving", "arrived"]) {
    test(`is refused while a move is ${state}, and changes nothing`, async () => {
      await using database = await migratedDatabase();
      const { url } = database;
      beforeDropped(url, state);
      const before = [query(url, "select * from account_move"), tableNames(url)];
      const refused = await runCommandHere(url, ["migrate"]);
      assert.equal(refused.status, 1);
      assert.match(
        refused.err,
        new RegExp(`account acme/production is .* \\(its move is ${state}\\)`),
      );
      assert.match(
        refused.err,
        /`booking account move` of the version before with --finish or --back/,
      );
      assert.deepEqual([query(url, "select * from account_move"), tableNames(url)], before);
      assert.throws(() => addGroup(url), /the trigger is there/);
      // Once the move is ended with that version, the migration is made.
      execute(url, "delete from account_move");
      assert.equal((await runCommandHere(url, ["migrate"])).status, 0);
    });
  }

  test("removes what a killed --finish left: triggers of an account that is gone", async () => {
    await using database = await migratedDatabase();
    const { url } = database;
    beforeDropped(url, "removed");
    const store = openStore(url);
    try {
      assert.deepEqual(await store.migrate(0), since);
      assert.equal(dumpSchema(url), readFileSync(`src/store/schema/${engine}.sql`, "utf8"));
    } finally {
      await store.close();
    }
    assert.ok(!tableNames(url).includes("account_move"));
    addGroup(url);
  });
});

/** Makes the schema of a checkout that could move accounts, with a move and one of its triggers. */
function beforeDropped(url: string, state: string): void {
  const tables = readFileSync("src/store/migrations/0004-account-move.sql", "utf8");
  execute(
    url,
    tables
      .replaceAll(/^--.*\n/gm, "")
      .trim()
      .replace(/;$/, ""),
  );
  // What later migrations made stays, and with it their names.
  for (const name of since) execute(url, `delete from schema_migration where name = '${name}'`);
  execute(
    url,
    "insert into account (id, tenant, environment, created_at) values (1, 'a', 'uat', 0)",
  );
  const move = `(1, 'acme/production', 'm', 'r', '${state}', null, 0)`;
  execute(url, `insert into account_move values ${move}`);
  for (const statement of triggers[engine]) execute(url, statement);
}

function addGroup(url: string): void {
  execute(url, `insert into "group" values (1, 'g', '{}')`);
}

const triggers = {
  sqlite: [
    `create trigger follow_account_1_group_insert after insert on "group" when new.account_id = 1
     begin select raise(abort, 'the trigger is there') from account_move; end`,
  ],
  postgres: [
    `create function follow_account_1() returns trigger language plpgsql as
     $$ begin raise exception 'the trigger is there'; end $$`,
    `create trigger follow_account_1_write after insert or update on "group"
     for each row when (new.account_id = 1) execute function follow_account_1()`,
  ],
};
