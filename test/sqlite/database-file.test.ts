import assert from "node:assert/strict";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { describe, test } from "node:test";
import { sql } from "kysely";
import { openSqlite } from "../../src/store/sqlite/open.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { query } from "../harness/query.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

describe("the embedded database", () => {
  test("P2 keeps what makes a commit durable", async () => {
    using folder = temporaryFolder();
    const url = `sqlite:${folder.path}/booking.db`;
    await withStore(url, (store) => store.migrate(0));
    assert.deepEqual(query(url, "pragma journal_mode"), [{ __proto__: null, journal_mode: "wal" }]);
  });

  test("B176 copies its log seldom, and never lets it grow beyond that", async () => {
    using folder = temporaryFolder();
    const path = `${folder.path}/booking.db`;
    const engine = openSqlite(path, () => {});
    await engine.write((transaction) => sql`create table t (bytes blob)`.execute(transaction));
    const megabyte = 1_000_000;
    const write = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        const more = sql`insert into t (bytes) values (zeroblob(${megabyte}))`;
        await engine.write((transaction) => more.execute(transaction));
      }
      return statSync(`${path}-wal`).size / megabyte;
    };
    const before = await write(25);
    assert.ok(before > 24, `a log of ${before} MB after 25`);
    const afterwards = await write(75);
    assert.ok(afterwards < 40, `a log of ${afterwards} MB after 100`);
    await engine.close();
  });

  test("makes the folder of its file", async () => {
    using folder = temporaryFolder();
    await withStore(`sqlite:${folder.path}/new/folder/booking.db`, (store) => store.migrate(0));
    assert.ok(existsSync(`${folder.path}/new/folder/booking.db`));
  });

  test("refuses a folder that the system does not make, with a sentence", () => {
    // Linux: every `mkdir` in /proc is ENOENT. Elsewhere, nobody may make a folder there.
    assert.throws(() => openStore("sqlite:/proc/x/y/booking.db"), {
      message: /booking\.db cannot be opened: the folder \/proc(\/x)? cannot be made \(E\w+\)/,
    });
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
