/**
 * Reminders: a campaign says how many minutes before a start its bookings get a `reminder-due` event. A booking gets one
 * for each start and number, where it was CONFIRMED for that start at the moment itself.
 */

import { isObject } from "./json.ts";

/** Minutes before the start. */
export const reminderMinMinutes = 5;
export const reminderMaxMinutes = 43_200;
/** Reminders of one campaign. */
export const remindersMax = 3;

/**
 * A moment is looked at so long after it has come: most of what was decided before it is committed by then. What commits
 * in the next minute and a half is found by the looks after it: PostgreSQL ends a request's write after four seconds, and
 * a task's wait for a lock after a minute.
 */
export const reminderSettlesMs = 1_000;
const looksAgainMs = [4_000, 90_000] as const;
/** A moment that is older is done with. */
export const reminderWatchedMs = looksAgainMs[1];

/** What a reminder is of. Instants are milliseconds UTC. */
export interface Reminder {
  readonly startingAt: number;
  readonly minutes: number;
}

export function momentOf({ startingAt, minutes }: Reminder): number {
  return startingAt - minutes * 60_000;
}

/** When a moment is looked at again after a look at `now`; null where it is done with. */
export function nextLook(moment: number, now: number): number | null {
  return looksAgainMs.map((ms) => moment + ms).find((at) => at > now) ?? null;
}

/** An event of a booking's history. `details` is the JSON that its writer stored. */
export interface EventBefore {
  readonly kind: string;
  readonly recordedAt: number;
  readonly details: string | null;
}

/** The details of the event of a reminder. */
export interface ReminderDetails {
  readonly minutes_before: number;
  /** As an instant's text: a booking that moves is reminded of its other start. */
  readonly slot_starting_at: string;
}

/**
 * Whether a CONFIRMED booking of this start is reminded now: it has not been, and all that made it CONFIRMED there
 * happened up to the moment.
 */
export function isDue(
  reminder: Reminder,
  { slot_starting_at: start, minutes_before: minutes }: ReminderDetails,
  history: readonly EventBefore[],
): boolean {
  const moment = momentOf(reminder);
  return history.every(({ kind, recordedAt, details }) => {
    if (kind === "reminder-due") {
      const told = detailsOf(details);
      return told["slot_starting_at"] !== start || told["minutes_before"] !== minutes;
    }
    return recordedAt <= moment || !hasEntered(kind, detailsOf(details));
  });
}

/** Whether an event made its booking CONFIRMED, or gave it another start. */
function hasEntered(kind: string, details: Readonly<Record<string, unknown>>): boolean {
  if (kind === "booked" || kind === "imported" || kind === "promoted") return true;
  const { booking_status: statuses, from, to, moved } = details;
  if (Array.isArray(statuses) && statuses[0] !== "CONFIRMED") return true;
  const places = isObject(moved) ? moved : { from, to };
  return startOf(places["from"]) !== startOf(places["to"]);
}

function startOf(place: unknown): unknown {
  return isObject(place) ? place["slot_starting_at"] : undefined;
}

function detailsOf(details: string | null): Readonly<Record<string, unknown>> {
  const read: unknown = JSON.parse(details ?? "{}");
  return isObject(read) ? read : {};
}
