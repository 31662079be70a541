import type { Kysely } from "kysely";
import { whoMovesUp } from "../../domain/promote-booking.ts";
import { freeSeats, takeSeats } from "../../domain/seats.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { confirmWaiting } from "./confirm-waiting.ts";
import { lockSlot, writeSeats } from "./lock-slot.ts";
import type { SlotPlace } from "./slot-place.ts";
import { statusTime } from "./status-time.ts";
import { lockWaiting } from "./waitlist.ts";

/** How many entries are looked at at once. */
const entriesPerRound = 200;

/**
 * Gives the free seats of a slot to those who wait, first come first served, in the transaction that
 * freed or added a seat (decision A40). Returns how many bookings were confirmed.
 */
export async function promoteWaiting(
  transaction: Kysely<Tables>,
  locked: Engine["locked"],
  accountId: number,
  place: SlotPlace,
  audit: AuditContext,
): Promise<number> {
  let promoted = 0;
  for (;;) {
    const seats = await lockSlot(transaction, locked, accountId, place);
    const free = seats === null ? 0 : freeSeats(seats);
    if (seats === null || free === 0) return promoted;
    // Nobody needs less than a seat.
    const limit = Math.min(free, entriesPerRound);
    const entries = await lockWaiting(transaction, locked, accountId, place, limit);
    const lucky = whoMovesUp(free, entries);
    if (lucky.length === 0) return promoted;
    const at = await statusTime(transaction, accountId, place, audit.now);
    for (const { id, contactId, needs } of lucky) {
      await confirmWaiting(transaction, accountId, place, audit, {
        bookingId: id,
        contactId,
        at,
        hasLimitedCapacity: true,
        promotion: { seatsTaken: needs, overtaking: false },
        automatic: true,
      });
    }
    const count = lucky.reduce((sum, { needs }) => sum + needs, 0);
    await writeSeats(transaction, accountId, place, takeSeats(seats, count));
    promoted += lucky.length;
    if (lucky.length < entries.length) return promoted;
  }
}
