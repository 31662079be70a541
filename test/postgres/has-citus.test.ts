import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { Client } from "pg";
import { StatementGroup } from "../../src/store/postgres/statement-group.ts";
import { runCommand } from "../harness/command.ts";
import { runCommandHere } from "../harness/command-here.ts";
import { makeFormerDatabase } from "../harness/former-database.ts";
import { intercept } from "../harness/intercept.ts";
import { execute, query } from "../harness/query.ts";
import { acmeWith, booking, cancelPath } from "../harness/seed.ts";
import { startTestService } from "../harness/service.ts";
import { migratedDatabase, testDatabase, type TestDatabase } from "../harness/test-database.ts";

/** PostgreSQL without Citus, which is taken for one with it: the table by which Citus is recognised exists. */
describe("a database that has Citus", () => {
  let database: TestDatabase;

  before(async () => {
    database = await migratedDatabase();
    execute(
      database.url,
      "set local allow_system_table_mods = on; create table pg_catalog.pg_dist_node ()",
    );
  });

  test("P11 is refused with ROW_LEVEL_SECURITY=on, instead of answering with empty lists", async () => {
    const run = (environment: Record<string, string>) =>
      runCommand(database.url, ["account", "list"], { environment });
    assert.equal((await run({})).status, 0);
    const refused = await run({ ROW_LEVEL_SECURITY: "on" });
    assert.equal(refused.status, 1);
    assert.match(refused.err, /^ROW_LEVEL_SECURITY is on, but the database has Citus/);
  });

  test("plans a batch for its account, where plain PostgreSQL has one plan for all", async () => {
    assert.equal(await forcedPlans({ DATABASE_URL: database.url }), 0);
    assert.equal(await forcedPlans({}), 1);
  });
});

test("a database of 0.2.0 that Citus has distributed is not converted before its rows are in one place", async () => {
  await using database = await testDatabase();
  await makeFormerDatabase(database.url);
  execute(
    database.url,
    `set local allow_system_table_mods = on;
     create table pg_catalog.pg_dist_node ();
     create table pg_catalog.pg_dist_partition as
       select 'booking'::regclass as logicalrelid, 'account_id' as partkey, 's' as repmodel`,
  );
  const migrate = () => runCommandHere(database.url, ["migrate"]);
  const refused = await migrate();
  assert.equal(refused.status, 1);
  assert.match(
    refused.err,
    /^The database is of 0\.2\.0 and Citus .*`booking migrate --distribute`\.$/m,
  );
  assert.equal(query(database.url, "select * from booking").length, 15);
  execute(database.url, "delete from pg_dist_partition");
  assert.equal((await migrate()).status, 0);
});

/** How many transactions of one cancel force a plan for all accounts. */
async function forcedPlans(environment: Record<string, string>): Promise<number> {
  const line = booking("planned");
  await using service = await startTestService([acmeWith([line])], environment);
  const token = await service.token();
  const sent: string[] = [];
  const restore = intercept(Client.prototype, "query", (_, words) => {
    const [asked] = words as [string | { text?: string }];
    if (asked instanceof StatementGroup) sent.push(...asked.statements.map(({ text }) => text));
    else sent.push(String(typeof asked === "string" ? asked : asked.text));
    return words;
  });
  try {
    const body = { booking: line.booking };
    const { status } = await service.call({ method: "POST", path: cancelPath, token, body });
    assert.equal(status, 200);
  } finally {
    restore();
  }
  return sent.filter((text) => text.includes("force_generic_plan")).length;
}
