import type { AccountId } from "../../domain/account.ts";
import type { BookingId } from "../../domain/booking.ts";
import { decideErasure, type Upcoming } from "../../domain/contact.ts";
import { type ErasureRefusal, isRefused, type Refused } from "../../domain/refusal.ts";
import { giveBackSeats, type SlotSeats } from "../../domain/seats.ts";
import { mayLetOthersMoveUp } from "../../domain/waitlist.ts";
import { recordAudit, type AuditContext, type Within } from "../accounts/audit.ts";
import type { Engine } from "../engine.ts";
import { dialectOf } from "../statement.ts";
import { loadBookings, type LoadedBooking, type Locking, readUnlocked } from "../write/load.ts";
import { inLockingOrder, lockSlot } from "../write/slot.ts";
import { runUntilLocked, type RunAgain } from "../write/run-again.ts";
import { writeRows } from "../write/write-batch.ts";
import { seatsFreedBy } from "../bookings/offers.ts";
import { cancelLocked, type Cancelled } from "../bookings/cancel-locked.ts";
import { type ContactKey, contactConditions, withoutImport } from "./contacts.ts";
import { endSeatsOf, slotsKeptFor, writeNextEnd } from "../bookings/end-seats.ts";
import { eraseIdentity } from "./erase-identity.ts";
import { letMoveUp } from "../bookings/move-up.ts";

export interface ErasureOrder {
  readonly of: ContactKey;
  readonly newExternalId: string;
  /** Null where nobody has said: the erasure is refused where there are live bookings to come. */
  readonly upcoming: Upcoming | null;
  /** Changes nothing, and decides by what is committed now. */
  readonly dryRun: boolean;
}

/** How many bookings the contact has, and how many of them the erasure cancelled. */
export interface Erasure {
  readonly bookings: number;
  readonly cancelled: number;
}

type Answer = Erasure | Refused<ErasureRefusal>;

const unknown = { refused: { why: "unknown-contact" } } as const;

/**
 * Erases a contact's personal data: the external id, the attendees' names, and both in histories. The
 * bookings stay without a name, because seats, waitlists and histories have to add up (P6). Live bookings to
 * come are cancelled in the same transaction, all or none of them, and their seats go to those who wait where the campaign
 * gives them by itself.
 *
 * The locks are taken in the order of all transactions: the account, whose lock an import has while it remembers which contact
 * each booking belongs to; the contact, as by what gives it tickets (`readBookedType`) and by a merge; its CONFIRMED and
 * CANCELLED bookings, the slots of what is cancelled, and entries of their waitlists. Where nothing is cancelled, entries are
 * locked without their slots.
 */
export async function eraseContact(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  order: ErasureOrder,
): Promise<Answer> {
  if (order.dryRun) return preview({ transaction: engine.reads, accountId, audit }, order);
  for (;;) {
    const erased = await runUntilLocked(() =>
      withoutImport(engine, accountId, "The contact was not erased", (of) =>
        erase({ transaction: of, accountId, audit }, order),
      ),
    );
    if (!("keptFor" in erased)) return erased;
    await endSeatsOf(engine, accountId, audit, erased.keptFor);
  }
}

/** What is kept for the contact ends first, each under the lock of its slot. A cancel ends its booking's offer itself. */
interface SeatsLeft {
  readonly keptFor: number;
}

async function erase(within: Within, order: ErasureOrder): Promise<Answer | RunAgain | SeatsLeft> {
  const { transaction, accountId, audit } = within;
  const contact = await findRow(within, order.of, true);
  if (contact === null) return unknown;
  const locked = await lockAll(within, contact.number, order.upcoming === "cancel");
  if (locked === "run again") return locked;
  const { bookings, slots } = locked;
  const decided = decide(within, bookings, order);
  if (isRefused<ErasureRefusal>(decided)) return decided;
  const kept = order.upcoming === "cancel" ? "holds" : "with offers";
  const slotsLeft = await slotsKeptFor(transaction, accountId, contact.number, kept);
  if (slotsLeft.length > 0) return { keptFor: contact.number };
  await cancelAll(within, decided, slots);
  const { newExternalId } = order;
  const erased = await eraseIdentity(within, { ...contact, newExternalId });
  await recordAudit(transaction, audit, "contact erased", accountId, `contact ${contact.id}`, {
    attendees_named: erased?.attendeesNamed ?? 0,
    ...(decided.length > 0 && { cancelled: decided.length }),
  });
  return { bookings: bookings.length, cancelled: decided.length };
}

/** Decides by the same rule, without a lock. */
async function preview(within: Within, order: ErasureOrder): Promise<Answer> {
  const contact = await findRow(within, order.of, false);
  if (contact === null) return unknown;
  const ids = (await standings(within, contact.number)).map(({ id }) => id);
  const bookings = await readUnlocked(within.transaction, within.accountId, ids);
  const decided = decide(within, bookings, order);
  if (isRefused<ErasureRefusal>(decided)) return decided;
  return { bookings: bookings.length, cancelled: decided.length };
}

/** The bookings that the erasure cancels. */
function decide(
  { audit }: Within,
  bookings: readonly LoadedBooking[],
  { upcoming }: ErasureOrder,
): LoadedBooking[] | Refused<ErasureRefusal> {
  const known = new Map(bookings.map((found) => [found.booking, found]));
  const decided = decideErasure([...known.keys()], upcoming, audit.now);
  return isRefused<ErasureRefusal>(decided)
    ? decided
    : decided.cancelled.map((booking) => known.get(booking) as LoadedBooking);
}

async function findRow(
  { transaction, accountId }: Within,
  of: ContactKey,
  locks: boolean,
): Promise<{ readonly id: string; readonly number: number } | null> {
  const found = transaction
    .selectFrom("contact")
    .select(["id", "number"])
    .where((where) => where.and(contactConditions(accountId, of)));
  const row = await (
    locks ? dialectOf(transaction).locked(found, "contact") : found
  ).executeTakeFirst();
  return row ?? null;
}

/** A contact's bookings under lock, and the slots of those that may be cancelled. */
interface LockedContact {
  readonly bookings: readonly LoadedBooking[];
  /** By the slot's number. */
  readonly slots: ReadonlyMap<number, SlotSeats>;
}

/** Locks the bookings of a contact, whose lock the transaction has; `cancels`: with the slots of those to come. */
async function lockAll(
  within: Within,
  contactNumber: number,
  cancels: boolean,
): Promise<LockedContact | RunAgain> {
  const all = await standings(within, contactNumber);
  const isEntry = ({ status }: Standing) => cancels && status === "WAITLIST";
  const holders = await load(
    within,
    all.filter((each) => !isEntry(each)),
    "booking",
  );
  // One that has joined the waitlist has to be locked after its slot.
  if (cancels && holders.some(waits)) return "run again";
  const entries = all.filter(isEntry);
  const ids = entries.map(({ id }) => id);
  const queued = await readUnlocked(within.transaction, within.accountId, ids);
  const toCome = [...holders, ...queued].filter(
    ({ booking: { status, slotStartingAt } }) =>
      status !== "CANCELLED" && slotStartingAt > within.audit.now,
  );
  const slots = cancels ? await lockSlotsOf(within, toCome) : new Map<number, SlotSeats>();
  const waiting = await load(within, entries, "waitlist");
  // Another transaction changed an entry before its slot was locked.
  if (!waiting.every(waits)) return "run again";
  return { bookings: [...holders, ...waiting], slots };
}

function waits({ booking }: LoadedBooking): boolean {
  return booking.status === "WAITLIST";
}

type Standing = Awaited<ReturnType<typeof standings>>[number];

async function standings({ transaction, accountId }: Within, contactNumber: number) {
  const rows = await transaction
    .selectFrom("booking")
    .select(["id", "booking_status as status"])
    .where("account_id", "=", accountId)
    .where("contact_number", "=", contactNumber)
    .execute();
  return rows.map(({ id, status }) => ({ id: id as BookingId, status }));
}

async function load(
  { transaction, accountId }: Within,
  some: readonly Standing[],
  locking: Locking,
): Promise<LoadedBooking[]> {
  if (some.length === 0) return [];
  const orders = some.map(({ id: bookingId }) => ({ bookingId, idempotencyKey: null }));
  const { standing } = await loadBookings(transaction, accountId, orders, locking);
  return [...standing.values()];
}

async function lockSlotsOf(
  { transaction, accountId, audit }: Within,
  bookings: readonly LoadedBooking[],
): Promise<Map<number, SlotSeats>> {
  const keys = new Map(bookings.map(({ slotKey }) => [slotKey.number, slotKey]));
  const slots = new Map<number, SlotSeats>();
  for (const slotKey of [...keys.values()].toSorted(inLockingOrder)) {
    const seats = await lockSlot(transaction, accountId, slotKey, audit.now);
    if (seats === null) throw new Error("A booking's slot is missing.");
    slots.set(slotKey.number, seats);
  }
  return slots;
}

/** Cancels locked bookings, and gives their seats to those who wait where the campaign promotes by itself. */
async function cancelAll(
  within: Within,
  bookings: readonly LoadedBooking[],
  slots: LockedContact["slots"],
): Promise<void> {
  const { transaction, accountId, audit } = within;
  const seatsOf = ({ slotKey }: LoadedBooking) => slots.get(slotKey.number) ?? null;
  const locked = bookings.map((found) => ({ ...found, seats: seatsOf(found) }));
  const { rows, cancelled } = cancelLocked(locked, audit, {
    because: "contact-erased",
    reason: null,
  });
  await writeRows(transaction, accountId, audit.now, rows);
  const letting = cancelled.filter(({ booking, change }) => mayLetOthersMoveUp(booking, change));
  const inOrder = letting.toSorted((one, other) => inLockingOrder(one.slotKey, other.slotKey));
  for (const some of Map.groupBy(inOrder, ({ slotKey }) => slotKey.number).values()) {
    const [{ slotKey, seats }] = some as [Cancelled];
    if (seats === null) throw new Error("A slot whose seats become free is locked.");
    const freed = some.reduce((sum, found) => sum + seatsFreedBy(found, found.change), 0);
    // An entry moves up no earlier than the seat became free.
    const at = Math.max(audit.now, ...some.map(({ change }) => change.bookedAt));
    if (some.some(({ offer }) => offer?.isLive)) await writeNextEnd(within, slotKey);
    await letMoveUp(within, { slotKey, seats: giveBackSeats(seats, freed) }, at);
  }
}
