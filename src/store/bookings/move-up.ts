import type { Kysely } from "kysely";
import { whoMovesUp } from "../../domain/promote-booking.ts";
import { freeSeats, takeSeats, type SlotSeats } from "../../domain/seats.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type { BatchRows } from "./batch-rows.ts";
import { eventOfPromotion } from "./booking-event.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { slotRow, type SlotPlace } from "./slot-place.ts";
import { statusTime } from "./status-time.ts";
import { lockWaiting, type WaitlistEntry } from "./waitlist.ts";

/** A slot that is locked. */
interface LockedSlot {
  readonly place: SlotPlace;
  readonly seats: SlotSeats;
}

/** Those who get the free seats of a slot, and when. */
export interface MoveUp extends LockedSlot {
  readonly at: number;
  /** First come first served. */
  readonly entries: readonly WaitlistEntry[];
}

/** How many entries are read at once. */
const entriesPerRound = 200;

/**
 * Reads who moves up into the free seats of a locked slot, in the transaction that freed or added a
 * seat (decision A40). They are locked as well. `now` is the earliest time at which that takes effect.
 */
export async function readMoveUp(
  transaction: Kysely<Tables>,
  locked: Engine["locked"],
  accountId: number,
  slot: LockedSlot,
  now: number,
): Promise<MoveUp> {
  const { place, seats } = slot;
  const entries: WaitlistEntry[] = [];
  let free = freeSeats(seats);
  while (free > 0) {
    // Nobody needs less than a seat.
    const limit = Math.min(free, entriesPerRound);
    const after = entries.at(-1) ?? null;
    const next = await lockWaiting(transaction, locked, accountId, place, after, limit);
    const lucky = whoMovesUp(free, next);
    entries.push(...lucky);
    free -= seatsOf(lucky);
    if (lucky.length === 0 || lucky.length < next.length) break;
  }
  const at = entries.length === 0 ? now : await statusTime(transaction, accountId, place, now);
  return { ...slot, at, entries };
}

/** What moving up writes: bookings, their histories, and the slot once it has given the seats. */
export function rowsOfMoveUp({ place, seats, at, entries }: MoveUp, audit: AuditContext) {
  return {
    bookings: entries.map(({ id, contactId }) => ({
      contact_id: contactId,
      slot_starting_at: place.startingAt,
      id,
      booking_status: "CONFIRMED",
      booked_at: at,
    })),
    events: entries.map((entry) => {
      const promotion = { seatsTaken: entry.needs, overtaking: false };
      const how = { hasLimitedCapacity: true, automatic: true };
      return eventOfPromotion(entry, audit, at, promotion, how);
    }),
    slots: [slotRow(place, takeSeats(seats, seatsOf(entries)))],
  } satisfies BatchRows;
}

function seatsOf(entries: readonly WaitlistEntry[]): number {
  return entries.reduce((sum, { needs }) => sum + needs, 0);
}
