import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, test } from "node:test";
import { openStore, type Store } from "../src/store/store.ts";
import { query } from "./harness/database.ts";
import { temporaryFolder } from "./harness/temporary-folder.ts";

const committed = "src/store/schema/sqlite.sql";
const migrations = ["0001-foundation", "0002-request-record", "0003-api-host-order"];

describe("the schema", () => {
  test("that the migrations make is the committed one (UPDATE=1 writes it anew)", async () => {
    await withStore("sqlite::memory:", async (store) => {
      await store.migrate(0);
      const dump = await store.dumpSchema();
      if (process.env["UPDATE"] === "1") writeFileSync(committed, dump);
      assert.equal(dump, readFileSync(committed, "utf8"));
    });
  });

  test("leads every key of an account's data with the account", async () => {
    const global = new Set(["account", "api_host", "directory", "audit_event", "schema_migration"]);
    const tables = readFileSync(committed, "utf8").matchAll(
      /create table "?(\w+)"? \(([\s\S]*?)\n\)/gi,
    );
    let seen = 0;
    for (const [, name = "", body = ""] of tables) {
      if (global.has(name)) continue;
      seen += 1;
      assert.match(body, /primary key \(account_id\b/, name);
      for (const [key] of body.matchAll(/foreign key \(\w+/g))
        assert.match(key, /account_id/, name);
    }
    assert.ok(seen > 10, `only ${seen} tables`);
  });

  test("is applied once, and a second time nothing is", async () => {
    using folder = temporaryFolder();
    const url = `sqlite:${folder.path}/new/folder/booking.db`;
    await withStore(url, async (store) => {
      assert.equal(await store.schemaState(), "older");
      assert.deepEqual(await store.migrate(Date.now()), migrations);
      assert.deepEqual(await store.migrate(Date.now()), []);
      assert.equal(await store.schemaState(), "current");
    });
  });

  test("is applied once by many that start together", async () => {
    using folder = temporaryFolder();
    const url = `sqlite:${folder.path}/booking.db`;
    const stores = Array.from({ length: 6 }, () => openStore(url));
    const applied = await Promise.all(stores.map((store) => store.migrate(Date.now())));
    assert.deepEqual(applied.flat(), migrations);
    for (const store of stores) await store.close();
  });

  test("that is newer than the program is refused", async () => {
    using folder = temporaryFolder();
    const url = `sqlite:${folder.path}/booking.db`;
    await withStore(url, (store) => store.migrate(0));
    const newer =
      "insert into schema_migration (name, applied_at) values ('9999-later', 0) returning name";
    query(url, newer);
    await withStore(url, async (store) => {
      assert.equal(await store.schemaState(), "newer");
      await assert.rejects(store.migrate(0), /9999-later/);
    });
  });
});

describe("the embedded database", () => {
  test("P2 keeps what makes a commit durable", async () => {
    using folder = temporaryFolder();
    const url = `sqlite:${folder.path}/booking.db`;
    await withStore(url, (store) => store.migrate(0));
    assert.deepEqual(query(url, "pragma journal_mode"), [{ __proto__: null, journal_mode: "wal" }]);
  });

  test("refuses a file that is none, with a sentence", async () => {
    using folder = temporaryFolder();
    writeFileSync(
      `${folder.path}/text.db`,
      "this is no database, but long enough to be read as one",
    );
    assert.throws(() => openStore(`sqlite:${folder.path}/text.db`), /cannot be opened/);
    assert.throws(() => openStore(`sqlite:${folder.path}`), /cannot be opened/);
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
