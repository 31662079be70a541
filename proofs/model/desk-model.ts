import type { DeskStep, FileLine, FileMode, ModelTicket, SeenBooking } from "./desk-step.ts";

interface ModelBooking extends SeenBooking {
  /** The time of the last act here that no file has overwritten. */
  readonly actedAt: number | null;
  /** Whether that act was a move. */
  readonly isMoved: boolean;
  /** The `changed_at` of the last line that was taken, where it is later than the line's other times. */
  readonly fileSays: number;
}

/**
 * The slots of one campaign and their bookings, by the operator interface and decisions A40, A41, B60, B64,
 * B210, B213 and B220 alone. Steps are made one after the other, each at a later time.
 */
export class DeskModel {
  readonly #automatic: boolean;
  readonly #capacities: number[];
  readonly #bookings: ModelBooking[] = [];
  #now = 0;

  constructor(capacities: readonly number[], automatic: boolean) {
    this.#capacities = [...capacities];
    this.#automatic = automatic;
  }

  bookings(): readonly SeenBooking[] {
    return this.#bookings.map(({ slot, limited, status, bookedAt, tickets }) => ({
      slot,
      limited,
      status,
      bookedAt,
      tickets,
    }));
  }

  /** The time of the last act on the booking; of one without, the time of its status. */
  touchedAt(index: number): number | null {
    const booking = this.#bookings[index];
    return booking === undefined ? null : (booking.actedAt ?? booking.bookedAt);
  }

  /** Makes the step and returns its outcome in a word. */
  take(step: DeskStep, now: number): string {
    this.#now = now;
    if (step.kind === "book") return this.#book(step);
    if (step.kind === "capacity") return this.#setCapacity(step.slot, step.capacity);
    if (step.kind === "close") return this.#close(step);
    const booking = this.#bookings[step.index];
    if (step.kind === "import") return this.#import(step.index, step.line, step.mode);
    if (booking === undefined) return "refused";
    switch (step.kind) {
      case "cancel":
        return this.#cancel(step.index, booking, step.ticket);
      case "check-in":
      case "undo-check-in":
        return this.#checkIn(step.index, booking, step);
      case "promote":
        return this.#promote(step.index, booking, step.overtake);
      case "move":
        return this.#move(step.index, booking, step);
    }
  }

  #book({ slot, limited, tickets }: Extract<DeskStep, { kind: "book" }>): string {
    const status = this.#admits(slot, limited, tickets) ? "CONFIRMED" : "WAITLIST";
    this.#bookings.push({
      slot,
      limited,
      status,
      bookedAt: this.#now,
      tickets: Array.from({ length: tickets }, () => ({ cancelledAt: null, checkedInAt: null })),
      actedAt: null,
      isMoved: false,
      fileSays: 0,
    });
    return status;
  }

  #setCapacity(slot: number, capacity: number): string {
    if (this.#taken(slot) > capacity) return "refused";
    if (this.#capacities[slot] === capacity) return "done";
    this.#capacities[slot] = capacity;
    this.#fill(slot);
    return "done";
  }

  #close({ slot, evenIfCheckedIn, dryRun }: Extract<DeskStep, { kind: "close" }>): string {
    const all = this.#bookings.flatMap((booking, index) =>
      booking.slot === slot && booking.status !== "CANCELLED" ? [index] : [],
    );
    const hasCheckIns = all.some((index) => {
      const { status, tickets } = this.#at(index);
      return status === "CONFIRMED" && tickets.some(isHere);
    });
    if (hasCheckIns && !evenIfCheckedIn) return "refused";
    if (!dryRun) {
      this.#capacities[slot] = 0;
      for (const index of all) this.#act(index, cancelled(this.#at(index), this.#now));
    }
    return `closed ${all.length}`;
  }

  #cancel(index: number, booking: ModelBooking, number: number | null): string {
    const meant = number === null ? booking.tickets : booking.tickets.slice(number - 1, number);
    if (booking.status === "CANCELLED" || !meant.some(isLive)) return "refused";
    if (meant.some(isHere)) return "refused";
    const isLast = number === null || live(booking) === 1;
    const tickets = booking.tickets.map((ticket, place) =>
      place + 1 === number ? { ...ticket, cancelledAt: this.#now } : ticket,
    );
    this.#act(index, isLast ? cancelled(booking, this.#now) : { ...booking, tickets });
    if (booking.limited) this.#fill(booking.slot);
    return "done";
  }

  #checkIn(
    index: number,
    booking: ModelBooking,
    { kind, ticket: number }: Extract<DeskStep, { kind: "check-in" | "undo-check-in" }>,
  ): string {
    if (booking.status !== "CONFIRMED") return "refused";
    const isMeant = (place: number) => number === null || place + 1 === number;
    if (!booking.tickets.some((ticket, place) => isMeant(place) && isLive(ticket))) {
      return "refused";
    }
    const tickets = booking.tickets.map((ticket, place) => {
      if (!isMeant(place) || !isLive(ticket)) return ticket;
      return {
        ...ticket,
        checkedInAt: kind === "check-in" ? (ticket.checkedInAt ?? this.#now) : null,
      };
    });
    const isChanged = tickets.some(
      ({ checkedInAt }, place) => checkedInAt !== booking.tickets[place]?.checkedInAt,
    );
    if (isChanged) this.#act(index, { ...booking, tickets });
    return "done";
  }

  #promote(index: number, booking: ModelBooking, overtake: boolean): string {
    const { slot } = booking;
    if (booking.status !== "WAITLIST" || live(booking) === 0) return "refused";
    if (live(booking) > this.#free(slot)) return "refused";
    if (this.#line(slot)[0] !== index && !overtake) return "refused";
    this.#act(index, { ...booking, status: "CONFIRMED", bookedAt: this.#now });
    this.#fill(slot);
    return "done";
  }

  #move(
    index: number,
    booking: ModelBooking,
    { slot, limited }: Extract<DeskStep, { kind: "move" }>,
  ): string {
    if (booking.status === "CANCELLED" || live(booking) === 0) return "refused";
    if (booking.tickets.some(isHere)) return "refused";
    const isSame = slot === booking.slot;
    if (isSame && limited === booking.limited) return "done";
    // The booking has left its place when it asks for the new one.
    this.#bookings[index] = { ...booking, status: "CANCELLED" };
    const status = this.#admits(slot, limited, live(booking)) ? "CONFIRMED" : "WAITLIST";
    const keepsTime = isSame && status === booking.status;
    const bookedAt = keepsTime ? booking.bookedAt : this.#now;
    this.#act(index, { ...booking, slot, limited, status, bookedAt }, true);
    this.#fill(booking.slot);
    return "done";
  }

  /** Newest wins: a line is taken where nothing happened here after it (B210). */
  #import(index: number, line: FileLine, mode: FileMode): string {
    const { changedAt, ...state } = line;
    const latest = latestTime(state);
    const fileSays = changedAt !== null && changedAt > latest ? changedAt : 0;
    const before = this.#bookings[index];
    if (before === undefined) {
      if (!this.#fits(state, null)) return "bad";
      this.#bookings.push({ ...state, actedAt: null, isMoved: false, fileSays });
      return "created";
    }
    const hasSameTimes = isSameState(state, before);
    const isSamePlace = state.slot === before.slot && state.limited === before.limited;
    if (hasSameTimes && isSamePlace) return "unchanged";
    if (mode === "add") return "kept";
    const lineAt = Math.max(latest, changedAt ?? 0);
    const { actedAt } = before;
    const undoesAct = !hasSameTimes || (before.isMoved && !isSamePlace);
    const isOlder =
      (actedAt !== null && (actedAt > lineAt || (actedAt === lineAt && undoesAct))) ||
      (changedAt !== null && lineAt < Math.max(before.fileSays, latestTime(before)));
    if (isOlder && mode !== "overwrite") return "kept";
    if (!this.#fits(state, before)) return "bad";
    const act = { actedAt: isOlder ? null : actedAt, isMoved: before.isMoved };
    this.#bookings[index] = { ...state, ...act, fileSays };
    // The file's change may have freed a seat in the booking's old slot (B64).
    this.#fill(before.slot);
    return "updated";
  }

  /** Whether the file fills no slot beyond its capacity. */
  #fits(after: SeenBooking, before: SeenBooking | null): boolean {
    const freed = before?.slot === after.slot ? seats(before) : 0;
    const growth = seats(after) - freed;
    return growth <= 0 || growth <= this.#free(after.slot);
  }

  #admits(slot: number, limited: boolean, tickets: number): boolean {
    return !limited || (this.#line(slot).length === 0 && tickets <= this.#free(slot));
  }

  /** Gives free seats to the first in line, until one does not fit. */
  #fill(slot: number): void {
    if (!this.#automatic) return;
    for (const index of this.#line(slot)) {
      const booking = this.#at(index);
      if (live(booking) > this.#free(slot)) return;
      this.#act(index, { ...booking, status: "CONFIRMED", bookedAt: this.#now });
    }
  }

  /** The bookings that wait for seats of the slot, first come first. */
  #line(slot: number): number[] {
    return this.#bookings
      .flatMap((booking, index) =>
        booking.slot === slot && booking.status === "WAITLIST" && live(booking) > 0 ? [index] : [],
      )
      .toSorted((one, other) => this.#at(one).bookedAt - this.#at(other).bookedAt);
  }

  #taken(slot: number): number {
    return this.#bookings.reduce(
      (sum, booking) => sum + (booking.slot === slot ? seats(booking) : 0),
      0,
    );
  }

  #free(slot: number): number {
    return (this.#capacities[slot] ?? 0) - this.#taken(slot);
  }

  #act(index: number, booking: ModelBooking, isMoved = false): void {
    this.#bookings[index] = { ...booking, actedAt: this.#now, isMoved };
  }

  #at(index: number): ModelBooking {
    const booking = this.#bookings[index];
    if (booking === undefined) throw new Error("The index is that of a booking.");
    return booking;
  }
}

const isLive = ({ cancelledAt }: ModelTicket) => cancelledAt === null;
/** The attendee of a cancelled ticket holds nothing (A37). */
const isHere = (ticket: ModelTicket) => isLive(ticket) && ticket.checkedInAt !== null;

function live({ tickets }: SeenBooking): number {
  return tickets.filter(isLive).length;
}

function seats(booking: SeenBooking): number {
  return booking.limited && booking.status === "CONFIRMED" ? live(booking) : 0;
}

function cancelled(booking: ModelBooking, now: number): ModelBooking {
  const tickets = booking.tickets.map((ticket) => ({
    ...ticket,
    cancelledAt: ticket.cancelledAt ?? now,
  }));
  return { ...booking, status: "CANCELLED", bookedAt: now, tickets };
}

function latestTime({ bookedAt, tickets }: SeenBooking): number {
  return Math.max(
    bookedAt,
    ...tickets.map(({ cancelledAt, checkedInAt }) => Math.max(cancelledAt ?? 0, checkedInAt ?? 0)),
  );
}

function isSameState(one: SeenBooking, other: SeenBooking): boolean {
  const stateOf = ({ status, bookedAt, tickets }: SeenBooking) =>
    JSON.stringify([
      status,
      bookedAt,
      tickets.map(({ cancelledAt, checkedInAt }) => [cancelledAt, checkedInAt]),
    ]);
  return stateOf(one) === stateOf(other);
}
