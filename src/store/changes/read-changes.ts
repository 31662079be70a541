import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BookingId } from "../../domain/booking.ts";
import {
  changeOfEvent,
  formatChangeCursor,
  positionOf,
  presentEpoch,
  type ChangeFeed,
  type ChangeKind,
  type ChangesStart,
} from "../../domain/change-feed.ts";
import type { BookingLine, SlotLine } from "../../domain/data-file/data-line.ts";
import type { Refused } from "../../domain/refusal.ts";
import { findBookingDetails } from "../bookings/booking-details.ts";
import type { BoundRows, Engine } from "../engine.ts";
import { numberedBy } from "../keys.ts";
import { bindRows, keepStatement } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { giveAllPositions } from "./give-positions.ts";
import { feedDetailsOfBooking, feedDetailsOfSlot, type ChangeDetails } from "./feed-details.ts";
import { slotLinesOf, type SlotEvent } from "./slot-lines.ts";

export interface ChangesQuestion {
  readonly start: ChangesStart;
  /** The number of changes in one answer, at most; 0 asks for the cursor alone. */
  readonly limit: number;
  /** When the feed is read for the first time, changes recorded earlier may be left out. */
  readonly since: number;
}

/** One change. `line` is the current state of the booking or the slot. */
export interface Change<B = BookingLine> {
  readonly cursor: string;
  /** When it was recorded; milliseconds UTC. */
  readonly at: number;
  readonly change: ChangeKind;
  readonly actor: string;
  readonly requestId: string | null;
  /** Why it happened, where there is a reason, and where a changed slot was before. */
  readonly details: ChangeDetails;
  readonly line: B | SlotLine;
}

/** What a reader needs of a booking that takes the change now and reads the booking later. */
export type NamedBooking = Pick<BookingLine, "kind" | "booking" | "interaction">;

export interface Changes<B = BookingLine> {
  /** Oldest first. */
  readonly changes: readonly Change<B>[];
  /** The cursor of the next read. */
  readonly cursor: string;
}

/**
 * The cursor is no longer kept. `cursor` is the current one: a follower that takes an export after it misses
 * no change.
 */
export type ChangesRefusal = { readonly why: "cursor-not-kept"; readonly cursor: string };

/** Reads the feed of an account's changes (`domain/change-feed.ts`). */
export function readChanges(engine: Engine, accountId: AccountId, question: ChangesQuestion) {
  return readFeedWith(engine, accountId, question, linesOf);
}

/** Reads the feed with the names of the bookings instead of their lines. */
export function readNamedChanges(engine: Engine, accountId: AccountId, question: ChangesQuestion) {
  return readFeedWith(engine, accountId, question, namesOf);
}

/** Reads something of each of these bookings. */
type ReadBookings<B> = (
  engine: Engine,
  accountId: AccountId,
  ids: readonly string[],
) => Promise<readonly B[]>;

async function readFeedWith<B extends NamedBooking>(
  engine: Engine,
  accountId: AccountId,
  question: ChangesQuestion,
  readBookings: ReadBookings<B>,
): Promise<Changes<B> | Refused<ChangesRefusal>> {
  const { start, limit, since } = question;
  const feed = await giveAllPositions(engine, accountId, since);
  const after = positionOf(feed, start);
  if (after === null || !(await isKnownHere(engine.reads, accountId, start))) {
    const format = await cursorFormat(engine.reads, accountId, feed, "start");
    return { refused: { why: "cursor-not-kept", cursor: format(feed.lastPosition) } };
  }
  const events = await eventsAfter(engine.reads, accountId, { feed, after, limit });
  const found = await withLines(engine, accountId, events, readBookings);
  // A line shows its booking's current state. The cursor's horizon must not lie before what a line shows.
  const horizon = found.length === 0 ? feed : await giveAllPositions(engine, accountId, since);
  // The database was replaced while its feed was read.
  if (presentEpoch(horizon) !== presentEpoch(feed)) {
    return readFeedWith(engine, accountId, question, readBookings);
  }
  const format = await cursorFormat(engine.reads, accountId, horizon, start);
  return {
    changes: found.map(({ position, ...change }) => ({ ...change, cursor: format(position) })),
    cursor: format(found.at(-1)?.position ?? after),
  };
}

/** Checks that the reader has seen this database and not other events under the same positions. */
export async function isKnownHere(
  reads: Kysely<Tables>,
  accountId: AccountId,
  start: ChangesStart,
): Promise<boolean> {
  if (typeof start === "string") return true;
  return (await digestAt(reads, accountId, start.horizon)) === start.digest;
}

export async function cursorFormat(
  reads: Kysely<Tables>,
  accountId: AccountId,
  feed: ChangeFeed,
  checked: ChangesStart,
): Promise<(position: number) => string> {
  const [epoch, horizon] = [presentEpoch(feed), feed.lastPosition];
  const isSame = typeof checked !== "string" && checked.horizon === horizon;
  const digest = isSame ? checked.digest : await digestAt(reads, accountId, horizon);
  return (position) => formatChangeCursor({ epoch, position, horizon, digest });
}

type Placed = Omit<Change, "cursor" | "line"> & { readonly position: number };

interface PlacedEvent extends Placed {
  readonly of: { readonly bookingId: string } | SlotEvent;
}

interface Range {
  /** No event is read beyond the last position of the feed that was locked: a later epoch may hold others there. */
  readonly feed: Pick<ChangeFeed, "lastPosition">;
  readonly after: number;
  readonly limit: number;
}

export async function eventsAfter(
  reads: Kysely<Tables>,
  accountId: AccountId,
  { feed, after, limit }: Range,
): Promise<PlacedEvent[]> {
  if (limit === 0 || after === feed.lastPosition) return [];
  const [bookings, slots] = await Promise.all([
    reads
      .selectFrom("booking_event")
      .select(["position", "recorded_at", "kind", "booking_status", "actor", "request_id"])
      .select(["booking_id", "details"])
      .where("account_id", "=", accountId)
      .where("position", ">", after)
      .where("position", "<=", feed.lastPosition)
      .orderBy("position")
      .limit(limit)
      .execute(),
    reads
      .selectFrom("slot_event")
      .selectAll()
      .where("account_id", "=", accountId)
      .where("position", ">", after)
      .where("position", "<=", feed.lastPosition)
      .orderBy("position")
      .limit(limit)
      .execute(),
  ]);
  const events = [
    ...bookings.map((row) => ({
      position: row.position ?? 0,
      at: row.recorded_at,
      change: changeOfEvent(row.kind, row.booking_status),
      actor: row.actor,
      requestId: row.request_id,
      details: feedDetailsOfBooking(row.kind, row.actor, row.details),
      of: { bookingId: row.booking_id },
    })),
    ...slots.map((row) => ({
      position: row.position ?? 0,
      at: row.recorded_at,
      change: row.kind,
      actor: row.actor,
      requestId: row.request_id,
      details: feedDetailsOfSlot(row.details),
      of: row,
    })),
  ];
  return events.toSorted((one, other) => one.position - other.position).slice(0, limit);
}

export async function withLines<B extends NamedBooking>(
  engine: Engine,
  accountId: AccountId,
  events: readonly PlacedEvent[],
  readBookings: ReadBookings<B>,
): Promise<(Placed & Pick<Change<B>, "line">)[]> {
  const ids = [...new Set(events.flatMap(({ of }) => ("bookingId" in of ? [of.bookingId] : [])))];
  const slotEvents = events.flatMap(({ of }) => ("bookingId" in of ? [] : [of]));
  const [bookings, slots] = await Promise.all([
    ids.length === 0 ? [] : readBookings(engine, accountId, ids),
    slotLinesOf(engine.reads, accountId, slotEvents),
  ]);
  const bookingLines = new Map<string, B>(bookings.map((line) => [line.booking, line]));
  return events.map(({ of, ...event }) => {
    const line = "bookingId" in of ? bookingLines.get(of.bookingId) : slots.get(of);
    if (line === undefined) throw new Error("A booking with a history is there.");
    return { ...event, line };
  });
}

export const linesOf: ReadBookings<BookingLine> = async (engine, accountId, ids) => {
  const found = await findBookingDetails(engine, accountId, { ids, limit: ids.length });
  return found.map(({ line }) => line);
};

const namesOf: ReadBookings<NamedBooking> = async ({ reads }, accountId, ids) => {
  const rows = await nameBookings(reads, { accountId, ...bindRows(ids.map((id) => ({ id }))) });
  return rows.map(({ booking, interaction }) => ({
    kind: "booking",
    booking: booking as BookingId,
    interaction,
  }));
};

const nameBookings = keepStatement(
  (database, values: BoundRows & { readonly accountId: AccountId }, { inputRows }) =>
    database
      .selectFrom(inputRows(values, { id: "uuid" }))
      .crossJoin("booking")
      .innerJoin("interaction", numberedBy("interaction", "booking"))
      .select(["booking.id as booking", "interaction.public_key as interaction"])
      .where("booking.account_id", "=", values.accountId)
      .whereRef("booking.id", "=", "input_rows.id"),
);

/**
 * Reads the digest of the event at a position: 12 hexadecimal digits, all zero where no event is kept, as at
 * position 0. Two events have the same digest only by chance.
 */
async function digestAt(
  reads: Kysely<Tables>,
  accountId: AccountId,
  position: number,
): Promise<string> {
  if (position === 0) return none;
  const [booking, slot] = await Promise.all([
    reads
      .selectFrom("booking_event")
      .select(["booking_id as of", "number", "recorded_at"])
      .where("account_id", "=", accountId)
      .where("position", "=", position)
      .executeTakeFirst(),
    reads
      .selectFrom("slot_event")
      .select(["id as of", "recorded_at"])
      .where("account_id", "=", accountId)
      .where("position", "=", position)
      .executeTakeFirst(),
  ]);
  const event = booking ?? (slot && { ...slot, number: 0 });
  if (event === undefined) return none;
  return createHash("sha256")
    .update(`${event.of} ${event.number} ${event.recorded_at}`)
    .digest("hex")
    .slice(0, digits);
}

const digits = 12;
const none = "0".repeat(digits);
