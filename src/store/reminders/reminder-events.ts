import { formatInstant } from "../../domain/instant.ts";
import {
  isDue,
  type EventBefore,
  type Reminder,
  type ReminderDetails,
} from "../../domain/reminder.ts";
import type { Within } from "../accounts/audit.ts";
import { bindRows, keepStatement } from "../statement.ts";
import type { BatchRows } from "../write/batch-rows.ts";
import type { KeyedValues } from "../write/slot.ts";

/** A booking of which a moment has come. */
export interface DueBooking extends Reminder {
  readonly id: string;
}

export interface Reminded {
  readonly events: BatchRows["events"] & object;
  readonly busy: readonly DueBooking[];
}

/**
 * Locks those of these bookings that nobody else has locked, and makes the events of those that are reminded. Nobody is
 * waited for: `busy` are the others, which are asked again.
 */
export async function readReminded(
  { transaction, accountId, audit }: Within,
  due: readonly DueBooking[],
): Promise<Reminded> {
  const values = { accountId, ...bindRows(due.map(({ id }) => ({ id }))) };
  const [locked, live, history] = await Promise.all([
    lockFree(transaction, values),
    readLive(transaction, values),
    readHistory(transaction, values),
  ]);
  const free = new Map(locked.map((row) => [row.id, row]));
  const haveTickets = new Set(live.map(({ id }) => id));
  const histories = Map.groupBy(history, ({ id }) => id);
  const events = due.flatMap(({ id, ...reminder }) => {
    const stands = free.get(id);
    if (stands?.booking_status !== "CONFIRMED" || !haveTickets.has(id)) return [];
    if (stands.slot_starting_at !== reminder.startingAt) return [];
    const details = detailsOfReminder(reminder);
    const before = histories.get(id) ?? [];
    return isDue(reminder, details, before)
      ? [eventOfReminder(id, before, details, audit.now)]
      : [];
  });
  return { events, busy: due.filter(({ id }) => !free.has(id)) };
}

export function detailsOfReminder({ minutes, startingAt }: Reminder): ReminderDetails {
  return { minutes_before: minutes, slot_starting_at: formatInstant(startingAt) };
}

function eventOfReminder(
  bookingId: string,
  before: readonly (EventBefore & { readonly number: number })[],
  details: ReminderDetails,
  now: number,
) {
  // A delivery finds the event of its reminder by the time.
  const told = before.filter(({ kind }) => kind === "reminder-due");
  const at = Math.max(now, ...told.map(({ recordedAt }) => recordedAt + 1));
  return {
    booking_id: bookingId,
    number: Math.max(0, ...before.map(({ number }) => number)) + 1,
    kind: "reminder-due" as const,
    booking_status: "CONFIRMED" as const,
    at,
    recorded_at: at,
    actor: "service",
    request_id: null,
    details: JSON.stringify(details),
  };
}

const lockFree = keepStatement((database, values: KeyedValues, { inputRows, lockedIfFree }) =>
  lockedIfFree(
    database
      .selectFrom(inputRows(values, { id: "uuid" }))
      .crossJoin("booking")
      .select(["booking.id", "booking.booking_status", "booking.slot_starting_at"])
      .where("booking.account_id", "=", values.accountId)
      .whereRef("booking.id", "=", "input_rows.id"),
    ["booking"],
  ),
);

const readLive = keepStatement((database, values: KeyedValues, { inputRows }) =>
  database
    .selectFrom(inputRows(values, { id: "uuid" }))
    .crossJoin("ticket")
    .select("ticket.booking_id as id")
    .where("ticket.account_id", "=", values.accountId)
    .whereRef("ticket.booking_id", "=", "input_rows.id")
    .where("ticket.cancelled_at", "is", null),
);

const readHistory = keepStatement((database, values: KeyedValues, { inputRows }) =>
  database
    .selectFrom(inputRows(values, { id: "uuid" }))
    .crossJoin("booking_event as event")
    .select(["event.booking_id as id", "event.number", "event.kind", "event.details"])
    .select("event.recorded_at as recordedAt")
    .where("event.account_id", "=", values.accountId)
    .whereRef("event.booking_id", "=", "input_rows.id"),
);
