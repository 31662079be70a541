import assert from "node:assert/strict";
import { test } from "node:test";
import { runCommandHere } from "../harness/command-here.ts";
import { runCommand } from "../harness/command.ts";
import { askServer } from "../harness/server-connection.ts";
import { migratedDatabase, testDatabase } from "../harness/test-database.ts";

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

test("says that a database is closed, and that the URL has a setting that is none", async () => {
  await using database = await testDatabase();
  const name = new URL(database.url).pathname.slice(1);
  const server = process.env["TEST_DATABASE_URL"] ?? "";
  for (const [options, sentence] of [
    ["", /is not currently accepting connections\. Check DATABASE_URL\.$/],
    ["?options=-cnone.such%3D1%20-cwork_mem%3Dlots", /work_mem.*\. Check DATABASE_URL\.$/],
    ["?options=-cno_such%3D1", /no_such.*\. Check DATABASE_URL\.$/],
  ] as const) {
    if (options === "") await askServer(server, `alter database ${name} allow_connections false`);
    const { err } = await runCommandHere(`${database.url}${options}`, ["account", "list"]);
    if (options === "") await askServer(server, `alter database ${name} allow_connections true`);
    assert.match(err.trim(), sentence);
    assert.doesNotMatch(err, /\n +at /);
  }
});

test("names an encoding that cannot keep every text, and a search_path that leads nowhere", async () => {
  const server = process.env["TEST_DATABASE_URL"] ?? "";
  const name = `${process.env["TEST_DATABASE_PREFIX"] ?? "booking_test_"}latin1`;
  await askServer(
    server,
    `create database ${name} encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0`,
  );
  await using database = await migratedDatabase("postgres");
  const change = (url: string, parts: object) => Object.assign(new URL(url), parts).href;
  const cases = [
    [change(server, { pathname: `/${name}` }), /encoding is LATIN1, .* `booking copy`\./],
    [change(database.url, { search: "?options=-csearch_path%3Dnone" }), /search_path is none, /],
  ] as const;
  const environment = { PORT: "0", OPERATOR_PORT: "0" };
  for (const [url, sentence] of cases) {
    for (const words of [["migrate"], ["serve"], ["doctor"], ["account", "list"]]) {
      const { status, out, err } = await runCommand(url, words, { environment });
      assert.equal(status, 1, words[0]);
      assert.match(`${out}${err}`, sentence, words[0]);
      assert.doesNotMatch(`${out}${err}`, /\n +at /, words[0]);
    }
  }
});
