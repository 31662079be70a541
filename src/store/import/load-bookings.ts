import type { AccountId } from "../../domain/account.ts";
import type { Engine } from "../engine.ts";
import type { Attempt } from "./attempt.ts";
import { copyKnown, type KnownRows } from "./copy-known.ts";
import { numberIn, type KeyTable } from "./keyed-question.ts";

/** Copies the account's contacts and bookings that the file names, without a lock. */
export async function loadBookings(attempt: Attempt): Promise<void> {
  await copyKnown(attempt, contacts);
  await copyKnown(attempt, places);
  await copyKnown(attempt, rows);
}

/** Locks the known bookings whose line differs from their state, and copies them anew. */
export async function lockDifferent(attempt: Attempt): Promise<void> {
  attempt.scratch.exec("delete from known_booking where no in (select no from found_difference)");
  await copyKnown(attempt, lockedRows);
}

const contacts: KnownRows<object> = {
  of: ["booking"],
  keys: "select external_id, no from contact order by external_id",
  width: 2,
  rows: (engine, keys, accountId) =>
    engine.reads
      .selectFrom(keys)
      .crossJoin("contact")
      .select(["key.column2", "contact.id"])
      .where("contact.account_id", "=", accountId)
      .whereRef("contact.external_id", "=", "key.column1"),
  insert: "insert into known_contact values (?1, ?2)",
};

/**
 * Copies the primary keys of the known bookings, which the index of ids covers. The rows are then
 * read in the order of the table.
 */
const places: KnownRows<object> = {
  of: ["booking"],
  keys: "select id, no from booking order by id",
  width: 2,
  rows: (engine, keys, accountId) =>
    engine.reads
      .selectFrom(keys)
      .crossJoin("booking")
      .select(["booking.contact_id", "booking.slot_starting_at", "booking.id", "key.column2"])
      .where("booking.account_id", "=", accountId)
      .whereRef("booking.id", "=", "key.column1"),
  insert: "insert into known_place values (?1, ?2, ?3, ?4)",
};

const rows: KnownRows<object> = {
  of: ["booking"],
  keys: `
    select contact_id, slot_starting_at, id, no
    from known_place
    order by contact_id, slot_starting_at, id`,
  width: 4,
  rows: bookingsOf,
  insert: "insert into known_booking values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, null, null)",
};

const lockedRows: KnownRows<object> = {
  ...rows,
  keys: `
    select contact_id, slot_starting_at, id, no
    from known_place
    where no in (select no from found_difference)
    order by contact_id, slot_starting_at, id`,
  rows: (engine, keys, accountId) => engine.locked(bookingsOf(engine, keys, accountId), "booking"),
};

function bookingsOf(engine: Engine, keys: KeyTable, accountId: AccountId) {
  return engine.reads
    .selectFrom(keys)
    .crossJoin("booking")
    .select([
      "key.column4",
      "booking.contact_id",
      "booking.interaction_id",
      "booking.activity_id",
      "booking.host_id",
      "booking.slot_starting_at",
      "booking.ticket_type_id",
      "booking.booking_status",
      "booking.booked_at",
    ])
    .where("booking.account_id", "=", accountId)
    .whereRef("booking.contact_id", "=", "key.column1")
    .where("booking.slot_starting_at", "=", numberIn("column2"))
    .whereRef("booking.id", "=", "key.column3");
}
