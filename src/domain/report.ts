import { wallTimeOf } from "./local-time.ts";

/** What the rows of a report may be about. */
export const reportKeys = ["day", "slot", "activity", "host", "ticket_type"] as const;
export type ReportKey = (typeof reportKeys)[number];

/** What became of the bookings of one ticket type in one slot. */
export interface Tally {
  readonly ticketTypeId: string;
  /** Bookings by their status. */
  readonly confirmed: number;
  readonly waiting: number;
  readonly cancelled: number;
  /** Bookings that have left a waitlist, whatever became of them. */
  readonly promoted: number;
  /** Live tickets of CONFIRMED bookings, and how many of their attendees have checked in. */
  readonly tickets: number;
  readonly checkedIn: number;
}

/** A slot with its tallies; a ticket type without bookings may have none. */
export interface TalliedSlot {
  readonly publicKey: string;
  readonly timezone: string;
  readonly activityId: string;
  /** Null where the activity offers no choice of hosts. */
  readonly hostId: string | null;
  /** Milliseconds UTC. */
  readonly startingAt: number;
  readonly capacity: number;
  readonly tallies: readonly Tally[];
}

export interface Figures extends Omit<Tally, "ticketTypeId"> {
  /** Live tickets of CONFIRMED bookings without a check-in, where the slot has started. */
  readonly noShows: number;
  /** Null for a ticket type: seats belong to slots. */
  readonly capacity: number | null;
}

/** The slice of a row: the names that it has in common; those that are absent differ. */
export interface Slice {
  readonly publicKey?: string;
  readonly activityId?: string;
  readonly hostId?: string | null;
  readonly startingAt?: number;
  readonly ticketTypeId?: string;
  /** The date at the start in the campaign's zone, such as `2030-05-01`. */
  readonly day?: string;
}

export interface ReportRow {
  readonly slice: Slice;
  readonly figures: Figures;
}

/** Adds up slots, which may come in any order. */
export class Report {
  readonly #by: ReportKey;
  readonly #now: number;
  readonly #rows = new Map<string, { readonly slice: Slice; figures: Figures }>();
  #total: Figures = { ...nothing, capacity: 0 };

  constructor(by: ReportKey, now: number) {
    this.#by = by;
    this.#now = now;
  }

  get size(): number {
    return this.#rows.size;
  }

  get total(): Figures {
    return this.#total;
  }

  /** The rows by their slices. */
  get rows(): readonly ReportRow[] {
    const byName = [...this.#rows].toSorted(([one], [other]) => (one < other ? -1 : 1));
    return byName.map(([, row]) => row);
  }

  add(slot: TalliedSlot): void {
    const hasStarted = slot.startingAt <= this.#now;
    const all = slot.tallies.map((tally) => figuresOf(tally, hasStarted));
    const ofSlot = all.reduce(sum, { ...nothing, capacity: slot.capacity });
    this.#total = sum(this.#total, ofSlot);
    if (this.#by !== "ticket_type") return this.#addTo(sliceOf(this.#by, slot), ofSlot);
    for (const [index, { ticketTypeId }] of slot.tallies.entries()) {
      this.#addTo({ ...sliceOf("activity", slot), ticketTypeId }, all[index] ?? nothing);
    }
  }

  #addTo(slice: Slice, figures: Figures): void {
    const name = nameOf(slice);
    const row = this.#rows.get(name);
    if (row === undefined) this.#rows.set(name, { slice, figures });
    else row.figures = sum(row.figures, figures);
  }
}

const nothing: Figures = {
  confirmed: 0,
  waiting: 0,
  cancelled: 0,
  promoted: 0,
  tickets: 0,
  checkedIn: 0,
  noShows: 0,
  capacity: null,
};

function figuresOf(tally: Tally, hasStarted: boolean): Figures {
  const noShows = hasStarted ? tally.tickets - tally.checkedIn : 0;
  return sum(nothing, { ...tally, noShows, capacity: null });
}

function sum(one: Figures, other: Figures): Figures {
  return {
    confirmed: one.confirmed + other.confirmed,
    waiting: one.waiting + other.waiting,
    cancelled: one.cancelled + other.cancelled,
    promoted: one.promoted + other.promoted,
    tickets: one.tickets + other.tickets,
    checkedIn: one.checkedIn + other.checkedIn,
    noShows: one.noShows + other.noShows,
    capacity:
      one.capacity === null && other.capacity === null
        ? null
        : (one.capacity ?? 0) + (other.capacity ?? 0),
  };
}

function sliceOf(by: Exclude<ReportKey, "ticket_type">, slot: TalliedSlot): Slice {
  const { publicKey, activityId, hostId, startingAt, timezone } = slot;
  if (by === "day") {
    return { day: new Date(wallTimeOf(startingAt, timezone)).toISOString().slice(0, 10) };
  }
  if (by === "activity") return { publicKey, activityId };
  return { publicKey, activityId, hostId, ...(by === "slot" && { startingAt }) };
}

/** Slots are named by their start first, so that they come in the order of time. */
function nameOf({ day, startingAt, ...named }: Slice): string {
  const start = startingAt === undefined ? [] : [new Date(startingAt).toISOString()];
  const { publicKey, activityId, hostId, ticketTypeId } = named;
  return [day, ...start, publicKey, activityId, hostId, ticketTypeId]
    .map((part) => part ?? "")
    .join("\u0000");
}
