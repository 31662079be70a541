import type { BookingStatus } from "./booking.ts";

/** A booking's state as far as it has times: an attendee's name has none. */
export interface TimedState {
  readonly status: BookingStatus;
  readonly bookedAt: number;
  readonly tickets: readonly {
    readonly cancelledAt: number | null;
    readonly checkedInAt: number | null;
  }[];
}

/** An event of a booking's history. `details` is what the event's writer kept, as JSON. */
export interface PastEvent {
  readonly kind: string;
  readonly at: number;
  readonly details: string | null;
}

/** What a line of a file says of a known booking. */
export interface LineState extends TimedState {
  /** When the line's own system last changed anything of the booking; null where it does not say. */
  readonly changedAt: number | null;
}

/**
 * Whether a line of a file is at least as new as the booking here, whose events are in the order of
 * their numbers (decision B210). What happened here after the line's time stands. At the same time
 * stands what happened here, while names and places, which have no time, are the line's.
 */
export function isNewest(line: LineState, here: TimedState, events: readonly PastEvent[]): boolean {
  const { localAt, fileChangedAt } = lastChanges(events);
  const lineAt = Math.max(line.changedAt ?? 0, latestTime(line));
  if (localAt !== null && lineAt < localAt) return false;
  if (localAt === lineAt && !hasSameTimes(line, here)) return false;
  return line.changedAt === null || lineAt >= Math.max(fileChangedAt ?? 0, latestTime(here));
}

/** The latest moment at which anything of the booking changed, for whoever takes it over. */
export function changedAt(here: TimedState, events: readonly PastEvent[]): number {
  const { localAt, fileChangedAt } = lastChanges(events);
  return Math.max(latestTime(here), localAt ?? 0, fileChangedAt ?? 0);
}

/** What an import keeps in an event of what its line said. */
export interface ImportDetails {
  readonly changed_at?: number;
  /** The line was older than what stood here, and was to win nevertheless. */
  readonly overwritten?: true;
}

/**
 * The last change that was made here and that no file overwrote since, and the `changed_at` of the
 * last line that was taken. A file cannot know a booking before it was made, so that is no change.
 */
function lastChanges(events: readonly PastEvent[]) {
  let localAt: number | null = null;
  let fileChangedAt: number | null = null;
  for (const { kind, at, details } of events) {
    if (kind === "imported" || kind === "updated") {
      const said = JSON.parse(details ?? "{}") as ImportDetails;
      fileChangedAt = said.changed_at ?? null;
      if (said.overwritten === true) localAt = null;
    } else if (kind !== "booked") localAt = Math.max(localAt ?? 0, at);
  }
  return { localAt, fileChangedAt };
}

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
