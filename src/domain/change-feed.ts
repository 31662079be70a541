import type { BookingEventKind } from "./booking-states.ts";
import type { BookingStatus } from "./booking.ts";

/**
 * The feed of an account's changes: each committed event has one position, counted from 1, in the
 * order in which readers found the events. Positions are dense and never change.
 */
export interface ChangeFeed {
  /** Positions before it are kept no more. */
  readonly firstPosition: number;
  readonly lastPosition: number;
  /** Oldest first; at least one. */
  readonly epochs: readonly Epoch[];
}

/**
 * A course that the database has taken. A copy, a restored backup and a failover begin a new epoch
 * after the position that they have. Up to there the feed is the same for cursors of both epochs; of
 * what follows, an older cursor may have seen something else.
 */
export interface Epoch {
  readonly id: string;
  readonly after: number;
}

/** The last position that a reader has seen, and in which epoch. */
export interface ChangeCursor {
  readonly epoch: string;
  readonly position: number;
}

/**
 * Where to begin: after a cursor, with the oldest change that is kept, or with the next one. `lately`
 * is now, or earlier where very many changes were made since anybody read the feed.
 */
export type ChangesStart = ChangeCursor | "start" | "now" | "lately";

/** The text of a cursor, opaque to the reader that sends it back. */
export function formatChangeCursor({ epoch, position }: ChangeCursor): string {
  return `${epoch}-${position}`;
}

/** Null for a text that is no cursor. */
export function parseChangeCursor(text: string): ChangeCursor | null {
  const [, epoch, digits] = /^([0-9a-f]{12})-(0|[1-9]\d{0,14})$/.exec(text) ?? [];
  return epoch === undefined ? null : { epoch, position: Number(digits) };
}

/** The cursor of a position; of the last one by default. */
export function cursorAt(feed: ChangeFeed, position = feed.lastPosition): ChangeCursor {
  const epoch = feed.epochs.at(-1);
  if (epoch === undefined) throw new Error("A feed has an epoch.");
  return { epoch: epoch.id, position };
}

/**
 * The position after which to read. Null for a cursor that is not good any more: what follows it is
 * not kept, or it has seen a course of the database that this one has not taken.
 */
export function positionOf(feed: ChangeFeed, start: ChangesStart): number | null {
  if (start === "now" || start === "lately") return feed.lastPosition;
  if (start === "start") return feed.firstPosition - 1;
  const index = feed.epochs.findIndex(({ id }) => id === start.epoch);
  if (index === -1 || start.position < feed.firstPosition - 1) return null;
  const end = feed.epochs[index + 1]?.after ?? feed.lastPosition;
  return start.position <= end ? start.position : null;
}

/** How many epochs are remembered; a cursor of an older one is refused. */
const epochsMax = 50;

export function withNewEpoch({ epochs, lastPosition }: ChangeFeed, id: string): readonly Epoch[] {
  return [...epochs, { id, after: lastPosition }].slice(-epochsMax);
}

/** An event without a position. */
export interface UnplacedEvent {
  /** The booking or the slot that it happened to. */
  readonly of: string;
  /** In the history of a booking. */
  readonly number: number;
  readonly recordedAt: number;
}

/**
 * The order in which events get their positions: by time, and a booking's own in the order of its
 * history, whatever the clocks of several machines say.
 */
export function inFeedOrder<Event extends UnplacedEvent>(events: readonly Event[]): Event[] {
  const histories = Map.groupBy(events, ({ of }) => of);
  for (const [of, history] of histories) {
    histories.set(
      of,
      history.toSorted((one, other) => other.number - one.number),
    );
  }
  return events
    .toSorted((one, other) => one.recordedAt - other.recordedAt)
    .flatMap(({ of }) => histories.get(of)?.pop() ?? []);
}

/** What the feed calls a change. */
export type ChangeKind = (typeof kinds)[BookingEventKind] | "waitlisted" | "capacity-changed";

const kinds = {
  imported: "imported",
  updated: "imported",
  booked: "booked",
  promoted: "promoted",
  moved: "moved",
  cancelled: "cancelled",
  "ticket-cancelled": "ticket-cancelled",
  "checked-in": "checked-in",
  "check-in-undone": "check-in-undone",
  "contact-erased": "contact-erased",
} as const satisfies Record<BookingEventKind, string>;

/** What the feed calls an event of a booking. A later release may have events of other kinds. */
export function changeOfEvent(kind: BookingEventKind, status: BookingStatus): ChangeKind {
  return kind === "booked" && status === "WAITLIST" ? "waitlisted" : (kinds[kind] ?? kind);
}
