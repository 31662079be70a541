import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { Client } from "pg";
import { openStore } from "../src/store/store.ts";
import { runCommand } from "./harness/command.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { folderOf020, makeFormerDatabase } from "./harness/former-database.ts";
import { migrations } from "./harness/migrations.ts";
import { plant, query, tableNames } from "./harness/query.ts";
import { until } from "./harness/until.ts";
import { engine, testDatabase } from "./harness/test-database.ts";

const account = "acme/production";
const read = (name: string) => readFileSync(`${folderOf020}/${name}`, "utf8");
const linesOf = (text: string) => text.trimEnd().split("\n");

/** What fields say of 0.2.0 that it did not know. */
const asBefore: Readonly<Record<string, unknown>> = { contact_limit_counts: "all" };

/** The lines that 0.2.0 wrote, byte for byte, but for fields that it did not know and that change nothing. */
function assertExported(text: string): void {
  const former = linesOf(read("export.ndjson"));
  const lines = linesOf(text).map((line, index) => {
    const known = new Set(Object.keys(JSON.parse(former[index] ?? "{}")));
    const fields = Object.entries(JSON.parse(line) as object);
    return JSON.stringify(
      Object.fromEntries(
        fields.filter(([name, value]) => known.has(name) || value !== (asBefore[name] ?? null)),
      ),
    );
  });
  assert.deepEqual(lines, former);
}

/** The rows of each table, in an order that does not depend on the engine. */
function contentsOf(url: string): Record<string, Record<string, unknown>[]> {
  return Object.fromEntries(
    tableNames(url)
      .filter((name) => !["schema_migration", "attendee_word"].includes(name))
      .map((name) => [name, query(url, `select * from "${name}"`)]),
  );
}

/** The rows as texts, with the columns that `columns` has. */
function textsOf(rows: readonly Record<string, unknown>[], columns: readonly string[]): string[] {
  return rows
    .map((row) => JSON.stringify(columns.map((name) => [name, String(row[name])])))
    .toSorted();
}

describe("a database of 0.2.0", () => {
  for (const last of ["0019-import-jobs", "0021-webhook-lanes"]) {
    test(`whose last migration is ${last} is converted with everything in it`, async () => {
      await using database = await testDatabase();
      const { url } = database;
      await makeFormerDatabase(url, last);
      const before = contentsOf(url);

      const refused = await runCommandHere(url, ["export", account]);
      assert.match(refused.err, /booking migrate/);
      const done = await runCommandHere(url, ["migrate", "--json"]);
      assert.equal(done.status, 0, done.err);
      assert.deepEqual(done.json, { applied: migrations });
      assert.match(done.err, /of 0\.2\.0 .* MiB.*booking: 15 rows/s);
      const again = await runCommandHere(url, ["migrate", "--json"]);
      assert.deepEqual(again.json, { applied: [] });

      const after = contentsOf(url);
      for (const [table, all] of Object.entries(before)) {
        const rows = all.filter((row) => table !== "outcome" || row["client_id"] !== "");
        assert.equal(after[table]?.length, rows.length, table);
        const columns = Object.keys(rows[0] ?? {}).filter((name) => isAsBefore(table, name));
        const kept = columns.filter((name) => name in (after[table]?.[0] ?? {}));
        assert.deepEqual(textsOf(after[table] ?? [], kept), textsOf(rows, kept), table);
      }
      const exported = await runCommandHere(url, ["export", account]);
      assertExported(exported.out);
      const verified = await runCommandHere(url, ["verify", "--json"]);
      assert.deepEqual(verified.json.breaches, []);
    });
  }

  test("keeps the cursors of its feed, and finds attendees by their names", async () => {
    await using database = await testDatabase();
    const { url } = database;
    await makeFormerDatabase(url);
    assert.equal((await runCommandHere(url, ["migrate"])).status, 0);
    const lines = linesOf(read("changes.ndjson")).map((line) => JSON.parse(line));
    const changes = async (...words: string[]) =>
      linesOf((await runCommandHere(url, ["changes", account, ...words])).out)
        .map((line) => JSON.parse(line))
        .filter(({ change }) => change !== undefined)
        // 0.2.0 kept the reasons, and did not print them; nor did it say why.
        .map(({ cursor: _cursor, reason: _reason, because: _because, ...rest }) => rest);
    const expected = lines.map(({ cursor: _cursor, ...rest }) => rest);
    assert.deepEqual(await changes("--from-start"), expected);
    assert.deepEqual(await changes("--after", lines[7].cursor), expected.slice(8));
    for (const [typed, found] of [
      ["lukasz sor", 1],
      ["zoe angst", 1],
      ["gone", 0],
      ["hopper", 1],
      ["jones", 1],
    ] as const) {
      const answer = await runCommandHere(url, ["find", account, "--name", typed, "--json"]);
      assert.equal(answer.json.length, found, typed);
    }
  });

  test("keeps a slot closed that the audit log says was closed, and no other one without seats", async () => {
    await using database = await testDatabase();
    const { url } = database;
    await makeFormerDatabase(url);
    plant(
      url,
      "update slot set capacity = 0, overbooked_by = taken where activity_id = 'workshop'",
    );
    assert.equal((await runCommandHere(url, ["migrate"])).status, 0);
    const listed = await runCommandHere(url, ["slot", "list", account, "--json"]);
    const closed = (listed.json as any[]).filter((slot) => slot.closed);
    assert.deepEqual(
      closed.map(({ host, starting_at: at }) => [host, at]),
      [["bob", "2030-05-01T08:00:00Z"]],
    );
    assert.match(
      JSON.stringify(query(url, "select closed_at from slot where closed_at is not null")),
      /1795886723128/,
    );
  });

  test("that a killed conversion left half done is as it was, and converted by the next", async () => {
    await using database = await testDatabase();
    const { url } = database;
    await makeFormerDatabase(url);
    const before = contentsOf(url);
    for (const dies of ["account", "booking", "booking_event", "webhook_attempt"]) {
      const child = spawn(process.execPath, ["test/harness/killed-conversion.ts", url, dies]);
      const [, signal] = await once(child, "exit");
      assert.equal(signal, "SIGKILL", dies);
      // A server rolls back when it finds its client gone.
      await until(async () => isDeepStrictEqual(contentsOf(url), before));
      const store = openStore(url);
      const state = await store.schemaState();
      await store.close();
      assert.equal(state, "unconverted");
    }
    assert.equal((await runCommandHere(url, ["migrate"])).status, 0);
    assertExported((await runCommandHere(url, ["export", account])).out);
  });

  test("in which a booking has no contact is not converted, and stays as it was", async () => {
    await using database = await testDatabase();
    const { url } = database;
    await makeFormerDatabase(url);
    plant(url, "delete from contact where id in (select contact_id from booking)");
    const before = contentsOf(url);
    const refused = await runCommandHere(url, ["migrate", "--json"]);
    assert.equal(refused.status, 1);
    assert.match(JSON.stringify(refused.json), /refers to a row|foreign key/);
    assert.deepEqual(contentsOf(url), before);
  });

  test("is not served, and what a program has open is not converted", async () => {
    await using database = await testDatabase();
    const { url } = database;
    await makeFormerDatabase(url);
    const served = await runCommand(url, ["serve"]);
    assert.equal(served.status, 1);
    assert.match(served.err + served.out, /booking migrate/);
    await using program = await openElsewhere(url);
    assert.ok(program);
    const refused = await runCommandHere(url, ["migrate", "--json"]);
    assert.equal(refused.status, 1);
    assert.match(JSON.stringify(refused.json), /has this database open/);
  });

  test("of a release before says what to run first", async () => {
    await using database = await testDatabase();
    const { url } = database;
    await makeFormerDatabase(url, "0019-import-jobs");
    query(url, "delete from schema_migration where name > '0012'");
    const refused = await runCommandHere(url, ["migrate", "--json"]);
    assert.equal(refused.status, 1);
    assert.match(JSON.stringify(refused.json), /migrate` of 0\.2\.0 first/);
  });
});

/** Nothing of these columns changed but where the test's comparison says so. */
function isAsBefore(table: string, column: string): boolean {
  return !(changed[table] ?? []).includes(column);
}

/** What the conversion makes anew. */
const changed: Readonly<Record<string, readonly string[]>> = {
  directory: ["last_account_id"],
  slot: ["slot_duration_in_minutes"],
  slot_event: ["kind"],
};

/** Another program that has the database open. */
async function openElsewhere(url: string): Promise<AsyncDisposable> {
  if (engine === "postgres") {
    const client = new Client({ connectionString: url, application_name: "booking" });
    await client.connect();
    return { [Symbol.asyncDispose]: () => client.end() };
  }
  const program = `
    const { DatabaseSync } = require("node:sqlite");
    const database = new DatabaseSync(process.argv[1]);
    database.prepare("select count(*) from account").get();
    process.stdout.write("open");
    process.stdin.resume();`;
  const child = spawn(process.execPath, ["-e", program, url.slice("sqlite:".length)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return {
    [Symbol.asyncDispose]: async () => {
      const gone = once(child, "exit");
      child.stdin.end();
      child.kill();
      await gone;
    },
  };
}
