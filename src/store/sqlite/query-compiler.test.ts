import assert from "node:assert/strict";
import { test } from "node:test";
import { DummyDriver, Kysely, sql } from "kysely";
import type { Tables } from "../tables.ts";
import { uuid } from "../uuid-columns.ts";
import { sqliteParts } from "./dialect.ts";

const id = "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11";
const database = new Kysely<Tables>({
  dialect: { ...sqliteParts, createDriver: () => new DummyDriver() },
});

test("what is compared with a column of UUIDs is bound as bytes, and nothing else is", () => {
  const bookings = database.selectFrom("booking").selectAll();
  const where = [
    [bookings.where("booking.id", "=", id), `"booking"."id" = unhex(?, '-')`],
    [
      bookings.where("booking.id", "in", [id, id]),
      `"booking"."id" in (unhex(?, '-'), unhex(?, '-'))`,
    ],
    [
      bookings.where((of) => of(of.refTuple("booked_at", "booking.id"), ">", of.tuple(1, id))),
      `("booked_at", "booking"."id") > (?, unhex(?, '-'))`,
    ],
    [bookings.where(sql<boolean>`(${uuid(id)}) = id`), "(unhex(?, '-')) = id"],
    [
      database.selectFrom("ticket").selectAll().where("booking_id", "=", id),
      `"booking_id" = unhex(?, '-')`,
    ],
    [database.selectFrom("contact").selectAll().where("external_id", "=", id), `"external_id" = ?`],
    [bookings.whereRef("booking.id", "=", "booking.id"), `"booking"."id" = "booking"."id"`],
  ] as const;
  for (const [select, expected] of where) {
    const { sql: text, parameters } = select.compile();
    assert.equal(text.slice(text.indexOf(" where ") + " where ".length), expected);
    for (const each of parameters) assert.ok(each === id || each === 1);
  }
});
