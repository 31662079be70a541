import { keys } from "../keys.ts";
import { sql, type CompiledQuery, type Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { integer } from "../columns.ts";
import { chunksOf, dialectOf, keepInsert, keepUpdate } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { untilNow } from "./type-limits.ts";
import { noteChanges } from "./observed-changes.ts";
import { withReminders } from "./reminder-rows.ts";
import { deleteOtherReminders, updateReminderLooks } from "./reminder-writers.ts";
import { writer, type Row, type Writer } from "./writer.ts";
import { rowKinds, type BatchRows, type RowKind } from "./batch-rows.ts";

/** Rows in one statement, at most, but for `ofNewRows`: as many as a batch of cancels has, so that few texts are prepared. */
const rowsPerStatement = 64;

/** The order of the keys is the order of writing. */
const writers = {
  groups: insertInto("groups", "replaces"),
  interactions: insertInto("interactions", "replaces"),
  remindersInForce: deleteOtherReminders(),
  newReminders: insertInto("newReminders", "skipsKnown"),
  activities: insertInto("activities", "replaces"),
  hosts: insertInto("hosts", "replaces"),
  ticketTypes: insertInto("ticketTypes", "replaces"),
  newSlots: insertInto("newSlots"),
  reminderLooks: updateReminderLooks(),
  // Of two that make one contact at once, PostgreSQL would write its external id to the server's log. The booking of the
  // one that was skipped names a number that is none, and its transaction runs again.
  contacts: insertInto("contacts", "skipsKnown"),
  newBookings: insertInto("newBookings"),
  newTickets: insertInto("newTickets"),
  // A reference that another transaction writes meanwhile would stand in the server's log too.
  bookingData: [
    deleteByKey("bookingData"),
    insertInto("bookingData", "skipsKnown"),
    failWhereSkipped(),
  ],
  movedBookings: updateMovedBookings(),
  bookings: update("bookings"),
  tickets: update("tickets"),
  ticketNames: update("ticketNames"),
  droppedTickets: deleteByKey("droppedTickets"),
  cancelledTickets: update("cancelledTickets"),
  checkIns: update("checkIns"),
  events: insertInto("events"),
  slotEvents: insertInto("slotEvents"),
  newHolds: insertInto("newHolds"),
  extendedHolds: update("extendedHolds"),
  shrunkHolds: update("shrunkHolds"),
  givenHolds: update("givenHolds"),
  endedHolds: update("endedHolds"),
  endedOffers: update("endedOffers"),
  slots: update("slots"),
  slotClosings: update("slotClosings"),
  slotEnds: update("slotEnds"),
  typeLimits: insertInto("typeLimits", "replaces"),
  freedOfTypes: updateFreedOfTypes(),
  slotStarts: update("slotStarts"),
  slotDurations: update("slotDurations"),
  expiredRecords: deleteExpiredRecords(),
  records: insertInto("records"),
  requests: insertInto("requests"),
} satisfies Record<RowKind, Writer | readonly Writer[]>;

/** Kinds of which an import makes many new rows: as many in a statement as the engine takes (`rowsAtOnce`). */
const ofNewRows: ReadonlySet<RowKind> = new Set([
  "newSlots",
  "newBookings",
  "newTickets",
  "bookingData",
  "events",
]);

const inWritingOrder = Object.entries(writers).flatMap(([kind, write]) =>
  [write].flat().map((each) => [kind as RowKind, each] as const),
);
const none: readonly never[] = [];

/**
 * Makes the statements that write a decided batch, one for each kind of row; `now`
 * decides which idempotency records have expired. No statement needs another's answer. Each takes its rows as parameters,
 * so its text never changes. All changed bookings and slots are locked already, but for entries that a slot's new start takes
 * along (`import/write-starts.ts`). A new key (of a contact, a reference, an idempotency record) waits for a transaction that
 * inserts the same one, and the reminders of a campaign for a look at them.
 */
export function writesOf(
  database: Kysely<Tables>,
  accountId: AccountId,
  now: number,
  decided: BatchRows,
  newRowsAtOnce = rowsPerStatement,
): CompiledQuery[] {
  const statements: CompiledQuery[] = [];
  const rows = withReminders(decided, now);
  // Most batches have few of the kinds.
  for (const [kind, write] of inWritingOrder) {
    const atOnce = ofNewRows.has(kind) ? newRowsAtOnce : rowsPerStatement;
    for (const some of chunksOf<Row>(rows[kind] ?? none, atOnce)) {
      statements.push(write(database, accountId, now, some));
    }
  }
  return statements;
}

/** Writes a decided batch; `onWritten` is called with the share of the rows that is written. */
export async function writeRows(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  now: number,
  rows: BatchRows,
  onWritten: (share: number) => Promise<void> = async () => {},
): Promise<void> {
  noteChanges(transaction, accountId, rows);
  const { rowsAtOnce, runInOrder } = dialectOf(transaction);
  const statements = writesOf(transaction, accountId, now, rows, rowsAtOnce);
  let written = 0;
  await runInOrder(transaction, statements, () => {
    written += 1;
    return onWritten(written / statements.length);
  });
}

/** Inserts rows, or also replaces known ones, or skips them; the input's columns have the table's names. */
function insertInto(kind: RowKind, known: "replaces" | "skipsKnown" | "fails" = "fails"): Writer {
  const { table, columns: ofKind } = rowKinds[kind];
  const columns = ["account_id", ...Object.keys(ofKind)];
  const insert = keepInsert({
    table,
    columns,
    skipsKnown: known === "skipsKnown",
    ...(known === "replaces" && { replaces: ["account_id", ...keys[table]] }),
  });
  return (database, accountId, _now, rows) => insert(database, asArrays(columns, accountId, rows));
}

/** Changes rows that are found by their keys; the kind's other columns change. */
function update(kind: RowKind): Writer {
  const { table, columns: ofKind } = rowKinds[kind];
  const columns = { account_id: integer.type, ...ofKind };
  const names = Object.keys(columns);
  const key = table === "slot" ? ["number"] : keys[table];
  const updateRows = keepUpdate({ table, columns, keys: ["account_id", ...key] });
  return (database, accountId, _now, rows) =>
    updateRows(database, asArrays(names, accountId, rows));
}

/** The rows in the order of these columns. */
function asArrays(columns: readonly string[], accountId: AccountId, rows: readonly Row[]) {
  return rows.map((row) =>
    columns.map((column) => (column === "account_id" ? accountId : row[column])),
  );
}

/** A booking's key begins with its contact and its slot's start, and a move changes them. */
function updateMovedBookings(): Writer {
  const changed = Object.keys(rowKinds.newBookings.columns).filter((name) => name !== "id");
  return writer("movedBookings", (database, rows, { accountId }) =>
    database
      .updateTable("booking")
      .from(rows)
      .set(Object.fromEntries(changed.map((name) => [name, sql.ref(`input_rows.${name}`)])))
      .where(sql.ref("input_rows.account_id"), "=", accountId)
      .whereRef("booking.account_id", "=", "input_rows.account_id")
      .whereRef("booking.contact_number", "=", "input_rows.contact_before")
      .whereRef("booking.slot_starting_at", "=", "input_rows.slot_starting_before")
      .whereRef("booking.id", "=", "input_rows.id"),
  );
}

/** Tickets above a type's limit end first: an allowance that stayed would hide the next one that is sold twice (B61). */
function updateFreedOfTypes(): Writer {
  return writer("freedOfTypes", (database, rows, { accountId }) =>
    database
      .updateTable("type_limit")
      .from(rows)
      .set({
        overbooked_by: sql`
          case
            when overbooked_by > input_rows.freed then overbooked_by - input_rows.freed
            else 0
          end`,
      })
      .where(sql.ref("input_rows.account_id"), "=", accountId)
      .whereRef("type_limit.account_id", "=", "input_rows.account_id")
      .whereRef("type_limit.slot_number", "=", "input_rows.slot_number")
      .where("type_limit.until", "=", sql.lit(untilNow))
      .whereRef("type_limit.ticket_type_number", "=", "input_rows.ticket_type_number")
      .where("type_limit.overbooked_by", ">", 0),
  );
}

/** Deletes rows that are found by their keys, which are all columns of the kind. */
function deleteByKey(kind: "droppedTickets" | "bookingData"): Writer {
  const { table } = rowKinds[kind];
  return writer(kind, (database, rows, { accountId }) => {
    const columns = (of: string) => sql.join(keys[table].map((key) => sql.ref(`${of}.${key}`)));
    return database
      .deleteFrom(table)
      .where("account_id", "=", accountId)
      .where(sql<boolean>`(${columns(table)}) in (select ${columns("input_rows")} from ${rows})`);
  });
}

/**
 * Breaks a foreign key, of numbers, where a booking's data was skipped because another booking got its reference
 * meanwhile: the transaction runs again, and its order is refused.
 */
function failWhereSkipped(): Writer {
  return writer("bookingData", (database, rows, { accountId }) =>
    database
      .updateTable("booking")
      .from(rows)
      // Numbers begin at 1.
      .set({ contact_number: 0 })
      .where(sql.ref("input_rows.account_id"), "=", accountId)
      .whereRef("booking.account_id", "=", "input_rows.account_id")
      .whereRef("booking.id", "=", "input_rows.booking_id")
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom("booking_data")
              .select("booking_data.booking_id")
              .whereRef("booking_data.account_id", "=", "input_rows.account_id")
              .whereRef("booking_data.booking_id", "=", "input_rows.booking_id"),
          ),
        ),
      ),
  );
}

/** Another transaction may have renewed a key's record meanwhile; that record stays. */
function deleteExpiredRecords(): Writer {
  return writer("expiredRecords", (database, rows, { accountId, expiredAt }) =>
    database
      .deleteFrom("outcome")
      .where("account_id", "=", accountId)
      .where("created_at", "<=", expiredAt)
      .where((where) =>
        where(
          where.refTuple("client_id", "idempotency_key"),
          "in",
          where
            .selectFrom(rows)
            .select(["input_rows.client_id", "input_rows.idempotency_key"])
            .$asTuple("client_id", "idempotency_key"),
        ),
      ),
  );
}
