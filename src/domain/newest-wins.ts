import type { BookingStatus } from "./booking.ts";

/** The parts of a booking's state that have times; an attendee's name has none. */
export interface TimedState {
  readonly status: BookingStatus;
  readonly bookedAt: number;
  readonly tickets: readonly {
    readonly cancelledAt: number | null;
    readonly checkedInAt: number | null;
  }[];
}

/** An event of a booking's history. `details` is the JSON that its writer stored. */
export interface PastEvent {
  readonly kind: string;
  /** When it took effect. A move within a slot keeps the time of the status. */
  readonly at: number;
  readonly recordedAt: number;
  readonly details: string | null;
}

/** The state of a known booking in a line of a file. */
export interface LineState extends TimedState {
  /** When the line's own system last changed the booking; null where the line does not say. */
  readonly changedAt: number | null;
  /** Whether the line has another slot, host, activity or ticket type than the booking here. */
  readonly isElsewhere: boolean;
}

/**
 * Whether a line of a file is at least as new as the booking here, whose events are in the order of their
 * numbers (decision B210). The line's time is its `changed_at` or the latest time in its state.
 *
 * 1. A line older than the last change made here loses.
 * 2. At the time of that change, a line with other times loses, and so does one with another place where that
 *    change was a move. Otherwise the line can differ only in what that change did not touch, and wins.
 * 3. A line that says no `changed_at` wins otherwise.
 * 4. A line that says it has to be as new as the last line that was taken, and as the state here.
 */
export function isNewest(line: LineState, here: TimedState, events: readonly PastEvent[]): boolean {
  const { localAt, isMoved, fileChangedAt } = lastChanges(events);
  const lineAt = Math.max(line.changedAt ?? 0, latestTime(line));
  if (localAt !== null && lineAt < localAt) return false;
  if (localAt === lineAt && (!hasSameTimes(line, here) || (isMoved && line.isElsewhere))) {
    return false;
  }
  return line.changedAt === null || lineAt >= Math.max(fileChangedAt ?? 0, latestTime(here));
}

/** The latest time at which anything of the booking changed, for systems that take it over. */
export function changedAt(here: TimedState, events: readonly PastEvent[]): number {
  const { localAt, fileChangedAt } = lastChanges(events);
  return Math.max(latestTime(here), localAt ?? 0, fileChangedAt ?? 0);
}

/** The details that an import's event keeps of its line. */
export interface ImportDetails {
  readonly changed_at?: number;
  /** The line was older than the stored booking and replaced it on the operator's order. */
  readonly overwritten?: true;
}

/**
 * The last change made here that no file has overwritten, whether it was a move, and the `changed_at` of the
 * last line that was taken. The booking's creation is no such change, because no file can know the booking earlier, nor
 * are an offer and a reminder, which leave it as it is.
 */
function lastChanges(events: readonly PastEvent[]) {
  let localAt: number | null = null;
  let isMoved = false;
  let fileChangedAt: number | null = null;
  for (const { kind, at, recordedAt, details } of events) {
    if (kind === "imported" || kind === "updated") {
      const said = JSON.parse(details ?? "{}") as ImportDetails;
      fileChangedAt = said.changed_at ?? null;
      if (said.overwritten === true) localAt = null;
    } else if (!changesNothing.has(kind)) {
      const changed = Math.max(at, recordedAt);
      isMoved = kind === "moved" ? changed >= (localAt ?? 0) : isMoved && changed <= (localAt ?? 0);
      localAt = Math.max(localAt ?? 0, changed);
    }
  }
  return { localAt, isMoved, fileChangedAt };
}

/** Events that change no state: a booking's creation, and those that only report something. */
const changesNothing: ReadonlySet<string> = new Set([
  "booked",
  "offered",
  "offer-ended",
  "reminder-due",
]);

export function latestTime({ bookedAt, tickets }: TimedState): number {
  return tickets.reduce(
    (latest, { cancelledAt, checkedInAt }) => Math.max(latest, cancelledAt ?? 0, checkedInAt ?? 0),
    bookedAt,
  );
}

function hasSameTimes(one: TimedState, other: TimedState): boolean {
  return (
    one.status === other.status &&
    one.bookedAt === other.bookedAt &&
    one.tickets.length === other.tickets.length &&
    one.tickets.every(
      ({ cancelledAt, checkedInAt }, index) =>
        cancelledAt === other.tickets[index]?.cancelledAt &&
        checkedInAt === other.tickets[index].checkedInAt,
    )
  );
}
