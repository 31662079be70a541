import assert from "node:assert/strict";
import { test } from "node:test";
import { DummyDriver, Kysely, type Dialect } from "kysely";
import { bindRows, keepInsert, keepToBind } from "./statement.ts";
import { postgresParts } from "./postgres/dialect.ts";
import { sqliteParts } from "./sqlite/dialect.ts";
import type { BoundRows } from "./engine.ts";
import type { InsertTarget } from "./row-targets.ts";
import type { Tables } from "./tables.ts";

const open = (parts: Omit<Dialect, "createDriver">) =>
  new Kysely<Tables>({ dialect: { ...parts, createDriver: () => new DummyDriver() } });

test("a kept statement is built once for each engine, with its clauses, and bound each time", () => {
  let built = 0;
  const accountsNamed = keepToBind((database, values: BoundRows, dialect) => {
    built += 1;
    const rows = database.selectFrom(dialect.inputRows(values, { id: "text" }));
    return dialect.locked(rows.crossJoin("account").select("account.id"), "account");
  });
  const postgres = open(postgresParts);
  const sqlite = open(sqliteParts);
  const ask = (database: Kysely<Tables>, id: string) => accountsNamed(database, bindRows([{ id }]));
  const first = ask(postgres, "a");
  assert.match(first.sql, /from unnest\(\$1::text\[\]\) .* for no key update of "account"$/);
  assert.deepEqual(first.parameters, [["a"]]);
  assert.deepEqual(ask(open(postgresParts), "b"), { ...first, parameters: [["b"]] });
  assert.equal(built, 1);
  assert.doesNotMatch(ask(sqlite, "c").sql, /unnest|update/);
  assert.equal(built, 2);
});

test("a kept insert has the text of its engine", () => {
  const insert = keepInsert({ table: "rate_count", columns: ["key", "count"] });
  const rows = [["a", 1]];
  assert.match(insert(open(postgresParts), rows).sql, /values \(\$1, \$2\)$/);
  assert.match(insert(open(sqliteParts), rows).sql, /values \(\?, \?\)$/);
});

test("on PostgreSQL many rows are copied, unless one of them may be known", () => {
  const into = { table: "rate_count", columns: ["key", "count"] } as const;
  const rows = Array.from({ length: 65 }, (_, index) => [`key-${index}`, 1]);
  const textOf = (target: InsertTarget, some: typeof rows) =>
    keepInsert(target)(open(postgresParts), some).sql;
  assert.match(textOf(into, rows), /^copy "rate_count" \("key", "count"\) from stdin$/);
  assert.match(textOf(into, rows.slice(1)), /^insert into "rate_count" /);
  assert.match(textOf({ ...into, skipsKnown: true }, rows), /on conflict do nothing$/);
  assert.match(
    textOf({ ...into, replaces: ["key"] }, rows),
    /on conflict \("key"\) do update set /,
  );
});
