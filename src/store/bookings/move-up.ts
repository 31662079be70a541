import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { liveTickets } from "../../domain/booking.ts";
import type { Move } from "../../domain/move-booking.ts";
import { freeSeats, takeSeats, type SlotSeats } from "../../domain/seats.ts";
import { leftOf, walkQueue, type SeatsLeft } from "../../domain/waitlist.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type { Tables } from "../tables.ts";
import type { BatchRows } from "../write/batch-rows.ts";
import { type SlotKey, slotRow, statusTime } from "../write/slot.ts";
import { limitedSeats, readTypes } from "../write/type-limits.ts";
import type { LockedBooking } from "../write/load.ts";
import { eventOfPromotion } from "./events.ts";
import { lockWaitlistEntries, type LockedEntry, type WaitlistEntry } from "./waitlist.ts";

/** A slot that this transaction has locked. */
interface LockedSlot {
  readonly slotKey: SlotKey;
  readonly seats: SlotSeats;
  /** How many tickets of a type more, or fewer, the transaction has decided and not written yet. */
  readonly unwritten?: ReadonlyMap<string, number>;
}

/** The entries that take the free seats of a slot, and when. */
export interface MoveUp extends LockedSlot {
  readonly at: number;
  /** In the order of the waitlist. */
  readonly entries: readonly PromotedEntry[];
}

interface PromotedEntry extends WaitlistEntry {
  /** The ticket types whose limit refuses an entry ahead of it. */
  readonly passedOver: readonly string[];
}

/** An entry that the transaction has decided to change and has not written yet. */
export interface ChangedEntry {
  readonly id: string;
  /** The live tickets that the change leaves to the waiting entry; 0 when it leaves the waitlist. */
  readonly needs: number;
  /** Its new ticket type, where the change gives it one. */
  readonly ticketTypeId?: string;
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
  const entries: PromotedEntry[] = [];
  let left: SeatsLeft = { free: freeSeats(seats), byType: new Map() };
  const closed = new Set<string>();
  let knowsTypes = false;
  const walk = async (some: readonly LockedEntry[]) => {
    if (!knowsTypes && some.some((entry) => entry.hasTypeLimit)) {
      knowsTypes = true;
      left = { ...left, byType: await leftByType(transaction, accountId, slot) };
    }
    const walked = walkQueue(left, some);
    for (const { entry, past } of walked.promoted) {
      entries.push({ ...entry, passedOver: [...new Set([...closed, ...past])] });
    }
    for (const id of walked.passedOver.keys()) closed.add(id);
    // Nobody behind an entry that its type's limit refuses gets what is left of the type.
    const byType = new Map([
      ...walked.left.byType,
      ...Array.from(closed, (id) => [id, 0] as const),
    ]);
    left = { free: walked.left.free, byType };
    return walked.endedBy !== null;
  };
  let after: WaitlistEntry | null = null;
  while (left.free > 0) {
    // Each entry needs at least one seat.
    const limit = Math.min(left.free, entriesPerRound);
    const read: LockedEntry[] = await lockWaitlistEntries(transaction, accountId, slotKey, {
      after,
      // An entry that changes its ticket type is still stored with the old one.
      closed: changed?.ticketTypeId === undefined ? [...closed] : [],
      limit,
    });
    const isOver = await walk(read.flatMap((entry) => afterChange(entry, changed)));
    after = read.at(-1) ?? null;
    if (after === null || isOver) break;
  }
  // The line is exhausted where `after` is null.
  if (after === null && changed?.joins !== undefined) {
    await walk([{ ...changed.joins, hasTypeLimit: true }]);
  }
  const at = entries.length === 0 ? now : await statusTime(transaction, accountId, slotKey, now);
  return { ...slot, at, entries };
}

/** What the limits leave, after the changes that are not written yet. */
async function leftByType(
  transaction: Kysely<Tables>,
  accountId: number,
  { slotKey, unwritten = new Map() }: LockedSlot,
): Promise<ReadonlyMap<string, number>> {
  const limited = limitedSeats(await readTypes(transaction, accountId as AccountId, slotKey));
  for (const [id, seats] of limited) {
    limited.set(id, { ...seats, taken: seats.taken + (unwritten.get(id) ?? 0) });
  }
  return leftOf(limited);
}

/**
 * The entry as the change leaves it, with one more event in its history; none when it leaves the waitlist.
 */
function afterChange(entry: LockedEntry, changed: ChangedEntry | null): LockedEntry[] {
  if (entry.id !== changed?.id) return [entry];
  const { needs, ticketTypeId = entry.ticketTypeId } = changed;
  const hasTypeLimit = entry.hasTypeLimit || ticketTypeId !== entry.ticketTypeId;
  const lastEvent = entry.lastEvent + 1;
  return needs === 0 ? [] : [{ ...entry, needs, ticketTypeId, hasTypeLimit, lastEvent }];
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
      const { passedOver } = entry;
      const promotion = { seatsTaken: entry.needs, overtaking: false };
      const how = { hasLimitedCapacity: true, automatic: by === "itself", passedOver };
      return eventOfPromotion(entry, audit, at, promotion, how);
    }),
    slots: [slotRow(slotKey, takeSeats(seats, seatsOf(entries)))],
  } satisfies BatchRows;
}

function seatsOf(entries: readonly WaitlistEntry[]): number {
  return entries.reduce((sum, { needs }) => sum + needs, 0);
}

/** The moved booking's place in its own slot's line, after the move. */
export function changeWithinSlot(
  { booking, contactId, lastEvent }: LockedBooking,
  ticketTypeId: string,
  { status }: Move,
  at: number,
): ChangedEntry {
  const { id } = booking;
  if (status !== "WAITLIST") return { id, needs: 0 };
  const needs = liveTickets(booking).length;
  if (booking.status === "WAITLIST") return { id, needs, ticketTypeId };
  return {
    id,
    needs,
    joins: { id, contactId, ticketTypeId, enteredAt: at, needs, lastEvent: lastEvent + 1 },
  };
}
