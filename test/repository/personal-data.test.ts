import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

test("docs/personal-data.md says of every column of text whether it can hold a person's data", () => {
  const page = readFileSync("docs/personal-data.md", "utf8");
  const listed = [...page.matchAll(/^\| `(\w+)` +\|(.*)\|$/gm)].flatMap(([, table, cells = ""]) =>
    [...cells.matchAll(/`([a-z_]+)`/g)].map(([, column]) => `${table}.${column}`),
  );
  const schema = readFileSync("src/store/schema/sqlite.sql", "utf8");
  const columns = [
    ...schema.matchAll(/^CREATE TABLE "?(\w+)"? \(\n(.*?)(?:\n\)|\) strict)/gms),
  ].flatMap(([, table, body = ""]) =>
    [...body.matchAll(/(?:^ {2}|, )"?(\w+)"? (?:text|uuid|blob|booking_status)\b/gim)].map(
      ([, name]) => `${table}.${name}`,
    ),
  );
  assert.ok(columns.length > 80, `${columns.length} columns`);
  assert.deepEqual(listed.toSorted(), columns.toSorted());
});
