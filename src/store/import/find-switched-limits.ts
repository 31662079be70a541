import { ChangedMeanwhile, type Attempt } from "./attempt.ts";
import { lockNamedSlots, type ActivityKey } from "./load-slots.ts";

/**
 * A ticket type that becomes limited, or ceases to be, changes the seats of all its bookings. Finds
 * the slots of these bookings, also those that the file does not name.
 */
export async function findSwitchedLimits(attempt: Attempt): Promise<void> {
  const { scratch, yieldToEventLoop } = attempt;
  const types = findSwitchedTypes(scratch);
  if (types.length === 0) return;
  if (attempt.holdsLocks) await lockSeats(attempt, types);
  const nameSlot = scratch.prepare(
    "insert or ignore into slot (activity_no, host, starting_at) values (?, ?, ?)",
  );
  const change = scratch.prepare(`
    insert into found_seat_change
    select no, ?, ?
    from slot
    where activity_no = ?
    and host = ?
    and starting_at = ?`);
  for (const type of types) {
    for (const row of await liveTicketsBySlot(attempt, type)) {
      const seats = row.live * (type.hasLimitedCapacity === 1 ? 1 : -1);
      nameSlot.run(type.activityNo, row.host_id, row.slot_starting_at);
      change.run(seats, type.line, type.activityNo, row.host_id, row.slot_starting_at);
    }
    await yieldToEventLoop();
  }
}

interface SwitchedType {
  readonly line: number;
  readonly activityNo: number;
  readonly interactionId: string;
  readonly activityId: string;
  readonly id: string;
  readonly hasLimitedCapacity: 0 | 1;
}

export function findSwitchedTypes(scratch: Attempt["scratch"]): SwitchedType[] {
  if (scratch.lines("ticket_type") === 0) return [];
  return scratch
    .prepare(
      `select
         ticket_type.line,
         ticket_type.activity_no as activityNo,
         known_interaction.id as interactionId,
         activity.id as activityId,
         ticket_type.id,
         ticket_type.has_limited_capacity as hasLimitedCapacity
       from ticket_type
       join known_ticket_type using (activity_no, id)
       join activity on activity.no = ticket_type.activity_no
       join known_interaction on known_interaction.no = activity.interaction_no
       where ticket_type.has_limited_capacity <> known_ticket_type.has_limited_capacity
       order by known_interaction.id, activity.id, ticket_type.id`,
    )
    .all() as unknown as SwitchedType[];
}

/**
 * Locks what the seats of these types depend on: the CONFIRMED bookings, then all slots of their activities,
 * because a booking is locked before its slot. A change that holds one of them uses the old limit. A later one
 * uses the new limit: a cancel reads it under the lock of its booking, and what takes a seat under that of the
 * slot. No slot is added meanwhile, because that takes the account's lock.
 */
async function lockSeats(attempt: Attempt, types: readonly SwitchedType[]): Promise<void> {
  for (const type of types) await lockBookings(attempt, type, "waiting");
  await lockSlotsOf(attempt, types);
  for (const type of types) {
    // Bookings may have been made between these two steps. A cancel that holds one waits for its slot, so the
    // import does not wait for the cancel.
    const kept = await lockBookings(attempt, type, "free");
    const { total } = await bookingsOf(attempt, type)
      .select((select) => select.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    if (kept < total) throw new ChangedMeanwhile();
  }
}

/** Returns how many bookings it has locked; with `free`, those that no other transaction holds. */
async function lockBookings(
  attempt: Attempt,
  type: SwitchedType,
  locking: "waiting" | "free",
): Promise<number> {
  const { transaction, locked, lockedIfFree } = attempt;
  const ids = bookingsOf(attempt, type).select("booking.id");
  const kept = locking === "free" ? lockedIfFree(ids, ["booking"]) : locked(ids, "booking");
  const { total } = await transaction
    .selectFrom(kept.as("kept"))
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * Locks all slots of the types' activities, in the order of every transaction. The other slots that the file names
 * are locked in between, because the import locks those that change at its end.
 */
async function lockSlotsOf(attempt: Attempt, types: readonly SwitchedType[]): Promise<void> {
  const { transaction, locked, accountId } = attempt;
  const activities = new Map(types.map((type) => [type.activityNo, type]));
  let after: ActivityKey | null = null;
  for (const { interactionId, activityId } of activities.values()) {
    const activity: ActivityKey = [interactionId, activityId];
    await lockNamedSlots(attempt, after, activity);
    const slots = transaction
      .selectFrom("slot")
      .select("slot.starting_at")
      .where("slot.account_id", "=", accountId)
      .where("slot.interaction_id", "=", interactionId)
      .where("slot.activity_id", "=", activityId)
      .orderBy("slot.host_id")
      .orderBy("slot.starting_at");
    await locked(slots, "slot").execute();
    after = activity;
  }
  await lockNamedSlots(attempt, after, null);
}

// The statement reads all bookings of the account. An index from ticket types to bookings would cost
// every booking a write, for a change that is rare.
function bookingsOf({ transaction, accountId }: Attempt, type: SwitchedType) {
  return transaction
    .selectFrom("booking")
    .where("booking.account_id", "=", accountId)
    .where("booking.interaction_id", "=", type.interactionId)
    .where("booking.activity_id", "=", type.activityId)
    .where("booking.ticket_type_id", "=", type.id)
    .where("booking.booking_status", "=", "CONFIRMED");
}

function liveTicketsBySlot(attempt: Attempt, type: SwitchedType) {
  return bookingsOf(attempt, type)
    .innerJoin("ticket", (join) =>
      join
        .onRef("ticket.account_id", "=", "booking.account_id")
        .onRef("ticket.booking_id", "=", "booking.id"),
    )
    .select((select) => [
      "booking.host_id",
      "booking.slot_starting_at",
      select.fn.countAll<number>().as("live"),
    ])
    .where("ticket.cancelled_at", "is", null)
    .groupBy("booking.host_id")
    .groupBy("booking.slot_starting_at")
    .execute();
}
