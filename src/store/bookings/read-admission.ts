import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import {
  bookableUntil,
  refuseBooking,
  refuseMoveUp,
  type BookingWindow,
  type PromotedBy,
  type WindowRefusal,
} from "../../domain/booking-window.ts";
import type { Refused } from "../../domain/refusal.ts";
import { holdsBack, leftOf, type Waiting } from "../../domain/waitlist.ts";
import type { Tables } from "../tables.ts";
import type { SlotKey } from "../write/slot.ts";
import { statusTimes, type StatusTimes } from "../write/status-times.ts";
import { closedTypes, passedTypes, readTypes, type TypeInSlot } from "../write/type-limits.ts";
import type { SeatNotes } from "./events.ts";
import { readFirstOfTypes } from "./read-waitlist.ts";
import { entryColumns, waiting } from "./waitlist-rows.ts";

/** A booking of some ticket type before a locked slot. */
export interface AdmissionRead {
  /** The booking's type; undefined where the activity does not have it. */
  readonly type: TypeInSlot | undefined;
  /** The first entry that holds it back; null when nobody does. */
  readonly heldBackBy: Waiting | null;
  /** What its event records, where it takes a seat. */
  readonly notes: SeatNotes;
  /** Why the clock or the closed slot refuses it; null where neither does, or where the order passes over the clock. */
  readonly byClock: Refused<WindowRefusal> | null;
  /** Whether an entry of its type stands before it. */
  readonly typeWaits: boolean;
  /** Whether it may join the waitlist: not after the start, and not on an order that passes over the clock. */
  readonly mayWait: boolean;
  readonly times: StatusTimes;
}

/** An entry's place in line. */
interface PlaceInLine {
  readonly id: string;
  readonly enteredAt: number;
}

/** A booking of this type that arrives now, or that has its place in line. */
interface Arrival {
  readonly ticketTypeId: string;
  readonly now: number;
  readonly place?: PlaceInLine | null;
  /** Passes over the clock. */
  readonly late: boolean;
}

/**
 * Reads what a booking finds that enters a locked slot now, or that has a place on its waitlist. An entry may be
 * cancelled without the slot's lock, so the times are read after the entries: who is not seen left before them. The
 * statements of a transaction run in the order in which they are sent.
 */
export async function readAdmission(
  database: Kysely<Tables>,
  accountId: AccountId,
  slotKey: SlotKey,
  { ticketTypeId, now, place = null, late }: Arrival,
): Promise<AdmissionRead> {
  const readTimes = () => statusTimes(database, accountId, slotKey, now);
  const [types, first, atFirst] = await Promise.all([
    readTypes(database, accountId, slotKey),
    waiting(database, accountId, slotKey).select(entryColumns).limit(1).executeTakeFirst(),
    readTimes(),
  ]);
  const by: PromotedBy = place === null ? "itself" : "hand";
  const closed = closedTypes(types, now, by);
  const left = leftOf(types, closed);
  let heads: readonly (Waiting & PlaceInLine)[] = [];
  let times = atFirst;
  if (first !== undefined && left.size > 0) {
    [heads, times] = await Promise.all([
      readFirstOfTypes(database, { accountId, number: slotKey.number }),
      readTimes(),
    ]);
  } else if (first !== undefined) {
    const { id, ticket_type_id, booked_at } = first;
    // Where nothing limits the types, the first entry counts, whatever it needs.
    heads = [{ id, ticketTypeId: ticket_type_id, needs: 1, enteredAt: booked_at }];
  }
  const before = heads.filter((entry) => place === null || isAhead(entry, place));
  // Who cannot move up any more stands before nobody.
  const ahead = before.filter((entry) => !closed.has(entry.ticketTypeId));
  const past = before.filter((entry) => closed.has(entry.ticketTypeId));
  const type = types.get(ticketTypeId);
  const byClock = type === undefined ? null : refuseByClock(type.window, now, by);
  const { by: heldBackBy, passedOver } = holdsBack(left, ahead, ticketTypeId);
  const passed = [...new Set(past.map((entry) => entry.ticketTypeId)), ...passedOver];
  return {
    type,
    heldBackBy,
    notes: {
      isLate: byClock !== null,
      bookableUntil: type === undefined || by === "hand" ? null : closeToRecord(type.window),
      passed: passedTypes(passed, closed),
    },
    byClock: byClock === null || passesOver(byClock, late) ? null : { refused: byClock },
    mayWait: !late && now < slotKey.startingAt,
    typeWaits: ahead.some((entry) => entry.ticketTypeId === ticketTypeId),
    times,
  };
}

/** Null for the start. */
function closeToRecord(window: BookingWindow): number | null {
  const until = bookableUntil(window);
  return until === window.startingAt ? null : until;
}

function refuseByClock(window: BookingWindow, now: number, by: PromotedBy): WindowRefusal | null {
  return by === "hand" ? refuseMoveUp(window, now, by) : refuseBooking(window, now);
}

/** Nothing passes over a closed slot. */
function passesOver({ isOfSlot }: WindowRefusal, late: boolean): boolean {
  return late && isOfSlot !== true;
}

function isAhead(entry: PlaceInLine, other: PlaceInLine): boolean {
  return entry.enteredAt === other.enteredAt
    ? entry.id < other.id
    : entry.enteredAt < other.enteredAt;
}
