import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { describe, test } from "node:test";
import { DummyDriver, Kysely, type CompiledQuery } from "kysely";
import type { AccountId } from "../../src/domain/account.ts";
import { invariants } from "../../src/store/invariants/check-invariants.ts";
import { sqliteParts } from "../../src/store/sqlite/dialect.ts";
import { openStore } from "../../src/store/store.ts";
import type { Tables } from "../../src/store/tables.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

describe("the statements of the laws", () => {
  test("find the rows of a table by its keys, and those of their own lists by an index", async () => {
    using folder = temporaryFolder();
    const path = `${folder.path}/booking.db`;
    const store = openStore(`sqlite:${path}`);
    await store.migrate(Date.now());
    await store.close();
    const database = new DatabaseSync(path);
    for (const [law, { sql, parameters }] of await statements()) {
      const plan = database.prepare(`explain query plan ${sql}`).all(...(parameters as string[]));
      const scans = plan
        .map(({ detail }) => String(detail))
        .filter((step) => step.startsWith("SCAN"));
      // Lists that a statement makes are gone through once, but for the few rows of the state table.
      const known =
        /^SCAN (held|taken|taking|step|\d+ CONSTANT ROWS|line|admitted|comer|dated|judged|suspect|turned|erased|\(subquery-\d+\))/;
      const others = scans.filter((step) => !known.test(step));
      assert.deepEqual(others, law === "nobody-overtaken" ? ["SCAN waiting"] : [], law);
    }
    database.close();
  });
});

async function statements(): Promise<Map<string, CompiledQuery>> {
  const seen = new Map<string, CompiledQuery>();
  for (const invariant of invariants) {
    const reads = new Kysely<Tables>({
      dialect: { ...sqliteParts, createDriver: () => new DummyDriver() },
      log: ({ query }) => {
        seen.set(invariant.name, query);
      },
    });
    await invariant.find(reads, 1 as AccountId, {
      limit: 10,
      now: 0,
      clock: () => 0,
      servedUntil: 0,
    });
  }
  return seen;
}
