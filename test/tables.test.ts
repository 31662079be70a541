import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { transitionsOfEvent, bookingStatuses } from "../src/domain/booking.ts";
import { openStore } from "../src/store/store.ts";
import { tables } from "../src/store/tables.ts";
import { isUuidColumn } from "../src/store/uuid-columns.ts";
import { dumpSchema } from "./harness/dump-schema.ts";
import { testDatabase } from "./harness/test-database.ts";

interface Column {
  readonly type: "number" | "string";
  readonly nullable: boolean;
  readonly hasDefault: boolean;
  readonly isUuid: boolean;
}

type Columns = Readonly<Record<string, Column>>;

describe("the tables that statements are typed by", () => {
  const typed = typedTables();

  test("are those that the migrations make, with the same columns, types and nulls", async () => {
    await using database = await testDatabase();
    const made = madeTables(await schemaOf(database.url));
    delete made["schema_migration"];
    // An index that triggers fill.
    delete made["attendee_word"];
    assert.ok(Object.keys(made).length > 20, `only ${Object.keys(made).length} tables`);
    assert.deepEqual(withoutDefaults(typed), withoutDefaults(made));
  });

  test("name each column of UUIDs", async () => {
    await using database = await testDatabase();
    const made = Object.entries(madeTables(await schemaOf(database.url))).flatMap(
      ([table, columns]) =>
        Object.entries(columns).map(([name, { isUuid }]) => [table, name, isUuid] as const),
    );
    const known = made.map(([table, name]) => [table, name, isUuidColumn(table, name)] as const);
    assert.deepEqual(known, made);
    assert.ok(made.filter(([, , isUuid]) => isUuid).length > 6);
  });

  test("leave out in an insert only what has a default", async () => {
    await using database = await testDatabase();
    const made = madeTables(await schemaOf(database.url));
    const generated = Object.entries(typed).flatMap(([table, columns]) =>
      Object.entries(columns).flatMap(([name, { hasDefault }]) =>
        hasDefault ? [[table, name] as const] : [],
      ),
    );
    assert.ok(generated.length > 0);
    for (const [table, name] of generated) assert.ok(made[table]?.[name]?.hasDefault, name);
  });
});

test("the types of small words have the words that the program writes", () => {
  const foundation = readFileSync("src/store/migrations/0102-bookings.sql", "utf8");
  const wordsOf = (type: string) =>
    new RegExp(`create type ${type} as enum \\(([^)]*)\\)`)
      .exec(foundation)?.[1]
      ?.match(/[\w-]+/g)
      ?.toSorted();
  assert.deepEqual(wordsOf("booking_event_kind"), Object.keys(transitionsOfEvent).toSorted());
  assert.deepEqual(wordsOf("booking_status"), bookingStatuses.toSorted());
});

async function schemaOf(url: string): Promise<string> {
  const store = openStore(url);
  try {
    await store.migrate(0);
    return dumpSchema(url);
  } finally {
    await store.close();
  }
}

function typedTables(): Record<string, Columns> {
  return Object.fromEntries(
    Object.entries(tables).map(([table, columns]) => [
      table,
      Object.fromEntries(
        Object.entries(columns).map(([name, { type, isNullable, hasDefault }]) => [
          name,
          {
            type: type === "bigint" ? "number" : "string",
            nullable: isNullable,
            hasDefault,
            isUuid: type === "uuid",
          },
        ]),
      ),
    ]),
  );
}

/** The schema as either engine reports it: one line for each column and each constraint. */
function madeTables(dump: string): Record<string, Columns> {
  const tables = dump.matchAll(/^create table "?(\w+)"? \(\n(.*?)(?:\n\)|\) strict)/gims);
  return Object.fromEntries(
    [...tables].map(([, table = "", body = ""]) => {
      // SQLite puts a column that a later migration adds behind the last one, on its line.
      const columns = body.matchAll(
        /(?:^ {2}|, )"?(\w+)"? (text|integer|bigint|uuid|blob|booking_status|booking_event_kind)\b([^,\n]*)/gm,
      );
      return [
        table,
        Object.fromEntries(
          [...columns].map(([, name = "", type = "", rest = ""]) => [
            name,
            {
              type: ["integer", "bigint"].includes(type) ? "number" : "string",
              nullable: !/\bnot null\b/.test(rest),
              hasDefault: /\bdefault\b/.test(rest),
              isUuid: /^(?:uuid|blob)$/i.test(type),
            },
          ]),
        ),
      ];
    }),
  );
}

function withoutDefaults(tables: Record<string, Columns>) {
  return Object.fromEntries(
    Object.entries(tables).map(([table, columns]) => [
      table,
      Object.fromEntries(
        Object.entries(columns).map(([name, { type, nullable }]) => [name, { type, nullable }]),
      ),
    ]),
  );
}
