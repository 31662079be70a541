import assert from "node:assert/strict";
import { test } from "node:test";
import { openStore } from "../../src/store/store.ts";
import { runCommandHere } from "../harness/command-here.ts";
import { query } from "../harness/database.ts";
import { migratedDatabase } from "../harness/test-database.ts";

test("verify runs amcheck where it is installed, and says where it is not", async () => {
  await using database = await migratedDatabase();
  const without = await runCommandHere(database.url, ["verify"]);
  assert.equal(without.status, 0, without.err);
  assert.match(without.out, /own check was not run: the extension amcheck is not installed/);
  query(database.url, "create extension amcheck");
  const found = await runCommandHere(database.url, ["verify"]);
  assert.equal(found.status, 0, found.err);
  assert.doesNotMatch(found.out, /not run/);
  const store = openStore(database.url);
  assert.deepEqual(await store.checkEngine(), { findings: [], notRun: null });
  await store.close();
});
