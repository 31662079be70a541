import type { Kysely } from "kysely";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { bookingConditions, type SlotKey } from "./slot-key.ts";

/** An entry of a waitlist that waits for seats. */
export interface WaitlistEntry {
  readonly id: string;
  readonly contactId: string;
  readonly enteredAt: number;
  /** The number of its live tickets. */
  readonly needs: number;
  /** The number of the last event of its history. */
  readonly lastEvent: number;
}

/**
 * The bookings that wait for a seat of the slot: those of limited ticket types with a live ticket, first come
 * first. A booking without a live ticket waits for nothing, and unlimited types never wait.
 */
function waiting(database: Kysely<Tables>, accountId: number, slotKey: SlotKey) {
  return database
    .selectFrom("booking")
    .where((where) => where.and(bookingConditions(accountId, slotKey)))
    .where("booking.booking_status", "=", "WAITLIST")
    .where("booking.ticket_type_id", "in", (select) =>
      select
        .selectFrom("ticket_type")
        .select("ticket_type.id")
        .where("ticket_type.account_id", "=", accountId)
        .where("ticket_type.interaction_id", "=", slotKey.interactionId)
        .where("ticket_type.activity_id", "=", slotKey.activityId)
        .where("ticket_type.has_limited_capacity", "=", 1),
    )
    .where((where) =>
      where.exists(
        where
          .selectFrom("ticket")
          .select("ticket.number")
          .where("ticket.account_id", "=", accountId)
          .whereRef("ticket.booking_id", "=", "booking.id")
          .where("ticket.cancelled_at", "is", null),
      ),
    )
    .orderBy("booking.booked_at")
    .orderBy("booking.id");
}

/** The first entry's booking; null when nobody waits. */
export async function firstWaiting(
  database: Kysely<Tables>,
  accountId: number,
  slotKey: SlotKey,
): Promise<string | null> {
  const row = await waiting(database, accountId, slotKey)
    .select("booking.id")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Reads entries of a locked slot, from the first one or after a given one, and locks them against a cancel.
 *
 * Only an import changes an entry or its place without the slot's lock. A row that this transaction waited for
 * may therefore have another place in line, or none, so the line is read again when its rows are locked.
 */
export async function lockWaitlistEntries(
  transaction: Kysely<Tables>,
  locked: Engine["locked"],
  accountId: number,
  slotKey: SlotKey,
  after: WaitlistEntry | null,
  limit: number,
): Promise<WaitlistEntry[]> {
  let select = waiting(transaction, accountId, slotKey);
  if (after !== null) {
    select = select.where((where) =>
      where(
        where.refTuple("booking.booked_at", "booking.id"),
        ">",
        where.tuple(after.enteredAt, after.id),
      ),
    );
  }
  const line = select
    .select(["booking.id", "booking.contact_id", "booking.booked_at"])
    .limit(limit);
  for (;;) {
    const rows = await locked(line, "booking").execute();
    if (isSameLine(rows, await line.execute())) return countNeeds(transaction, accountId, rows);
  }
}

type Place = { readonly id: string; readonly booked_at: number };

function isSameLine(some: readonly Place[], others: readonly Place[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ id, booked_at: since }, index) => {
      const other = others[index];
      return other?.id === id && other.booked_at === since;
    })
  );
}

/** Reads the first entries without a lock, for display. */
export async function readWaiting(
  database: Kysely<Tables>,
  accountId: number,
  slotKey: SlotKey,
  limit: number,
): Promise<WaitlistEntry[]> {
  const rows = await waiting(database, accountId, slotKey)
    .select(["booking.id", "booking.contact_id", "booking.booked_at"])
    .limit(limit)
    .execute();
  return countNeeds(database, accountId, rows);
}

async function countNeeds(
  database: Kysely<Tables>,
  accountId: number,
  rows: readonly { id: string; contact_id: string; booked_at: number }[],
): Promise<WaitlistEntry[]> {
  if (rows.length === 0) return [];
  const counts = await database
    .selectFrom("ticket")
    .select((select) => [
      "booking_id",
      select.fn.countAll<number>().as("live"),
      select
        .selectFrom("booking_event")
        .select((of) => of.fn.max("booking_event.number").as("last"))
        .where("booking_event.account_id", "=", accountId)
        .whereRef("booking_event.booking_id", "=", "ticket.booking_id")
        .as("last_event"),
    ])
    .where("account_id", "=", accountId)
    .where(
      "booking_id",
      "in",
      rows.map((row) => row.id),
    )
    .where("cancelled_at", "is", null)
    .groupBy("booking_id")
    .execute();
  const counted = new Map(counts.map((row) => [row.booking_id, row]));
  return rows.flatMap((row) => {
    const found = counted.get(row.id);
    // Every ticket may have been cancelled while this transaction waited for the row.
    if (found === undefined) return [];
    return [
      {
        id: row.id,
        contactId: row.contact_id,
        enteredAt: row.booked_at,
        needs: found.live,
        lastEvent: found.last_event ?? 0,
      },
    ];
  });
}
