import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { lintStatements } from "../harness/statements/lint-statements.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { migratedDatabase } from "../harness/test-database.ts";

const id = "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11";

/** The run of the tests explains every statement that the store sends; here are some that it never shall. */
const refused = [
  ["select id from booking where id = $1", [id], /^reads "booking" by/],
  [
    "select booking.id from slot join booking on booking.account_id = slot.account_id where slot.host_id = $1",
    ["x"],
    /^reads "slot" by|^reads "booking" by/,
  ],
  ["update ticket set cancelled_at = 1 where booking_id = $1", [id], /^reads "ticket" by/],
  ["delete from outcome where created_at < $1", [1], /^reads "outcome" by/],
  [
    "insert into contact (account_id, id, external_id) select account_id, id, external_id || 'x' from contact where account_id = $1",
    [1],
    /^inserts what it selects$/,
  ],
  [
    "insert into contact (account_id, id, external_id) select 1, id, id::text from unnest($1::uuid[]) as given(id)",
    [[id]],
    /^inserts what it selects$/,
  ],
  [
    "insert into booking_event (account_id, booking_id, number, kind, booking_status, at, recorded_at, actor, request_id, details) values ($1, '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11', (select count(*) from booking_event where account_id = $1), 'booked', 'CONFIRMED', 1, 1, 'a', null, null)",
    [1],
    /^has a subquery among the values of an insert$/,
  ],
  [
    'insert into "contact" ("account_id", "id", "external_id") values ($1, $2, $3), ($4, $5, $6)',
    [1, id, "a", 2, id, "b"],
    /^writes rows of several accounts$/,
  ],
  ["/* every account */ update booking set booked_at = 1", [], /^writes rows of every account$/],
  ["select no_such_column from booking", [], /^it cannot be explained: /],
] as const;

const allowed = [
  ["select id from booking where account_id = $1 and id = $2", [1, id]],
  [
    'insert into "contact" ("account_id", "id", "external_id") values ($1, $2, $3), ($4, $5, $6)',
    [1, id, "a", 1, id, "b"],
  ],
  [
    "update booking set booked_at = 1 from unnest($1::bigint[], $2::uuid[]) as given(account_id, id) where given.account_id = $3 and booking.account_id = given.account_id and booking.id = given.id",
    [[1], [id], 1],
  ],
  ["/* every account */ select id from booking", []],
  ["select id from account where tenant = $1", ["acme"]],
] as const;

describe("a statement that does not say whose rows it is about", () => {
  for (const [text, values, problem] of refused) {
    test(`is found: ${text.slice(0, 90)}`, async () => {
      const [finding] = await lint(text, values);
      assert.match(finding?.problems.join("; ") ?? "nothing was found", problem);
    });
  }

  for (const [text, values] of allowed) {
    test(`is not: ${text.slice(0, 90)}`, async () => {
      assert.deepEqual(await lint(text, values), []);
    });
  }
});

async function lint(text: string, values: readonly unknown[]) {
  using folder = temporaryFolder();
  await using database = await migratedDatabase("postgres");
  writeFileSync(join(folder.path, "1.ndjson"), `${JSON.stringify({ text, values })}\n`);
  const { explained, findings } = await lintStatements(folder.path, database.url);
  assert.equal(explained, 1);
  return findings;
}
