import type { Kysely } from "kysely";
import { dialectOf } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { bookingConditions, type SlotKey, slotRow, statusTime } from "../write/slot.ts";
import { whoMovesUp } from "../../domain/waitlist.ts";
import { freeSeats, takeSeats, type SlotSeats } from "../../domain/seats.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type { BatchRows } from "../write/batch-rows.ts";
import { eventOfPromotion } from "./events.ts";

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
async function lockWaitlistEntries(
  transaction: Kysely<Tables>,
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
    const rows = await dialectOf(transaction).locked(line, "booking").execute();
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

/** A slot that this transaction has locked. */
interface LockedSlot {
  readonly slotKey: SlotKey;
  readonly seats: SlotSeats;
}

/** The entries that take the free seats of a slot, and when. */
export interface MoveUp extends LockedSlot {
  readonly at: number;
  /** In the order of the waitlist. */
  readonly entries: readonly WaitlistEntry[];
}

/** An entry that the transaction has decided to change and has not written yet. */
export interface ChangedEntry {
  readonly id: string;
  /** The live tickets that the change leaves to the waiting entry; 0 when it leaves the waitlist. */
  readonly needs: number;
  /** The entry itself, where the change puts a booking at the end of the line. */
  readonly joins?: WaitlistEntry;
}

/** Entries that one statement reads, at most. */
const entriesPerRound = 200;

/**
 * Reads and locks the entries that move up into the free seats of a locked slot. It runs in the transaction
 * that freed or added a seat or changed the queue (decision A40). `now` is the earliest time at which the
 * promotion takes effect.
 */
export async function readMoveUp(
  transaction: Kysely<Tables>,
  accountId: number,
  slot: LockedSlot,
  now: number,
  changed: ChangedEntry | null,
): Promise<MoveUp> {
  const { slotKey, seats } = slot;
  const entries: WaitlistEntry[] = [];
  let free = freeSeats(seats);
  let after: WaitlistEntry | null = null;
  while (free > 0) {
    // Each entry needs at least one seat.
    const limit = Math.min(free, entriesPerRound);
    const read: WaitlistEntry[] = await lockWaitlistEntries(
      transaction,
      accountId,
      slotKey,
      after,
      limit,
    );
    const next = read.flatMap((entry) => afterChange(entry, changed));
    const promoted = whoMovesUp(free, next);
    entries.push(...promoted);
    free -= seatsOf(promoted);
    after = read.at(-1) ?? null;
    if (after === null || promoted.length < next.length) break;
  }
  // The line is exhausted where `after` is null.
  const joining = after === null && changed?.joins !== undefined ? [changed.joins] : [];
  entries.push(...whoMovesUp(free, joining));
  const at = entries.length === 0 ? now : await statusTime(transaction, accountId, slotKey, now);
  return { ...slot, at, entries };
}

/**
 * The entry as the change leaves it, with one more event in its history; none when it leaves the waitlist.
 */
function afterChange(entry: WaitlistEntry, changed: ChangedEntry | null): WaitlistEntry[] {
  if (entry.id !== changed?.id) return [entry];
  const { needs } = changed;
  return needs === 0 ? [] : [{ ...entry, needs, lastEvent: entry.lastEvent + 1 }];
}

/** Makes the rows of a promotion: the bookings, their events, and the slot with the seats given. */
export function rowsOfMoveUp(
  { slotKey, seats, at, entries }: MoveUp,
  audit: AuditContext,
  by: "itself" | "by hand" = "itself",
) {
  return {
    bookings: entries.map(({ id, contactId }) => ({
      contact_id: contactId,
      slot_starting_at: slotKey.startingAt,
      id,
      booking_status: "CONFIRMED",
      booked_at: at,
    })),
    events: entries.map((entry) => {
      const promotion = { seatsTaken: entry.needs, overtaking: false };
      const how = { hasLimitedCapacity: true, automatic: by === "itself" };
      return eventOfPromotion(entry, audit, at, promotion, how);
    }),
    slots: [slotRow(slotKey, takeSeats(seats, seatsOf(entries)))],
  } satisfies BatchRows;
}

function seatsOf(entries: readonly WaitlistEntry[]): number {
  return entries.reduce((sum, { needs }) => sum + needs, 0);
}
