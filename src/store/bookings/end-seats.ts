import { sql, type Kysely, type RawBuilder } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BookingId } from "../../domain/booking.ts";
import { giveBackSeats, type SlotSeats } from "../../domain/seats.ts";
import type { AuditContext, Within } from "../accounts/audit.ts";
import { loadBookings } from "../write/load.ts";
import { eventOfOfferEnd } from "./events.ts";
import { letMoveUp } from "./move-up.ts";
import type { Engine } from "../engine.ts";
import { numberedBy } from "../keys.ts";
import { dialectOf } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { nextEndAt, SeatsDue } from "../write/held-seats.ts";
import { slotConditions, slotRow } from "../write/slot.ts";
import { writeRows } from "../write/write-batch.ts";

/** Which seats end in a slot. */
interface Ending {
  readonly slotNumber: number;
  /** Milliseconds UTC. */
  readonly now: number;
  /** Those that end by themselves until then; by default now. */
  readonly endsBy?: number;
  /** Only those for this contact: its holds, and the offers to its bookings. */
  readonly contactNumber?: number;
  /** Who ends them, where not their time does. */
  readonly by?: Pick<AuditContext, "actor" | "requestId">;
}

/** Each hold and offer of a slot, whenever it ends by itself. */
export const everyEnd = Number.MAX_SAFE_INTEGER;

type FreedSlot = Pick<Tables["slot"], "number" | "interaction_id" | "starting_at">;

/**
 * Ends what is due in a slot: each hold and offer once, under the slot's lock. Its seats are free then, and where the
 * campaign gives them by itself, the waitlist moves up in the same transaction. A booking whose offer ended stands behind all others from then on, because of the
 * row that stays (`lapsed`). Whoever comes second finds nothing to do. Returns how many have ended.
 */
export function endDueSeats(
  engine: Pick<Engine, "write">,
  accountId: AccountId,
  ending: Ending,
): Promise<number> {
  const { slotNumber, now } = ending;
  const audit = { ...(ending.by ?? { actor: "service" }), now };
  return engine.write(async (transaction) => {
    const within = { transaction, accountId, audit };
    const slot = await lockDueSlot(transaction, accountId, slotNumber);
    if (slot === undefined || slot.next_end_at === null) return 0;
    if (slot.next_end_at > (ending.endsBy ?? now)) return 0;
    const seats = { capacity: slot.capacity, taken: slot.taken, overbookedBy: slot.overbooked_by };
    const { ended, after, freesNone } = await endSeats(within, seats, ending);
    const freed = { after, freesNone };
    if (after.taken < seats.taken) await moveUp(within, { number: slotNumber, ...slot }, freed);
    return ended;
  });
}

/** Ends seats of a locked slot, and writes what is free then. `freesNone`: by the ends of offers alone. */
export async function endSeats(
  within: Within,
  seats: SlotSeats,
  ending: Ending,
): Promise<{ readonly ended: number; readonly after: SlotSeats; readonly freesNone: boolean }> {
  const { transaction, accountId } = within;
  const { slotNumber: number, now } = ending;
  const due = await readDue(transaction, accountId, ending);
  const freed = due.reduce((sum, { seats: own }) => sum + own, 0);
  const after = giveBackSeats(seats, freed);
  const rows = due.map(({ id, bookingId }) => ({
    isOffer: bookingId !== null,
    row: { id, state: "ended" as const, ended_at: now },
  }));
  await writeRows(transaction, accountId, now, {
    endedHolds: rows.flatMap(({ isOffer, row }) => (isOffer ? [] : [row])),
    endedOffers: rows.flatMap(({ isOffer, row }) => (isOffer ? [row] : [])),
    events: await eventsOfLapsed(within, due),
    slots: freed === 0 ? [] : [slotRow({ number }, after)],
  });
  await writeNextEnd(within, { number });
  const freesNone = due.every(({ bookingId }) => bookingId !== null);
  return { ended: due.length, after, freesNone };
}

/** Runs a transaction again where it found seats that are due, after these have ended. */
export async function afterDueSeats<T>(
  engine: Pick<Engine, "write">,
  accountId: AccountId,
  attempt: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof SeatsDue)) throw error;
      await endDueSeats(engine, accountId, error);
    }
  }
}

/** `Engine.write` for a transaction that locks slots. */
export function writeSeats<T>(
  engine: Pick<Engine, "write">,
  accountId: AccountId,
  work: (transaction: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return afterDueSeats(engine, accountId, () => engine.write(work));
}

async function lockDueSlot(transaction: Kysely<Tables>, accountId: AccountId, slotNumber: number) {
  const slot = transaction
    .selectFrom("slot")
    .select(["capacity", "taken", "overbooked_by", "next_end_at", "starting_at", "interaction_id"])
    .where((where) => where.and(slotConditions(accountId, { number: slotNumber })));
  return dialectOf(transaction).locked(slot, "slot").executeTakeFirst();
}

/** The live holds and offers of a locked slot that end, with the seats that each has taken. */
async function readDue(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  { slotNumber, now, endsBy = now, contactNumber }: Ending,
) {
  const rows = await transaction
    .selectFrom("hold")
    .innerJoin("ticket_type", numberedBy("ticket_type", "hold"))
    .select(["hold.id", "hold.booking_id", "hold.tickets", "ticket_type.has_limited_capacity"])
    .where("hold.account_id", "=", accountId)
    .where("hold.slot_number", "=", slotNumber)
    .where("hold.state", "=", "live")
    .where("hold.expires_at", "<=", endsBy)
    .$if(contactNumber !== undefined, (select) =>
      select.where(isFor(accountId, contactNumber ?? 0, "with offers")),
    )
    .orderBy("hold.expires_at")
    .orderBy("hold.id")
    .execute();
  return rows.map(({ id, booking_id: bookingId, tickets, has_limited_capacity: isLimited }) => ({
    id,
    bookingId,
    seats: isLimited === 1 ? tickets : 0,
  }));
}

/** The events of the bookings whose offers end. They are locked, because a cancel adds to their histories too. */
async function eventsOfLapsed(
  { transaction, accountId, audit }: Within,
  due: readonly { readonly bookingId: string | null }[],
) {
  const orders = due.flatMap(({ bookingId }) =>
    bookingId === null ? [] : [{ bookingId: bookingId as BookingId, idempotencyKey: null }],
  );
  if (orders.length === 0) return [];
  const { standing } = await loadBookings(transaction, accountId, orders, "waitlist");
  return [...standing.values()]
    .filter(({ booking }) => booking.status === "WAITLIST")
    .map(({ booking: { id }, lastEvent }) => eventOfOfferEnd({ id, lastEvent }, audit));
}

/** Writes when the first of a locked slot's holds and offers ends. */
export async function writeNextEnd(
  { transaction, accountId, audit }: Within,
  { number }: { readonly number: number },
): Promise<void> {
  const next = await nextEndAt(transaction, accountId, { number });
  const slotEnds = [{ number, next_end_at: next }];
  await writeRows(transaction, accountId, audit.now, { slotEnds });
}

async function moveUp(
  within: Within,
  { number, interaction_id, starting_at }: FreedSlot,
  { after: seats, freesNone }: { readonly after: SlotSeats; readonly freesNone: boolean },
): Promise<void> {
  const { transaction, accountId } = within;
  const campaign = await transaction
    .selectFrom("interaction")
    .select("number")
    .where("account_id", "=", accountId)
    .where("id", "=", interaction_id)
    .executeTakeFirstOrThrow();
  const slotKey = { number, interactionNumber: campaign.number, startingAt: starting_at };
  await letMoveUp(within, { slotKey, seats, freesNone });
}

/** The seats that are kept for a contact: its holds, or the offers to its bookings too. */
type KeptFor = "holds" | "with offers";

function isFor(accountId: AccountId, contactNumber: number, kept: KeptFor): RawBuilder<boolean> {
  const isHeld = sql<boolean>`hold.contact_number = ${contactNumber}`;
  if (kept === "holds") return isHeld;
  return sql<boolean>`(${isHeld} or hold.booking_id in (
    select booking.id
    from booking
    where booking.account_id = ${accountId}
    and booking.contact_number = ${contactNumber}
  ))`;
}

/** The slots in which seats are kept for a contact. */
export async function slotsKeptFor(
  database: Kysely<Tables>,
  accountId: AccountId,
  contactNumber: number,
  kept: KeptFor,
): Promise<number[]> {
  const rows = await database
    .selectFrom("hold")
    .select("slot_number")
    .distinct()
    .where("account_id", "=", accountId)
    .where("state", "=", "live")
    .where(isFor(accountId, contactNumber, kept))
    .execute();
  return rows.map((row) => row.slot_number);
}

/** Ends what is kept for a contact, each under the lock of its slot. */
export async function endSeatsOf(
  engine: Engine,
  accountId: AccountId,
  { actor, requestId, now }: AuditContext,
  contactNumber: number,
): Promise<void> {
  const by = { actor, ...(requestId !== undefined && { requestId }) };
  for (const slotNumber of await slotsKeptFor(
    engine.reads,
    accountId,
    contactNumber,
    "with offers",
  )) {
    await endDueSeats(engine, accountId, { slotNumber, now, endsBy: everyEnd, contactNumber, by });
  }
}
