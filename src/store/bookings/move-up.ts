import type { Kysely } from "kysely";
import { whoMovesUp } from "../../domain/waitlist.ts";
import { freeSeats, takeSeats, type SlotSeats } from "../../domain/seats.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type { BatchRows } from "../write/batch-rows.ts";
import { eventOfPromotion } from "./booking-event.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { slotRow, type SlotKey } from "./slot-key.ts";
import { statusTime } from "./status-time.ts";
import { lockWaitlistEntries, type WaitlistEntry } from "./waitlist.ts";

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
  locked: Engine["locked"],
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
      locked,
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
export function rowsOfMoveUp({ slotKey, seats, at, entries }: MoveUp, audit: AuditContext) {
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
      const how = { hasLimitedCapacity: true, automatic: true };
      return eventOfPromotion(entry, audit, at, promotion, how);
    }),
    slots: [slotRow(slotKey, takeSeats(seats, seatsOf(entries)))],
  } satisfies BatchRows;
}

function seatsOf(entries: readonly WaitlistEntry[]): number {
  return entries.reduce((sum, { needs }) => sum + needs, 0);
}
