import type { BookingId, BookingStatus } from "../../domain/booking.ts";
import type { Within } from "../accounts/audit.ts";
import type { RunAgain } from "../write/run-again.ts";
import { loadBookings, type LoadedBooking, type Locking } from "../write/load.ts";
import type { KnownSlot } from "../write/named-slot.ts";
import { atSlot, isSameSlot } from "../write/slot.ts";

/** Locks the CONFIRMED bookings of the slot, and returns those that still are. */
export async function lockHolders(
  within: Within,
  slotKey: KnownSlot,
  limit: number,
): Promise<LoadedBooking[] | RunAgain> {
  const ids = await idsAt(within, slotKey, ["CONFIRMED"], limit);
  const standing = await lock(within, ids, "booking");
  // One that has joined the waitlist has to be locked after the slot.
  if (standing.some((found) => standsAt(found, slotKey, "WAITLIST"))) return "run again";
  return standing.filter((found) => standsAt(found, slotKey, "CONFIRMED"));
}

/**
 * Locks those beside the `locked` that got a seat while this transaction waited for the slot's lock, as far as they fit into
 * the portion. Another transaction that has locked one of them may wait for the slot, so this one does not
 * wait for it.
 */
export async function lockLateHolders(
  within: Within,
  slotKey: KnownSlot,
  locked: readonly LoadedBooking[],
  limit: number,
): Promise<LoadedBooking[] | RunAgain> {
  const known = new Set(locked.map(({ booking }) => booking.id));
  const ids = (await idsAt(within, slotKey, ["CONFIRMED"], limit))
    .filter((id) => !known.has(id))
    .slice(0, limit - locked.length);
  const standing = await lock(within, ids, "free");
  if (standing.length < ids.length) return "run again";
  return standing.filter((found) => standsAt(found, slotKey, "CONFIRMED"));
}

/** Locks entries of the waitlist of the slot, whose lock the transaction has, and returns those that wait. */
export async function lockWaiting(
  within: Within,
  slotKey: KnownSlot,
  limit: number,
): Promise<LoadedBooking[]> {
  const ids = limit > 0 ? await idsAt(within, slotKey, ["WAITLIST"], limit) : [];
  const standing = await lock(within, ids, "waitlist");
  return standing.filter((found) => standsAt(found, slotKey, "WAITLIST"));
}

/** Whether the slot has bookings beside these, which are all locked. */
export async function hasMore(
  within: Within,
  slotKey: KnownSlot,
  all: readonly LoadedBooking[],
): Promise<boolean> {
  const ids = await idsAt(within, slotKey, ["CONFIRMED", "WAITLIST"], all.length + 1);
  return ids.length > all.length;
}

async function lock(
  { transaction, accountId }: Within,
  ids: readonly BookingId[],
  locking: Locking,
): Promise<LoadedBooking[]> {
  if (ids.length === 0) return [];
  const orders = ids.map((bookingId) => ({ bookingId, idempotencyKey: null }));
  const { standing } = await loadBookings(transaction, accountId, orders, locking);
  return [...standing.values()];
}

function standsAt(
  { booking, slotKey }: LoadedBooking,
  place: KnownSlot,
  status: BookingStatus,
): boolean {
  return booking.status === status && isSameSlot(slotKey, place);
}

export async function idsAt(
  { transaction, accountId }: Pick<Within, "transaction" | "accountId">,
  slotKey: KnownSlot,
  statuses: readonly BookingStatus[],
  limit: number | null,
): Promise<BookingId[]> {
  const rows = await transaction
    .selectFrom("booking")
    .select("id")
    .where((where) => where.and(atSlot(accountId, slotKey)))
    .where("booking_status", "in", statuses)
    .orderBy("booking_status")
    .orderBy("booked_at")
    .orderBy("id")
    .$if(limit !== null, (select) => select.limit(limit ?? 0))
    .execute();
  return rows.map(({ id }) => id as BookingId);
}
