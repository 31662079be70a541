/*
 * Where a freed seat is given to who waits next (A40). What frees or adds a seat of a slot, or changes its queue, calls
 * `lockMoveUp` in the same transaction, with the slot locked, and writes `rowsOfMoveUp` with its own rows: a cancel, a
 * move, a released hold, another capacity, `promote.ts` for the entries behind the one that it promotes, `promote-all.ts` for
 * a person. Who has written its own rows before calls `letMoveUp`, which does both: joined slots, an erasure, seats that end,
 * an import, which may do it after its portions (`moveUpInSteps`). A closing lets nobody move up: it cancels the waitlist.
 * `walkQueue` in `domain/waitlist.ts` decides which entries get the seats; each is promoted, or offered its seats where the
 * campaign does so.
 */

import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { liveTickets } from "../../domain/booking.ts";
import type { Move } from "../../domain/move-booking.ts";
import { movesUpUntil, offerEndsAt, type PromotedBy } from "../../domain/booking-window.ts";
import { freeSeats, takeSeats, type SlotSeats } from "../../domain/seats.ts";
import { leftOf, walkQueue, type SeatsLeft } from "../../domain/waitlist.ts";
import type { AuditContext, Within } from "../accounts/audit.ts";
import type { Tables } from "../tables.ts";
import type { BatchRows } from "../write/batch-rows.ts";
import { movesUpNow, type SlotKey, slotRow } from "../write/slot.ts";
import { statusTime } from "../write/status-times.ts";
import { closedTypes, passedTypes, readTypes, type TypeInSlot } from "../write/type-limits.ts";
import type { LoadedBooking } from "../write/load.ts";
import { nextEndAt } from "../write/held-seats.ts";
import { writeRows } from "../write/write-batch.ts";
import { eventOfOffer, eventOfPromotion, type SeatNotes } from "./events.ts";
import { lockLapsedEntries, lockWaitlistEntries, type LockedEntry } from "./read-waitlist.ts";
import { type WaitlistEntry } from "./waitlist-rows.ts";
import { randomUUID } from "node:crypto";

/** A slot that this transaction has locked. */
export interface LockedSlot {
  readonly slotKey: SlotKey;
  readonly seats: SlotSeats;
  /** How many tickets of a type more, or fewer, the transaction has decided and not written yet. */
  readonly unwritten?: ReadonlyMap<string, number>;
  /** The offer that the transaction ends, and has not written yet. */
  readonly endedOffer?: string | null;
  /** Whether no seat was freed, but by offers that ended: those whose offer ended get none then. */
  readonly freesNone?: boolean;
}

/** Gives the free seats of a locked slot to its waitlist, no earlier than `at`, where the campaign does so by itself. */
export async function letMoveUp(
  { transaction, accountId, audit }: Within,
  slot: LockedSlot,
  at: number = audit.now,
  onWritten?: () => Promise<void>,
): Promise<void> {
  if (freeSeats(slot.seats) === 0) return;
  const { interactionNumber } = slot.slotKey;
  if (!(await movesUpNow(transaction, accountId, interactionNumber))) return;
  const up = await lockMoveUp(transaction, accountId, slot, at, null);
  if (up.entries.length === 0) return;
  await writeRows(transaction, accountId, audit.now, rowsOfMoveUp(up, audit), onWritten);
}

/** The entries that take the free seats of a slot, and when. */
export interface MoveUp extends LockedSlot {
  readonly at: number;
  /** In the order of the waitlist. */
  readonly entries: readonly PromotedEntry[];
  /** When the first of the slot's holds and offers ends, the new ones among them. */
  readonly nextEnd: number | null;
}

interface PromotedEntry extends WaitlistEntry {
  readonly notes: SeatNotes;
  /** What is kept for it where its campaign offers seats; null where it is promoted. */
  readonly offer: Offer | null;
}

interface Offer {
  readonly id: string;
  readonly endsAt: number;
  readonly ticketTypeNumber: number;
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
 * Reads and locks the entries that move up into the free seats of a locked slot: they are promoted, or offered their
 * seats where the campaign does so and nobody promotes by hand. `now` is the earliest time at which the promotion takes
 * effect. Nobody moves up after the start, nor by itself after the cut-off of its ticket type (A101).
 */
export async function lockMoveUp(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  slot: LockedSlot,
  now: number,
  changed: ChangedEntry | null,
  by: PromotedBy = "itself",
): Promise<MoveUp> {
  const { slotKey, seats, freesNone = false } = slot;
  if (now >= slotKey.startingAt) return { ...slot, at: now, entries: [], nextEnd: null };
  const entries: PromotedEntry[] = [];
  let left: SeatsLeft = { free: freeSeats(seats), byType: new Map() };
  const refused = new Set<string>();
  let types: ReadonlyMap<string, TypeInSlot> | null = null;
  let closed: ReadonlySet<string> = new Set();
  const walk = async (some: readonly LockedEntry[]) => {
    if (types === null && some.some((entry) => entry.hasTypeTerms)) {
      types = await typesAfter(transaction, accountId, slot);
      closed = closedTypes(types, now, by);
      left = { ...left, byType: leftOf(types, closed) };
    }
    const walked = walkQueue(left, some);
    for (const { entry, past } of walked.promoted) {
      const passedOver = [...new Set([...refused, ...past])];
      const type = types?.get(entry.ticketTypeId);
      const offer = type === undefined || by === "hand" ? null : offerOf(type, now);
      // A type that was not read closes at the start.
      const until = type === undefined ? slotKey.startingAt : movesUpUntil(type.window, by);
      const bookableUntil = until === slotKey.startingAt || offer !== null ? null : until;
      const notes = { isLate: false, bookableUntil, passed: passedTypes(passedOver, closed) };
      entries.push({ ...entry, notes, offer });
    }
    for (const id of walked.passedOver.keys()) refused.add(id);
    // Nobody behind an entry that its type's limit refuses gets what is left of the type.
    const byType = new Map([
      ...walked.left.byType,
      ...Array.from(refused, (id) => [id, 0] as const),
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
      refused: changed?.ticketTypeId === undefined ? [...refused] : [],
      limit,
    });
    const isOver = await walk(read.flatMap((entry) => afterChange(entry, changed)));
    after = read.at(-1) ?? null;
    if (after === null || isOver) break;
  }
  // The line is exhausted where `after` is null.
  if (after === null && changed?.joins !== undefined) {
    await walk([{ ...changed.joins, hasTypeTerms: true }]);
  }
  if (after === null && left.free > 0 && !freesNone) {
    const behind = await lockLapsedEntries(transaction, accountId, slotKey, entriesPerRound);
    await walk(behind.flatMap((entry) => afterChange(entry, changed)));
  }
  if (entries.length === 0) return { ...slot, at: now, entries, nextEnd: null };
  const at = await statusTime(transaction, accountId, slotKey, now);
  return { ...slot, at, entries, nextEnd: await nextEnd(transaction, accountId, slot, entries) };
}

function offerOf({ number: ticketTypeNumber, window }: TypeInSlot, now: number): Offer | null {
  if (window.offerMs === null) return null;
  return { id: randomUUID(), endsAt: offerEndsAt(window, now), ticketTypeNumber };
}

/** Null where nothing is offered. */
async function nextEnd(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  { slotKey, endedOffer = null }: LockedSlot,
  entries: readonly PromotedEntry[],
): Promise<number | null> {
  const ends = entries.flatMap(({ offer }) => (offer === null ? [] : [offer.endsAt]));
  if (ends.length === 0) return null;
  const first = await nextEndAt(transaction, accountId, slotKey, endedOffer);
  return Math.min(...ends, first ?? Infinity);
}

/** The slot's ticket types, after the changes that are not written yet. */
async function typesAfter(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  { slotKey, unwritten = new Map() }: LockedSlot,
): Promise<ReadonlyMap<string, TypeInSlot>> {
  const types = await readTypes(transaction, accountId, slotKey);
  return new Map(
    Array.from(types, ([id, type]) => {
      const taken = (type.seats?.taken ?? 0) + (unwritten.get(id) ?? 0);
      return [id, { ...type, seats: type.seats && { ...type.seats, taken } }];
    }),
  );
}

/**
 * The entry as the change leaves it, with one more event in its history; none when it leaves the waitlist.
 */
function afterChange(entry: LockedEntry, changed: ChangedEntry | null): LockedEntry[] {
  if (entry.id !== changed?.id) return [entry];
  const { needs, ticketTypeId = entry.ticketTypeId } = changed;
  const hasTypeTerms = entry.hasTypeTerms || ticketTypeId !== entry.ticketTypeId;
  const lastEvent = entry.lastEvent + 1;
  return needs === 0 ? [] : [{ ...entry, needs, ticketTypeId, hasTypeTerms, lastEvent }];
}

/** Makes the rows of a promotion: the bookings or the offers, their events, and the slot with the seats given. */
export function rowsOfMoveUp(
  { slotKey, seats, at, entries, nextEnd: next }: MoveUp,
  audit: AuditContext,
  by: "itself" | "by hand" = "itself",
): BatchRows {
  const promoted = entries.filter(({ offer }) => offer === null);
  return {
    bookings: promoted.map(({ id, contactNumber }) => ({
      contact_number: contactNumber,
      slot_starting_at: slotKey.startingAt,
      id,
      booking_status: "CONFIRMED",
      booked_at: at,
    })),
    newHolds: entries.flatMap((entry) => rowsOfOffer(slotKey, entry, at)),
    endedOffers: entries.flatMap(({ endedOffer }) =>
      endedOffer === undefined ? [] : [{ id: endedOffer, state: "released", ended_at: at }],
    ),
    slotEnds: next === null ? [] : [{ number: slotKey.number, next_end_at: next }],
    events: entries.map((entry) => {
      const { notes, offer } = entry;
      if (offer !== null) return eventOfOffer(entry, audit, at, { ...offer, notes });
      const promotion = { seatsTaken: entry.needs, overtaking: false };
      const how = {
        hasLimitedCapacity: true,
        automatic: by === "itself",
        notes,
      };
      return eventOfPromotion(entry, audit, at, promotion, how);
    }),
    slots: [slotRow(slotKey, takeSeats(seats, seatsOf(entries)))],
  };
}

function rowsOfOffer(
  { number }: SlotKey,
  { id, needs, offer }: PromotedEntry,
  at: number,
): BatchRows["newHolds"] & object {
  if (offer === null) return [];
  const { endsAt, ticketTypeNumber } = offer;
  return [
    {
      id: offer.id,
      slot_number: number,
      ticket_type_number: ticketTypeNumber,
      contact_number: null,
      booking_id: id,
      tickets: needs,
      state: "live",
      made_at: at,
      seconds: Math.max(1, Math.round((endsAt - at) / 1000)),
      asked_until: endsAt,
      expires_at: endsAt,
      ended_at: null,
      passed: null,
    },
  ];
}

function seatsOf(entries: readonly WaitlistEntry[]): number {
  return entries.reduce((sum, { needs }) => sum + needs, 0);
}

/** The moved booking's place in its own slot's line, after the move. */
export function changeWithinSlot(
  { booking, contactNumber, lastEvent, offer }: LoadedBooking,
  ticketTypeId: string,
  { status }: Move,
  at: number,
): ChangedEntry {
  const { id } = booking;
  if (status !== "WAITLIST") return { id, needs: 0 };
  const needs = liveTickets(booking).length;
  // One whose offer the move ends is in no line yet.
  if (booking.status === "WAITLIST" && offer === null) return { id, needs, ticketTypeId };
  return {
    id,
    needs,
    joins: { id, contactNumber, ticketTypeId, enteredAt: at, needs, lastEvent: lastEvent + 1 },
  };
}
