import assert from "node:assert/strict";
import { test } from "node:test";
import { runCommandHere } from "../harness/command-here.ts";
import { testDatabase } from "../harness/test-database.ts";

test("says in a sentence that the server cannot be used, and what to check", async () => {
  await using database = await testDatabase();
  const change = (parts: object) => Object.assign(new URL(database.url), parts).href;
  const cases = [
    [
      change({ pathname: "/no-such-database" }),
      /refuses the connection.*does not exist.*Check DATABASE_URL/,
    ],
    [
      change({ password: "CANARY-password" }),
      /refuses the connection.*password.*Check DATABASE_URL/,
    ],
    [change({ port: "1" }), /cannot be reached: .*ECONNREFUSED.* Check its URL \(DATABASE_URL, /],
  ] as const;
  for (const [url, sentence] of cases) {
    const { status, out, err } = await runCommandHere(url, ["account", "list", "--json"]);
    assert.equal(status, 1);
    assert.match(err, sentence);
    assert.match(JSON.parse(out).error.message, sentence);
    assert.doesNotMatch(`${out}${err}`, /CANARY|\n +at /);
  }
});
