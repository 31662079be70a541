import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import {
  actor,
  cancelAnswer,
  decideCancel,
  outcomeOf,
  refusedAnswer,
  serveOrders,
  type CancelRow,
} from "./cancel-decision.ts";
import { cancelStatements } from "./cancel-sqlite-statements.ts";
import { gather } from "./gather.ts";

/** Runs the statements of the service's cancel, each compiled once, with the service's durability. */
export function serveCancels(path: string, commits: "single" | "batched"): void {
  const database = new DatabaseSync(path);
  database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on");
  const cancel = cancelOn(database);
  const insertOutcome = database.prepare(cancelStatements.outcome);
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
  const read = database.prepare(cancelStatements.read);
  const updateBooking = database.prepare(cancelStatements.booking);
  const updateTickets = database.prepare(cancelStatements.tickets);
  const insertEvent = database.prepare(cancelStatements.event);
  const updateSlot = database.prepare(cancelStatements.slot);

  return (id, now) => {
    const cancelled = decideCancel(read.all(id) as unknown as CancelRow[], now);
    if (cancelled === null) return false;
    const { row, seats, details } = cancelled;
    updateBooking.run(Math.max(now, row.booked_at), row.contact_number, row.slot_starting_at, id);
    updateTickets.run(now, id);
    insertEvent.run(id, now, actor, details);
    if (seats > 0) {
      updateSlot.run(seats, row.slot_number);
    }
    return true;
  };
}
