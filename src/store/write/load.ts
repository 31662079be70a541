import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { SlotSeats } from "../../domain/seats.ts";
import type { BoundRows, Engine } from "../engine.ts";
import { bindRows, prepare } from "../statement.ts";
import type { SlotKey } from "./slot.ts";
import type { Tables } from "../tables.ts";
import { keyText, type IdempotencyKey, type IdempotencyRecord } from "./transaction.ts";
import type { Booking, BookingId, Ticket } from "../../domain/booking.ts";

/** A booking that the transaction has locked against other writers, or that the slot's lock protects. */
export interface BookingUnderLock {
  readonly booking: Booking;
  /** Whether the campaign gives free seats to the waitlist. */
  readonly promotes: boolean;
}

/** The rows that a batch read under its locks. */
export interface BatchRead<S extends BookingUnderLock> {
  /** By booking id. A booking that does not exist, or that another transaction has locked, is absent. */
  readonly standing: ReadonlyMap<string, S>;
  /** By key, as `keyText` writes it. */
  readonly records: ReadonlyMap<string, IdempotencyRecord>;
}

/** A booking, and the key that makes a repeated order harmless: the same key gets the first answer again. */
export interface BookingToLoad {
  readonly bookingId: BookingId;
  readonly idempotencyKey: IdempotencyKey | null;
}

/** A locked booking, with its own key and its slot's. */
export interface LockedBooking extends BookingUnderLock {
  readonly contactId: string;
  readonly ticketTypeId: string;
  /** The number of the last event in its history. */
  readonly lastEvent: number;
  readonly slotKey: SlotKey;
  /** The seats of its slot, where the slot is locked too; else null. */
  readonly seats: SlotSeats | null;
}

/**
 * How a batch locks.
 * `free`: locks the bookings that no other transaction has locked, with their slots, and skips the others.
 * `booking`: waits for each booking's lock.
 * `waitlist`: waits for the locks of bookings on a waitlist, and reads the others without a lock. A
 * cancel of one of those waits for the slot's lock, which the transaction already holds.
 */
export type Locking = "free" | "booking" | "waitlist";

type Values = BoundRows & { readonly accountId: number };

/**
 * Locks bookings against other writers and reads them. The statements are sent together, so they reach the
 * database in one trip. Each sees what was committed before it began, and the second begins after the
 * bookings are locked.
 */
export function prepareBatchReader(engine: Engine) {
  const locks = {
    free: lockFree(engine),
    booking: lockBooking(engine),
    waitlist: lockWaitlisted(engine),
  };
  const details = readDetails(engine);
  const records = readRecords(engine);

  return async (
    transaction: Kysely<Tables>,
    accountId: AccountId,
    orders: readonly BookingToLoad[],
    locking: Locking,
  ): Promise<BatchRead<LockedBooking>> => {
    const ids = [...new Set(orders.map(({ bookingId }) => bookingId))].toSorted();
    const bookings = { accountId, ...bindRows(ids.map((id) => ({ id }))) };
    const keys = orders.flatMap(({ idempotencyKey: of }) =>
      of === null ? [] : [{ client_id: of.clientId, idempotency_key: of.key }],
    );
    const [lockedRows, detailRows, recordRows] = await Promise.all([
      locks[locking](transaction, bookings),
      details(transaction, bookings),
      keys.length === 0 ? [] : records(transaction, { accountId, ...bindRows(keys) }),
    ]);
    const locked = new Map(lockedRows.map((row) => [row.id, row]));
    const standing = new Map<string, LockedBooking>();
    for (const [id, rows] of Map.groupBy(detailRows, (row) => row.id)) {
      const found = lockedBooking(locked.get(id), rows);
      const unlocked = locking === "waitlist" && found.booking.status !== "WAITLIST";
      if (locked.has(id) || unlocked) standing.set(id, found);
    }
    if (standing.size < locked.size) throw new Error("A booking has a campaign and a ticket type.");
    return {
      standing,
      records: new Map(
        recordRows.map((row) => [
          keyText({ clientId: row.client_id, key: row.idempotency_key }),
          { bookingId: row.booking_id, answer: row.answer, createdAt: row.created_at },
        ]),
      ),
    };
  };
}

type LockRow = { readonly id: string } & Partial<
  Pick<Tables["slot"], "capacity" | "taken" | "overbooked_by">
>;

function lockFree(
  engine: Engine,
): (database: Kysely<Tables>, values: Values) => Promise<LockRow[]> {
  return prepare((values: Values) =>
    engine.lockedIfFree(
      engine.reads
        .selectFrom(engine.inputRows(values, { id: "text" }))
        // The input stands first in every statement: the embedded engine keeps the order of a cross join, and
        // with another order it would read the whole account.
        .crossJoin("booking")
        .crossJoin("slot")
        .select(["booking.id", "slot.capacity", "slot.taken", "slot.overbooked_by"])
        .where("booking.account_id", "=", values.accountId)
        .whereRef("booking.id", "=", "input_rows.id")
        .where("slot.account_id", "=", values.accountId)
        .whereRef("slot.interaction_id", "=", "booking.interaction_id")
        .whereRef("slot.activity_id", "=", "booking.activity_id")
        .whereRef("slot.host_id", "=", "booking.host_id")
        .whereRef("slot.starting_at", "=", "booking.slot_starting_at"),
      ["booking", "slot"],
    ),
  );
}

function lockBooking(
  engine: Engine,
): (database: Kysely<Tables>, values: Values) => Promise<LockRow[]> {
  return prepare((values: Values) => engine.locked(selectBookings(engine, values), "booking"));
}

function lockWaitlisted(
  engine: Engine,
): (database: Kysely<Tables>, values: Values) => Promise<LockRow[]> {
  return prepare((values: Values) =>
    engine.locked(
      selectBookings(engine, values).where("booking.booking_status", "=", "WAITLIST"),
      "booking",
    ),
  );
}

function selectBookings(engine: Engine, values: Values) {
  return engine.reads
    .selectFrom(engine.inputRows(values, { id: "text" }))
    .crossJoin("booking")
    .select("booking.id")
    .where("booking.account_id", "=", values.accountId)
    .whereRef("booking.id", "=", "input_rows.id");
}

function readDetails(engine: Engine) {
  return prepare((values: Values) =>
    engine.reads
      .selectFrom(engine.inputRows(values, { id: "text" }))
      .crossJoin("booking")
      .crossJoin("interaction")
      .crossJoin("ticket_type")
      .leftJoin("ticket", (join) =>
        join
          .onRef("ticket.account_id", "=", "booking.account_id")
          .onRef("ticket.booking_id", "=", "booking.id"),
      )
      .select([
        "booking.id",
        "booking.contact_id",
        "booking.slot_starting_at",
        "booking.interaction_id",
        "booking.activity_id",
        "booking.host_id",
        "booking.ticket_type_id",
        "booking.booking_status",
        "booking.booked_at",
        "interaction.cancellation_cutoff_minutes",
        "interaction.waitlist_promotion",
        "ticket_type.has_limited_capacity",
        "ticket.number",
        "ticket.cancelled_at",
        "ticket.attendee_checked_in_at",
      ])
      .select((select) =>
        select
          .selectFrom("booking_event")
          .select((of) => of.fn.max("booking_event.number").as("last"))
          .where("booking_event.account_id", "=", values.accountId)
          .whereRef("booking_event.booking_id", "=", "booking.id")
          .as("last_event"),
      )
      .where("booking.account_id", "=", values.accountId)
      .whereRef("booking.id", "=", "input_rows.id")
      .where("interaction.account_id", "=", values.accountId)
      .whereRef("interaction.id", "=", "booking.interaction_id")
      .where("ticket_type.account_id", "=", values.accountId)
      .whereRef("ticket_type.interaction_id", "=", "booking.interaction_id")
      .whereRef("ticket_type.activity_id", "=", "booking.activity_id")
      .whereRef("ticket_type.id", "=", "booking.ticket_type_id")
      .orderBy("ticket.number"),
  );
}

type DetailRow = Awaited<ReturnType<ReturnType<typeof readDetails>>>[number];

function readRecords(engine: Engine) {
  return prepare((values: Values) =>
    engine.reads
      .selectFrom(engine.inputRows(values, { client_id: "text", idempotency_key: "text" }))
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
}

function lockedBooking(lock: LockRow | undefined, rows: readonly DetailRow[]): LockedBooking {
  const [row] = rows;
  if (row === undefined) throw new Error("A group of rows has a row.");
  const { capacity, taken, overbooked_by } = lock ?? {};
  return {
    booking: toBooking(row, rows.filter(isTicket)),
    contactId: row.contact_id,
    ticketTypeId: row.ticket_type_id,
    lastEvent: row.last_event ?? 0,
    slotKey: {
      interactionId: row.interaction_id,
      activityId: row.activity_id,
      hostId: row.host_id,
      startingAt: row.slot_starting_at,
    },
    promotes: row.waitlist_promotion === "automatic",
    seats:
      capacity === undefined || taken === undefined || overbooked_by === undefined
        ? null
        : { capacity, taken, overbookedBy: overbooked_by },
  };
}

/** A booking without tickets has one row, whose ticket columns are null. */
function isTicket(row: DetailRow): row is DetailRow & TicketRow {
  return row.number !== null;
}

/** A booking's own columns, with those of its campaign and its ticket type that the rules need. */
type BookingRow = Pick<
  Tables["booking"],
  "id" | "booking_status" | "booked_at" | "slot_starting_at"
> &
  Pick<Tables["interaction"], "cancellation_cutoff_minutes"> &
  Pick<Tables["ticket_type"], "has_limited_capacity">;

type TicketRow = Pick<Tables["ticket"], "number" | "cancelled_at" | "attendee_checked_in_at">;

/** Makes the booking that the rules take. */
export function toBooking(row: BookingRow, tickets: readonly TicketRow[]): Booking {
  return {
    id: row.id as BookingId,
    status: row.booking_status,
    bookedAt: row.booked_at,
    slotStartingAt: row.slot_starting_at,
    hasLimitedCapacity: row.has_limited_capacity === 1,
    cancellationCutoffMinutes: row.cancellation_cutoff_minutes,
    tickets: tickets.map(toTicket),
  };
}

function toTicket({ number, cancelled_at, attendee_checked_in_at }: TicketRow): Ticket {
  return { number, cancelledAt: cancelled_at, checkedInAt: attendee_checked_in_at };
}
