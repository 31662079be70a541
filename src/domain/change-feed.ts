import type { BookingEventKind, BookingStatus } from "./booking.ts";

/**
 * The feed of an account's changes: each event that was recorded since the feed's first reading gets one position, counted
 * from 1, when a reader finds it committed. Events that are found together are ordered by time (`inFeedOrder`); an event
 * that is found later stands behind them. Positions are dense and never change.
 */
export interface ChangeFeed {
  /** Positions before this one are no longer kept. */
  readonly firstPosition: number;
  readonly lastPosition: number;
  /** Oldest first; at least one. */
  readonly epochs: readonly Epoch[];
}

/**
 * A timeline of the database. A copy, a restored backup, a failover and a start of PostgreSQL each begin a new
 * epoch after their last position. Up to there, cursors of both epochs have seen the same events; after it, an
 * older cursor may have seen others.
 */
export interface Epoch {
  readonly id: string;
  readonly after: number;
}

/** The last position that a reader has seen, and what the feed was then. */
export interface ChangeCursor {
  readonly epoch: string;
  readonly position: number;
  /**
   * The feed's last position when the changes had been read. A change comes with its booking's current state,
   * so its reader has seen what later changes up to here did.
   */
  readonly horizon: number;
  /** The digest of the event at the horizon, which differs where the database's files were put back. */
  readonly digest: string;
}

/**
 * Where a read begins: after a cursor, at the oldest change that is kept, or after now.
 */
export type ChangesStart = ChangeCursor | "start" | "now";

/** The text of a cursor, opaque to the reader that sends it back. */
export function formatChangeCursor({ epoch, position, horizon, digest }: ChangeCursor): string {
  return `${epoch}-${position}-${horizon}-${digest}`;
}

/** Parses a cursor; null for a text that is none. */
export function parseChangeCursor(text: string): ChangeCursor | null {
  const [, epoch, digits, horizonDigits, digest] = cursorForm.exec(text) ?? [];
  if (epoch === undefined || digest === undefined) return null;
  const [position, horizon] = [Number(digits), Number(horizonDigits)];
  return position <= horizon ? { epoch, position, horizon, digest } : null;
}

const cursorForm = /^([0-9a-f]{12})-(0|[1-9]\d{0,14})-(0|[1-9]\d{0,14})-([0-9a-f]{12})$/;

/** The epoch of new cursors. */
export function presentEpoch({ epochs }: ChangeFeed): string {
  const epoch = epochs.at(-1);
  if (epoch === undefined) throw new Error("A feed has an epoch.");
  return epoch.id;
}

/**
 * The position after which to read. Null for a cursor that is no longer valid: the events after it are no
 * longer kept, or its reader has seen a timeline that is not this database's.
 */
export function positionOf(feed: ChangeFeed, start: ChangesStart): number | null {
  if (start === "now") return feed.lastPosition;
  if (start === "start") return feed.firstPosition - 1;
  const index = feed.epochs.findIndex(({ id }) => id === start.epoch);
  if (index === -1 || start.position < feed.firstPosition - 1) return null;
  const end = feed.epochs[index + 1]?.after ?? feed.lastPosition;
  return start.horizon <= end ? start.position : null;
}

/** Epochs that are remembered; a cursor of an older one is refused. */
const epochsMax = 100;

export function withNewEpoch({ epochs, lastPosition }: ChangeFeed, id: string): readonly Epoch[] {
  return [...epochs, { id, after: lastPosition }].slice(-epochsMax);
}

/** An event without a position. */
export interface UnplacedEvent {
  /** The id of the booking or the slot. */
  readonly of: string;
  /** The number of the event in its booking's history. */
  readonly number: number;
  readonly kind: string;
  readonly recordedAt: number;
}

/**
 * The order in which events get their positions: by time. Of one moment, who moves up stands behind what has freed
 * the seat. The events of one booking keep the order of its history, even where the clocks of several machines disagree.
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
    .toSorted(
      (one, other) =>
        one.recordedAt - other.recordedAt || Number(movesUp(one)) - Number(movesUp(other)),
    )
    .flatMap(({ of }) => histories.get(of)?.pop() ?? []);
}

function movesUp({ kind }: UnplacedEvent): boolean {
  return kind === "promoted" || kind === "offered";
}

/** The names of changes in the feed. */
export type ChangeKind = Exclude<BookingEventKind, "updated"> | "waitlisted" | SlotChange;

/** The changes of a slot: its seats, its place or length, and that it takes place no more. */
export type SlotChange = "capacity-changed" | "slot-changed" | "slot-closed";

/** The feed's name for an event of a booking. A kind that only a later release has keeps its name. */
export function changeOfEvent(kind: BookingEventKind, status: BookingStatus): ChangeKind {
  if (kind === "updated") return "imported";
  return kind === "booked" && status === "WAITLIST" ? "waitlisted" : kind;
}
