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
  /** Bookings that were promoted from a waitlist, whatever became of them. */
  readonly promoted: number;
  /** Live tickets of CONFIRMED bookings, and how many of their attendees have checked in. */
  readonly tickets: number;
  readonly checkedIn: number;
  /** The cancelled bookings in groups; empty where nobody asked. */
  readonly cancellations: readonly Cancellation[];
}

/** Bookings that were cancelled by the same kind of actor, as long before their slot, for the same reason. */
export interface Cancellation {
  readonly by: "caller" | "operator" | "import";
  /** Before the slot's start: up to a day, up to seven days, or earlier; or when it had started. */
  readonly before: "started" | "day" | "week" | "earlier";
  /** Null where none was given, or the contact was erased. */
  readonly reason: string | null;
  readonly bookings: number;
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
  /** Seats that CONFIRMED bookings take, and that holds and offers keep. */
  readonly taken: number;
  readonly tallies: readonly Tally[];
}

export interface Figures extends Omit<Tally, "ticketTypeId" | "cancellations"> {
  /** Live tickets of CONFIRMED bookings without a check-in, where the slot has started. */
  readonly noShows: number;
  /** Null for a ticket type: seats belong to slots. */
  readonly capacity: number | null;
  readonly taken: number | null;
  /** The cancelled bookings, by who cancelled them, and by how long before the slot. */
  readonly by: Readonly<Record<Cancellation["by"], number>>;
  readonly before: Readonly<Record<Cancellation["before"], number>>;
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
  readonly #reasons = new Map<string, number>();
  #total: Figures = { ...nothing, capacity: 0, taken: 0 };

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

  /** The reasons of cancelled bookings that were given most often, and how many bookings have another. */
  reasons(limit: number): { readonly most: readonly Reason[]; readonly others: number } {
    const all = Array.from(this.#reasons, ([reason, bookings]) => ({ reason, bookings }));
    const ordered = all.toSorted(
      (one, other) => other.bookings - one.bookings || (one.reason < other.reason ? -1 : 1),
    );
    const others = ordered.slice(limit).reduce((total, { bookings }) => total + bookings, 0);
    return { most: ordered.slice(0, limit), others };
  }

  add(slot: TalliedSlot): void {
    const hasStarted = slot.startingAt <= this.#now;
    const all = slot.tallies.map((tally) => figuresOf(tally, hasStarted));
    const seats = { capacity: slot.capacity, taken: slot.taken };
    const ofSlot = all.reduce(sum, { ...nothing, ...seats });
    this.#total = sum(this.#total, ofSlot);
    for (const { reason, bookings } of slot.tallies.flatMap((tally) => tally.cancellations)) {
      if (reason !== null) this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + bookings);
    }
    if (this.#by !== "ticket_type") return this.#addTo(sliceOf(this.#by, slot), ofSlot);
    for (const [index, { ticketTypeId }] of slot.tallies.entries()) {
      this.#addTo({ ...sliceOf("activity", slot), ticketTypeId }, all[index] ?? nothing);
    }
  }

  #addTo(slice: Slice, figures: Figures): void {
    const name = sortKeyOf(slice);
    const row = this.#rows.get(name);
    if (row === undefined) this.#rows.set(name, { slice, figures });
    else row.figures = sum(row.figures, figures);
  }
}

export interface Reason {
  readonly reason: string;
  readonly bookings: number;
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
  taken: null,
  by: { caller: 0, operator: 0, import: 0 },
  before: { started: 0, day: 0, week: 0, earlier: 0 },
};

function figuresOf({ cancellations, ...tally }: Tally, hasStarted: boolean): Figures {
  const noShows = hasStarted ? tally.tickets - tally.checkedIn : 0;
  const by = { ...nothing.by };
  const before = { ...nothing.before };
  for (const each of cancellations) {
    by[each.by] += each.bookings;
    before[each.before] += each.bookings;
  }
  return sum(nothing, { ...tally, noShows, capacity: null, taken: null, by, before });
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
    capacity: sumOfSome(one.capacity, other.capacity),
    taken: sumOfSome(one.taken, other.taken),
    by: sumOfEach(one.by, other.by),
    before: sumOfEach(one.before, other.before),
  };
}

function sumOfSome(one: number | null, other: number | null): number | null {
  return one === null && other === null ? null : (one ?? 0) + (other ?? 0);
}

function sumOfEach<Name extends string>(
  one: Readonly<Record<Name, number>>,
  other: Readonly<Record<Name, number>>,
): Record<Name, number> {
  const names = Object.keys(one) as Name[];
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as never;
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
function sortKeyOf({ day, startingAt, ...named }: Slice): string {
  const start = startingAt === undefined ? [] : [new Date(startingAt).toISOString()];
  const { publicKey, activityId, hostId, ticketTypeId } = named;
  return [day, ...start, publicKey, activityId, hostId, ticketTypeId]
    .map((part) => part ?? "")
    .join("\u0000");
}
