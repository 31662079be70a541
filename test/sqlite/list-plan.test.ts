import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { sqliteParts } from "../../src/store/sqlite/dialect.ts";
import { openStore } from "../../src/store/store.ts";
import { listStatements } from "../harness/list-statements.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

test("S1 S6 the list reads a contact's bookings by their key, in their order, whatever the filters", async () => {
  using folder = temporaryFolder();
  const path = `${folder.path}/booking.db`;
  const store = openStore(`sqlite:${path}`);
  await store.migrate(Date.now());
  await store.close();
  using database = new DatabaseSync(path);
  const statements = await listStatements(sqliteParts);
  assert.ok(statements.some(({ isPage }) => !isPage));
  for (const { sql, values, bounded, isLaterPage } of statements) {
    const plan = database
      .prepare(`explain query plan ${sql}`)
      .all(...(values as string[]))
      .map(({ detail }) => String(detail));
    const steps = plan.filter((step) => step.startsWith("SEARCH booking"));
    assert.ok(steps.length > 0, sql);
    const key = bounded
      ? /USING PRIMARY KEY \(account_id=\? AND contact_number=\? AND \(?slot_starting_at(?:,id\))?[<>]/
      : /USING PRIMARY KEY \(account_id=\? AND contact_number=\?/;
    for (const step of steps) assert.match(step, key, sql);
    // The page and the rest begin at a key.
    const fromKey = steps.filter((step) => /\bslot_starting_at(?:,id\))?>/.test(step));
    if (isLaterPage) assert.ok(fromKey.length >= 2, sql);
    // That key is a single row.
    const slow = plan.filter((step) => /^SCAN (?!first_of_page$)|TEMP B-TREE/.test(step));
    assert.deepEqual(slow, [], sql);
  }
});
