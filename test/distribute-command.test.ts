import assert from "node:assert/strict";
import { test } from "node:test";
import { runCommandHere } from "./harness/command-here.ts";
import { engine, testDatabase } from "./harness/test-database.ts";

test("booking migrate --distribute is refused without Citus, and the schema is there all the same", async () => {
  await using database = await testDatabase();
  const refused = await runCommandHere(database.url, ["migrate", "--distribute"]);
  assert.equal(refused.status, 1);
  const why =
    engine === "sqlite" ? /only Citus can be distributed/ : /extension citus: a superuser/;
  assert.match(refused.err, why);
  assert.equal((await runCommandHere(database.url, ["migrate"])).out, "The schema is current.\n");
});
