/*
 * Bookings under locks, and the order of all locks on PostgreSQL, at READ COMMITTED; SQLite has one writer at a time. A
 * transaction takes its locks in this order, so that no two wait for each other in a circle:
 *
 * 1. the account (`lockAccount`)
 * 2. contacts, in the order of their ids
 * 3. bookings, in the order of theirs, but for entries of waitlists
 * 4. slots, in the order of their numbers (`inLockingOrder`)
 * 5. entries of waitlists, because what moves an entry up has locked its slot
 * 6. the account's last number (`takeNumbers`), for which only a transaction waits that has 1, or no lock at all
 *
 * These break the order, and may wait in a circle with a transaction that keeps it, such as a cancel, a move or a closing:
 *
 * - An import locks some bookings after others (step 5 of `import/load-portion.ts`), and after 6 the bookings and slots of
 *   a campaign with another zone (step 14) and those of waitlists that move up (step 15).
 * - Portions of an import that share a transaction begin the order again, each with the locks of those before it.
 * - A merge and an erasure lock all bookings of a contact in 3, entries of waitlists among them, without their slots.
 *
 * Waitlists of several slots move up in one transaction (`moveUpInSteps`): a slot, its entries, the next slot. Whoever waits
 * for an entry has locked its slot, but for a merge and an erasure.
 *
 * PostgreSQL ends one of those in a circle, and the engine runs it again (`maxAttempts` in `postgres/transaction.ts`). A
 * request that waits longer than `timeouts.request` says is 503, circle or not.
 *
 * A lock is `for no key update` (`forNoKeyUpdate` in `postgres/dialect.ts`), because the foreign keys of new rows lock the
 * contact and the slot that they name: they would wait for a stronger one, outside of this order.
 *
 * A transaction that learns under its locks that it took them in another order writes nothing and runs again.
 */

import { sql, type Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { SlotSeats } from "../../domain/seats.ts";
import type { Dialect } from "../engine.ts";
import { bindRows, keepStatement } from "../statement.ts";
import { slotOfBooking, type KeyedValues, type SlotKey } from "./slot.ts";
import { isAtSlot, namedBy } from "../keys.ts";
import type { Tables } from "../tables.ts";
import {
  ofOffer,
  offerColumns,
  offerOf,
  toBooking,
  type OfferOfBooking,
  type TicketRow,
} from "./booking-of-rows.ts";
import { untilNow } from "./type-limits.ts";
import { keyText, type IdempotencyKey, type IdempotencyRecord } from "./idempotency-record.ts";
import type { Booking, BookingId } from "../../domain/booking.ts";

/** A booking that the transaction has locked against other writers, or that the slot's lock protects. */
export interface BookingUnderLock {
  readonly booking: Booking;
  /** Whether the campaign gives free seats to the waitlist, or offers them. */
  readonly movesUp: boolean;
  /** What is kept for a waiting booking, or was until the offer ended; null where there is neither. */
  readonly offer: OfferOfBooking | null;
}

/** The rows that a batch read under its locks. */
export interface BatchRead<S extends BookingUnderLock> {
  /** By booking id. A booking that does not exist is absent, and one that `free` skipped or that began to wait meanwhile. */
  readonly standing: ReadonlyMap<string, S>;
  /** By key, as `keyText` writes it. */
  readonly records: ReadonlyMap<string, IdempotencyRecord>;
}

/** A booking, and the key that makes a repeated order harmless: the same key gets the first answer again. */
export interface BookingToLoad {
  readonly bookingId: BookingId;
  readonly idempotencyKey: IdempotencyKey | null;
}

/** A booking as `loadBookings` locked it, or read it where the mode does not lock it, and as `readUnlocked` read it. */
export interface LoadedBooking extends BookingUnderLock {
  readonly contactNumber: number;
  readonly ticketTypeId: string;
  readonly ticketTypeNumber: number;
  /** The number of the last event in its history. */
  readonly lastEvent: number;
  readonly slotKey: SlotKey;
  /** The seats of its slot, where the slot is locked too; else null. */
  readonly seats: SlotSeats | null;
  /** When the first of the slot's holds ends; null where there is none, or the slot is not locked. */
  readonly endsAt: number | null;
  /** Whether tickets of its type are overbooked in the slot; only the slot's lock makes that sure. */
  readonly mayBeOverbooked: boolean;
}

/**
 * How a batch locks.
 * `free`: locks the bookings that no other transaction has locked, with their slots, and skips the others.
 * `booking`: waits for each booking's lock.
 * `waitlist`: waits for the locks of bookings on a waitlist, and reads the others without a lock. A
 * cancel of one of those waits for the slot's lock, which the transaction already holds.
 */
export type Locking = "free" | "booking" | "waitlist";

/** A statement that reads by a list of keys. */
export type ReadByKeys<Row> = (database: Kysely<Tables>, values: KeyedValues) => Promise<Row[]>;

/**
 * Locks bookings against other writers and reads them. The statements are sent together, so they reach the
 * database in one trip. Each sees what was committed before it began, and the second begins after the
 * bookings are locked.
 */
export async function loadBookings(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  orders: readonly BookingToLoad[],
  locking: Locking,
): Promise<BatchRead<LoadedBooking>> {
  const ids = [...new Set(orders.map(({ bookingId }) => bookingId))].toSorted();
  const bookings = { accountId, ...bindRows(ids.map((id) => ({ id }))) };
  const keys = orders.flatMap(({ idempotencyKey: of }) =>
    of === null ? [] : [{ client_id: of.clientId, idempotency_key: of.key }],
  );
  const [lockedRows, detailRows, recordRows] = await Promise.all([
    locks[locking](transaction, bookings),
    readDetails(transaction, bookings),
    keys.length === 0 ? [] : readRecords(transaction, { accountId, ...bindRows(keys) }),
  ]);
  const locked = new Map(lockedRows.map((row) => [row.id, row]));
  const standing = new Map<string, LoadedBooking>();
  for (const [id, rows] of Map.groupBy(detailRows, (row) => row.id)) {
    const found = loadedBooking(locked.get(id), rows);
    const unlocked = locking === "waitlist" && found.booking.status !== "WAITLIST";
    if (locked.has(id) || unlocked) standing.set(id, found);
  }
  if (standing.size < locked.size)
    throw new Error("A locked booking has no campaign or no ticket type.");
  return {
    standing,
    records: new Map(
      recordRows.map((row) => [
        keyText({ clientId: row.client_id, key: row.idempotency_key }),
        { bookingId: row.booking_id, answer: row.answer, createdAt: row.created_at },
      ]),
    ),
  };
}

/** The bookings by id, as the rules of a cancel take them, without a lock. */
export async function readBookings(
  reads: Kysely<Tables>,
  accountId: AccountId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Booking>> {
  const found = await readUnlocked(reads, accountId, ids);
  return new Map(found.map(({ booking }) => [booking.id, booking]));
}

/** The bookings by id, with all that a change needs to know, without a lock. */
export async function readUnlocked(
  reads: Kysely<Tables>,
  accountId: AccountId,
  ids: readonly string[],
): Promise<LoadedBooking[]> {
  if (ids.length === 0) return [];
  const rows = await readDetails(reads, { accountId, ...bindRows(ids.map((id) => ({ id }))) });
  return [...Map.groupBy(rows, (row) => row.id).values()].map((of) => loadedBooking(undefined, of));
}

/*
 * The input stands first in every statement: the embedded engine keeps the order of a cross join, and has no
 * statistics from which to choose another. With another order it would read the whole account.
 */
function bookingsById(database: Kysely<Tables>, values: KeyedValues, { inputRows }: Dialect) {
  return database
    .selectFrom(inputRows(values, { id: "uuid" }))
    .crossJoin("booking")
    .where("booking.account_id", "=", values.accountId)
    .whereRef("booking.id", "=", "input_rows.id");
}

/** The bookings with their keys, their campaigns, and the numbers of the last events in their histories. */
export function keyedBookings(database: Kysely<Tables>, values: KeyedValues, dialect: Dialect) {
  return bookingsById(database, values, dialect)
    .crossJoin("interaction")
    .selectAll("booking")
    .select((select) =>
      select
        .selectFrom("booking_event")
        .select((of) => of.fn.max("booking_event.number").as("last"))
        .where("booking_event.account_id", "=", values.accountId)
        .whereRef("booking_event.booking_id", "=", "booking.id")
        .as("last_event"),
    )
    .where("interaction.account_id", "=", values.accountId)
    .whereRef("interaction.number", "=", "booking.interaction_number");
}

type LockRow = { readonly id: string } & Partial<
  Pick<Tables["slot"], "capacity" | "taken" | "overbooked_by" | "next_end_at">
>;

/** Without its order, a join by hash would lock in any. */
export const lockBookings = keepStatement((database, values: KeyedValues, dialect) =>
  dialect.locked(
    bookingsById(database, values, dialect).select("booking.id").orderBy("booking.id"),
    "booking",
  ),
);

const locks: Readonly<Record<Locking, ReadByKeys<LockRow>>> = {
  free: keepStatement((database, values: KeyedValues, dialect) =>
    dialect.lockedIfFree(
      bookingsById(database, values, dialect)
        .crossJoin("slot")
        .select(["booking.id", "slot.capacity", "slot.taken", "slot.overbooked_by"])
        .select("slot.next_end_at")
        .where("slot.account_id", "=", values.accountId)
        .where(isAtSlot),
      ["booking", "slot"],
    ),
  ),
  booking: lockBookings,
  waitlist: keepStatement((database, values: KeyedValues, dialect) =>
    dialect.locked(
      bookingsById(database, values, dialect)
        .select("booking.id")
        .where("booking.booking_status", "=", "WAITLIST")
        .orderBy("booking.id"),
      "booking",
    ),
  ),
};

const readDetails = keepStatement((database, values: KeyedValues, dialect) =>
  keyedBookings(database, values, dialect)
    .crossJoin("ticket_type")
    .leftJoin("ticket", namedBy("booking", "ticket"))
    .leftJoin("type_limit as own", (join) =>
      join
        .onRef("own.account_id", "=", "booking.account_id")
        .onRef("own.slot_number", "=", "booking.slot_number")
        .on("own.until", "=", sql.lit(untilNow))
        .onRef("own.ticket_type_number", "=", "booking.ticket_type_number"),
    )
    .leftJoin("hold as offer", ofOffer)
    .select(offerColumns)
    .select([
      "own.overbooked_by as over",
      "interaction.cancellation_cutoff_minutes",
      "interaction.waitlist_promotion",
      "ticket_type.id as ticket_type_id",
      "ticket_type.has_limited_capacity",
      "ticket.number",
      "ticket.cancelled_at",
      "ticket.attendee_checked_in_at",
    ])
    .where("ticket_type.account_id", "=", values.accountId)
    .whereRef("ticket_type.number", "=", "booking.ticket_type_number")
    .orderBy("ticket.number"),
);

type DetailRow = Awaited<ReturnType<typeof readDetails>>[number];

const readRecords = keepStatement((database, values: KeyedValues, { inputRows }) =>
  database
    .selectFrom(inputRows(values, { client_id: "text", idempotency_key: "text" }))
    .crossJoin("outcome")
    .select([
      "outcome.client_id",
      "outcome.idempotency_key",
      "outcome.booking_id",
      "outcome.answer",
      "outcome.created_at",
    ])
    .where("outcome.account_id", "=", values.accountId)
    .whereRef("outcome.client_id", "=", "input_rows.client_id")
    .whereRef("outcome.idempotency_key", "=", "input_rows.idempotency_key"),
);

function loadedBooking(lock: LockRow | undefined, rows: readonly DetailRow[]): LoadedBooking {
  const [row] = rows;
  if (row === undefined) throw new Error("A group of rows has a row.");
  const { capacity, taken, overbooked_by } = lock ?? {};
  return {
    booking: toBooking(row, rows.filter(isTicket)),
    contactNumber: row.contact_number,
    ticketTypeId: row.ticket_type_id,
    ticketTypeNumber: row.ticket_type_number,
    lastEvent: row.last_event ?? 0,
    slotKey: slotOfBooking(row),
    movesUp: row.waitlist_promotion !== "manual",
    offer: offerOf(row),
    seats:
      capacity === undefined || taken === undefined || overbooked_by === undefined
        ? null
        : { capacity, taken, overbookedBy: overbooked_by },
    endsAt: lock?.next_end_at ?? null,
    mayBeOverbooked: capacity === undefined || (row.over ?? 0) > 0,
  };
}

/** A booking without tickets has one row, whose ticket columns are null. */
function isTicket(row: DetailRow): row is DetailRow & TicketRow {
  return row.number !== null;
}
