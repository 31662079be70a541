import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, test } from "node:test";
import { programVersion } from "../src/domain/program-version.ts";
import { zoneRelease } from "../src/domain/zones/zone-clock.ts";
import { tablesWithoutForeignKey } from "../src/store/invariants/row-of-one-account.ts";
import { openStore, type Store } from "../src/store/store.ts";
import { dumpSchema } from "./harness/dump-schema.ts";
import { call } from "./harness/call.ts";
import { runCommand } from "./harness/command.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { laterProgram } from "./harness/later-program.ts";
import { migrations } from "./harness/migrations.ts";
import { startServerProcess } from "./harness/process.ts";
import { execute, query } from "./harness/query.ts";
import { engine, testDatabase } from "./harness/test-database.ts";

const committed = `src/store/schema/${engine}.sql`;

describe("the schema", () => {
  test("that the migrations make is the committed one (UPDATE=1 writes it anew)", async () => {
    await using database = await testDatabase();
    await withStore(database.url, async (store) => {
      await store.migrate(0);
      const dump = dumpSchema(database.url);
      if (process.env["UPDATE"] === "1") writeFileSync(committed, dump);
      assert.equal(dump, readFileSync(committed, "utf8"));
    });
  });

  test("leads every key of an account's data with the account", async () => {
    const global = new Set([
      "account",
      "api_host",
      "directory",
      "directory_change",
      "audit_event",
      "clock_mark",
      "operator",
      "operator_session",
      "rate_count",
      "schema_migration",
    ]);
    const tables = readFileSync(committed, "utf8").matchAll(
      /create table "?(\w+)"? \(([\s\S]*?)\n\)/gi,
    );
    let seen = 0;
    for (const [, name = "", body = ""] of tables) {
      if (global.has(name)) continue;
      seen += 1;
      assert.match(body, /primary key \(account_id\b/i, name);
      for (const [key] of body.matchAll(/foreign key \(\w+/gi))
        assert.match(key, /account_id/, name);
    }
    assert.ok(seen > 10, `only ${seen} tables`);
  });

  test("holds every row to an account by foreign keys, but for the tables that a law checks", () => {
    const tables = readFileSync(committed, "utf8").matchAll(
      /create table "?(\w+)"? \(([\s\S]*?)\n\)/gi,
    );
    const free = [...tables].flatMap(([, name = "", body = ""]) =>
      /\baccount_id integer/.test(body) && !/\breferences\b/i.test(body) ? [name] : [],
    );
    // An index that triggers fill.
    if (engine === "sqlite") free.splice(free.indexOf("attendee_word"), 1);
    // A distributed database has no foreign key from a token to its secret (B364).
    assert.deepEqual([...free, "access_token"].toSorted(), [...tablesWithoutForeignKey]);
  });

  test("is applied once, and a second time nothing is", async () => {
    await using database = await testDatabase();
    const { url } = database;
    await withStore(url, async (store) => {
      assert.equal(await store.schemaState(), "older");
      assert.deepEqual(await store.migrate(Date.now()), migrations);
      assert.deepEqual(await store.migrate(Date.now()), []);
      assert.equal(await store.schemaState(), "current");
    });
  });

  test("is applied once by many that start together", async () => {
    await using database = await testDatabase();
    const { url } = database;
    const stores = Array.from({ length: 6 }, () => openStore(url));
    const applied = await Promise.all(stores.map((store) => store.migrate(Date.now())));
    assert.deepEqual(applied.flat().toSorted(), migrations);
    for (const store of stores) await store.close();
  });

  test("is applied once by many processes that start together, servers among them", async () => {
    await using database = await testDatabase();
    const { url } = database;
    const commands = Array.from({ length: 4 }, () => runCommand(url, ["migrate", "--json"]));
    const servers = Array.from({ length: 2 }, () => startServerProcess(url));
    const answers = await Promise.all(commands);
    const appliedByCommands = answers.flatMap(({ status, err, json }) => {
      assert.equal(status, 0, err);
      return json.applied;
    });
    const appliedByServers: string[] = [];
    for (const server of await Promise.all(servers)) {
      for (const line of server.lines.map((text) => JSON.parse(text))) {
        appliedByServers.push(...(line.applied ?? []));
      }
      assert.equal((await call(server.operator, { path: "/readyz" })).status, 200);
      await server.kill();
    }
    assert.deepEqual(
      [...appliedByCommands, ...appliedByServers].toSorted((a, b) => a.localeCompare(b)),
      migrations,
    );
    const kept = query(url, "select name from schema_migration order by name");
    assert.deepEqual(
      kept.map(({ name }) => name),
      migrations,
    );
  });

  test("of an earlier version is brought up to date with what it holds, and is then newer to that", async () => {
    await using database = await testDatabase();
    using later = laterProgram();
    const { url } = database;
    await withStore(url, (store) => store.migrate(0));
    const words = ["account", "create", "acme/production", "--api-host", "acme.test"];
    const created = await runCommandHere(url, words);
    assert.equal(created.status, 0, created.err);
    const early = await runCommand(url, ["account", "list", "--json"], later);
    assert.match(early.err, /schema is older than this program: run `booking migrate`/);
    const migrated = await runCommand(url, ["migrate", "--json"], later);
    assert.deepEqual(migrated.json.applied, [later.migration]);
    const [account] = query(url, "select tenant, made_up from account");
    assert.deepEqual({ ...account }, { tenant: "acme", made_up: 7 });
    assert.equal((await runCommand(url, ["account", "list"], later)).status, 0);
    await withStore(url, (store) => assert.rejects(store.migrate(0), /9000-made-up/));
  });

  test("of 0.2.0 or before is refused by each program, which names the command that converts it", async () => {
    await using database = await testDatabase();
    const { url } = database;
    await withStore(url, (store) => store.migrate(0));
    execute(url, "delete from schema_migration");
    execute(
      url,
      "insert into schema_migration (name, applied_at, oldest_program) values " +
        "('0001-foundation', 0, null), ('0002-changes', 0, '0.1.0')",
    );
    const remedy = /of 0\.2\.0 or an earlier release: .* run `booking migrate` first/;
    await withStore(url, async (store) => {
      assert.equal(await store.schemaState(), "unconverted");
      await assert.rejects(store.migrate(0), remedy);
    });
    for (const words of [["serve"], ["account", "list"]]) {
      const refused = await runCommand(url, words);
      assert.deepEqual([refused.status, remedy.test(refused.err)], [1, true], refused.err);
    }
  });

  test("that is newer than the program is refused", async () => {
    await using database = await testDatabase();
    const { url } = database;
    await withStore(url, (store) => store.migrate(0));
    execute(url, "insert into schema_migration (name, applied_at) values ('9999-later', 0)");
    await withStore(url, async (store) => {
      assert.equal(await store.schemaState(), "newer");
      await assert.rejects(store.migrate(0), /9999-later/);
    });
  });

  test("of a later release that this version may work with is left as it is, and served", async () => {
    await using database = await testDatabase();
    const { url } = database;
    await withStore(url, (store) => store.migrate(0));
    execute(
      url,
      "insert into schema_migration (name, applied_at, oldest_program) values " +
        `('9999-later', 0, '${programVersion}')`,
    );
    await withStore(url, async (store) => {
      assert.equal(await store.schemaState(), "ahead");
      assert.deepEqual(await store.migrate(0), []);
    });
    const migrated = await runCommandHere(url, ["migrate", "--json"]);
    assert.deepEqual([migrated.status, migrated.json], [0, { applied: [] }]);
    const listed = await runCommandHere(url, ["account", "list", "--json"]);
    assert.deepEqual([listed.status, listed.json], [0, []]);
    assert.match(listed.err, /of a later release/);
    const server = await startServerProcess(url);
    const ready = await call(server.operator, { path: "/readyz" });
    assert.deepEqual(
      [ready.status, ready.json],
      [200, { status: "ready", version: programVersion, zones: zoneRelease }],
    );
    assert.ok(server.lines.some((line) => line.includes("of a later release")));
    await server.kill();
    await using target = await testDatabase();
    const copied = await runCommand(url, ["copy", "--from", url, "--to", target.url]);
    assert.equal(copied.status, 1);
    assert.match(copied.err, /newer than this program/);
  });

  test("of a later release that names a later version is refused", async () => {
    await using database = await testDatabase();
    const { url } = database;
    await withStore(url, (store) => store.migrate(0));
    execute(
      url,
      "insert into schema_migration (name, applied_at, oldest_program) values " +
        "('9998-added', 0, '0.1.0'), ('9999-removed', 0, '999.0.0')",
    );
    await withStore(url, async (store) => {
      assert.equal(await store.schemaState(), "newer");
      await assert.rejects(store.migrate(0), /9998-added|9999-removed/);
    });
  });

  test("names in each migration but the first the oldest version that may work with it", () => {
    for (const name of migrations.slice(1)) {
      const text = readFileSync(`src/store/migrations/${name}.sql`, "utf8");
      assert.match(text, /^-- oldest program: \d+\.\d+\.\d+$/m, name);
    }
  });
});

async function withStore<T>(url: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = openStore(url);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
