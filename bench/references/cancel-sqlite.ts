import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import {
  actor,
  cancelAnswer,
  decideCancel,
  outcomeOf,
  readBookings,
  refusedAnswer,
  serveOrders,
  type CancelRow,
} from "./cancel-decision.ts";
import { gather } from "./gather.ts";

/** Runs the statements of the service's cancel, each compiled once, with the service's durability. */
export function serveCancels(path: string, commits: "single" | "batched"): void {
  const database = new DatabaseSync(path);
  database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on");
  const cancel = cancelOn(database);
  const insertOutcome = database.prepare(`
    insert into outcome (account_id, client_id, idempotency_key, booking_id, answer, created_at)
    values (1, '', ?, ?, ?, ?)`);
  const carryOut = (ids: readonly string[]) => {
    database.exec("begin immediate");
    const now = Date.now();
    const done = ids.map((id) => cancel(id, now));
    const one = ids[done.indexOf(true)];
    if (one !== undefined) {
      insertOutcome.run(randomUUID(), one, outcomeOf(done.filter(Boolean).length), now);
    }
    database.exec("commit");
    return done.map((isDone) => (isDone ? cancelAnswer : refusedAnswer));
  };
  const order =
    commits === "batched" ? gather(carryOut) : async (id: string) => carryOut([id])[0] ?? "";
  serveOrders(order);
}

function cancelOn(database: DatabaseSync): (id: string, now: number) => boolean {
  const read = database.prepare(`${readBookings}
    and booking.id = ?`);
  const updateBooking = database.prepare(`
    update booking
    set booking_status = 'CANCELLED', booked_at = ?
    where account_id = 1
    and contact_id = ?
    and slot_starting_at = ?
    and id = ?`);
  const updateTickets = database.prepare(`
    update ticket
    set cancelled_at = ?
    where account_id = 1
    and booking_id = ?
    and cancelled_at is null`);
  const insertEvent = database.prepare(`
    insert into booking_event (
      account_id, booking_id, number, kind, booking_status, at, recorded_at, actor, details
    )
    select 1, ?1, coalesce(max(number), 0) + 1, 'cancelled', 'CANCELLED', ?2, ?2, ?3, ?4
    from booking_event
    where account_id = 1
    and booking_id = ?1`);
  const updateSlot = database.prepare(`
    update slot
    set
      taken = taken - ?1,
      overbooked_by = max(0, min(overbooked_by, taken - ?1 - capacity))
    where account_id = 1
    and interaction_id = ?2
    and activity_id = ?3
    and host_id = ?4
    and starting_at = ?5`);

  return (id, now) => {
    const cancelled = decideCancel(read.all(id) as unknown as CancelRow[], now);
    if (cancelled === null) return false;
    const { row, seats, details } = cancelled;
    updateBooking.run(Math.max(now, row.booked_at), row.contact_id, row.slot_starting_at, id);
    updateTickets.run(now, id);
    insertEvent.run(id, now, actor, details);
    if (seats > 0) {
      updateSlot.run(seats, row.interaction_id, row.activity_id, row.host_id, row.slot_starting_at);
    }
    return true;
  };
}
