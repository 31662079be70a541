import type { Attempt } from "./attempt.ts";

/**
 * A ticket type that becomes limited, or ceases to be, changes the seats of all its bookings. Finds
 * the slots of these bookings, also those that the file does not name.
 */
export async function findSwitchedLimits(attempt: Attempt): Promise<void> {
  const { scratch, yieldToEventLoop } = attempt;
  const types = findSwitchedTypes(scratch);
  if (types.length === 0) return;
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
    await keepBookings(attempt, type);
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
       where ticket_type.has_limited_capacity <> known_ticket_type.has_limited_capacity`,
    )
    .all() as unknown as SwitchedType[];
}

/** Locks the bookings: a change that holds one uses the old limit, and a later change the new one. */
async function keepBookings(attempt: Attempt, type: SwitchedType): Promise<void> {
  const { transaction, locked } = attempt;
  const kept = locked(bookingsOf(attempt, type).select("booking.id"), "booking");
  await transaction
    .selectFrom(kept.as("kept"))
    .select((select) => select.fn.countAll().as("total"))
    .execute();
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
