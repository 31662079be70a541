import {
  ticketTypes,
  type DeskStep,
  type FileLine,
  type FileMode,
  type ModelTicket,
  type SeenBooking,
  type TicketType,
} from "./desk-step.ts";

interface ModelBooking extends SeenBooking {
  /** The time of the last act here that no file has overwritten. */
  readonly actedAt: number | null;
  /** Whether that act was a move. */
  readonly isMoved: boolean;
  /** The `changed_at` of the last line that was taken, where it is later than the line's other times. */
  readonly fileSays: number;
}

interface ModelHold {
  readonly slot: number;
  readonly type: TicketType;
  readonly tickets: number;
  /** Until a booking, a release or a closing. */
  readonly state: "live" | "booked" | "over";
}

/**
 * The slots of one campaign and their bookings, by the operator interface and decisions A40, A41, A87, A88, A103,
 * B60, B64, B210, B213 and B220 alone. Steps are made one after the other, each at a later time.
 */
export class DeskModel {
  readonly #automatic: boolean;
  readonly #capacities: number[];
  /** From a closing until the slot has seats again. */
  readonly #closed = new Set<number>();
  readonly #bookings: ModelBooking[] = [];
  readonly #holds: ModelHold[] = [];
  /** What each slot says of single types. */
  readonly #limits: Map<TicketType, number>[];
  #vipLimit: number | null;
  #now = 0;

  constructor(capacities: readonly number[], vipLimit: number, automatic: boolean) {
    this.#capacities = [...capacities];
    this.#limits = capacities.map(() => new Map());
    this.#vipLimit = vipLimit;
    this.#automatic = automatic;
  }

  bookings(): readonly SeenBooking[] {
    return this.#bookings.map(({ slot, type, status, bookedAt, tickets }) => ({
      slot,
      type,
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
    if (step.kind === "hold") return this.#hold(step);
    if (step.kind === "release") return this.#release(step.hold);
    if (step.kind === "book held") return this.#bookHeld(step.hold);
    if (step.kind === "capacity") return this.#setCapacity(step.slot, step.capacity);
    if (step.kind === "limit") return this.#setLimit(step);
    if (step.kind === "type limit") return this.#setVipLimit(step.limit);
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

  /** Why each entry waits: the limit that refuses it, null where its turn has come; null for all others. */
  whyTheyWait(): (string | null)[] {
    return this.#bookings.map(({ slot, type, status }, index) => {
      const line = this.#line(slot);
      if (status !== "WAITLIST" || !line.includes(index)) return null;
      if (this.#closed.has(slot)) return "time";
      const { passed, ended, free, freeOf } = this.#walk(slot, line.slice(0, line.indexOf(index)));
      const needs = live(this.#at(index));
      if (passed.has(type) || needs > freeOf(type)) return "ticket_type";
      return ended || needs > free ? "slot" : "its turn";
    });
  }

  #book({ slot, type, tickets, overbook }: Extract<DeskStep, { kind: "book" }>): string {
    if (this.#closed.has(slot)) return "refused";
    const status = overbook || this.#admits(slot, type, tickets) ? "CONFIRMED" : "WAITLIST";
    this.#bookings.push({
      slot,
      type,
      status,
      bookedAt: this.#now,
      tickets: Array.from({ length: tickets }, () => ({ cancelledAt: null, checkedInAt: null })),
      actedAt: null,
      isMoved: false,
      fileSays: 0,
    });
    return status;
  }

  #hold({ slot, type, tickets }: Extract<DeskStep, { kind: "hold" }>): string {
    if (this.#closed.has(slot) || !this.#admits(slot, type, tickets)) return "refused";
    this.#holds.push({ slot, type, tickets, state: "live" });
    return "done";
  }

  #release(index: number): string {
    const hold = this.#holds[index];
    if (hold === undefined || hold.state === "booked") return "refused";
    if (hold.state === "over") return "done";
    this.#holds[index] = { ...hold, state: "over" };
    if (takesSeats(hold)) this.#fill(hold.slot);
    return "done";
  }

  /** A live hold is booked whatever waits; one that is over is booked where a booking would not wait. */
  #bookHeld(index: number): string {
    const hold = this.#holds[index];
    if (hold === undefined || hold.state === "booked") return "refused";
    const { slot, type, tickets, state } = hold;
    if (this.#closed.has(slot)) return "refused";
    if (state === "live") this.#holds[index] = { ...hold, state: "booked" };
    else if (!this.#admits(slot, type, tickets)) return "refused";
    return this.#book({ kind: "book", slot, type, tickets, overbook: true });
  }

  #setCapacity(slot: number, capacity: number): string {
    const excess = (of: number) => Math.max(0, this.#taken(slot) - of);
    if (excess(capacity) > excess(this.#capacities[slot] ?? 0)) return "refused";
    if (this.#capacities[slot] === capacity) return "done";
    this.#capacities[slot] = capacity;
    if (capacity > 0) this.#closed.delete(slot);
    this.#fill(slot);
    return "done";
  }

  #setLimit({ slot, type, limit, overbook }: Extract<DeskStep, { kind: "limit" }>): string {
    const own = this.#limits[slot] ?? new Map<TicketType, number>();
    if ((own.get(type) ?? null) === limit) return "done";
    const [before, known] = [this.#excess(slot, type), own.get(type)];
    if (limit === null) own.delete(type);
    else own.set(type, limit);
    if (this.#excess(slot, type) > before && !overbook) {
      if (known === undefined) own.delete(type);
      else own.set(type, known);
      return "refused";
    }
    this.#fill(slot);
    return "done";
  }

  #setVipLimit(limit: number | null): string {
    const all = this.#capacities.map((_, slot) => slot);
    const excess = () => all.map((slot) => this.#excess(slot, "vip"));
    const [before, known] = [excess(), this.#vipLimit];
    this.#vipLimit = limit;
    if (excess().some((now, slot) => now > (before[slot] ?? 0))) {
      this.#vipLimit = known;
      return "bad";
    }
    if (limit === known) return "unchanged";
    for (const slot of all) this.#fill(slot);
    return "updated";
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
      this.#closed.add(slot);
      for (const [index, hold] of this.#holds.entries()) {
        const ends = hold.slot === slot && hold.state === "live";
        if (ends) this.#holds[index] = { ...hold, state: "over" };
      }
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
    if (takesSeats(booking)) this.#fill(booking.slot);
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
    if (this.#closed.has(slot)) return "refused";
    if (takesSeats(booking)) {
      const line = this.#line(slot);
      const ahead = this.#walk(slot, line.slice(0, line.indexOf(index)), 0);
      if ((ahead.passed.has(booking.type) || ahead.ended) && !overtake) return "refused";
      if (live(booking) > this.#room(slot, booking.type)) return "refused";
    }
    this.#act(index, { ...booking, status: "CONFIRMED", bookedAt: this.#now });
    this.#fill(slot);
    return "done";
  }

  #move(
    index: number,
    booking: ModelBooking,
    { slot, type }: Extract<DeskStep, { kind: "move" }>,
  ): string {
    if (booking.status === "CANCELLED" || live(booking) === 0) return "refused";
    if (booking.tickets.some(isHere)) return "refused";
    const isSame = slot === booking.slot;
    if (isSame && type === booking.type) return "done";
    if (this.#closed.has(slot)) return "refused";
    const keeps = isSame && type !== "open" && takesSeats(booking);
    // The booking has left its place when it asks for the new one.
    this.#bookings[index] = { ...booking, status: "CANCELLED" };
    const statusThere = () => (this.#admits(slot, type, live(booking)) ? "CONFIRMED" : "WAITLIST");
    const status = keeps ? this.#statusOfRetyped(booking, type) : statusThere();
    const keepsTime = isSame && status === booking.status;
    const bookedAt = keepsTime ? booking.bookedAt : this.#now;
    this.#act(index, { ...booking, slot, type, status, bookedAt }, true);
    this.#fill(booking.slot);
    return "done";
  }

  /** A waiting one keeps its place; one with seats keeps them where its new type's limit and queue admit it (A88). */
  #statusOfRetyped(booking: ModelBooking, type: TicketType): "CONFIRMED" | "WAITLIST" {
    const { slot, status } = booking;
    if (status !== "CONFIRMED") return "WAITLIST";
    const freeOf = this.#freeOf(slot, type);
    if (freeOf === Infinity) return "CONFIRMED";
    const typeWaits = this.#line(slot).some((index) => this.#at(index).type === type);
    return !typeWaits && live(booking) <= freeOf ? "CONFIRMED" : "WAITLIST";
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
    const isSamePlace = state.slot === before.slot && state.type === before.type;
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

  /** Whether the file fills no slot, and no ticket type in it, beyond its limit. */
  #fits(after: SeenBooking, before: SeenBooking | null): boolean {
    const isHere = before?.slot === after.slot;
    const freed = isHere ? seats(before) : 0;
    const growth = seats(after) - freed;
    const ofType = seats(after) - (isHere && before.type === after.type ? freed : 0);
    return (
      (growth <= 0 || growth <= this.#free(after.slot)) &&
      (ofType <= 0 || ofType <= this.#freeOf(after.slot, after.type))
    );
  }

  #admits(slot: number, type: TicketType, tickets: number): boolean {
    if (type === "open") return true;
    const { passed, ended } = this.#walk(slot, this.#line(slot), 0);
    return !passed.has(type) && !ended && tickets <= this.#room(slot, type);
  }

  /** Gives free seats to the entries that fit both limits, past those that their type's limit refuses. */
  #fill(slot: number): void {
    if (!this.#automatic) return;
    for (const index of this.#walk(slot, this.#line(slot)).promoted) {
      this.#act(index, { ...this.#at(index), status: "CONFIRMED", bookedAt: this.#now });
    }
  }

  /** Walks along some of the line (A87). */
  #walk(slot: number, line: readonly number[], seatsFree = this.#free(slot)) {
    const passed = new Set<TicketType>();
    const given = new Map<TicketType, number>();
    const promoted: number[] = [];
    const freeOf = (type: TicketType) => this.#freeOf(slot, type) - (given.get(type) ?? 0);
    let free = Math.max(0, seatsFree);
    for (const index of line) {
      const booking = this.#at(index);
      const needs = live(booking);
      if (passed.has(booking.type) || needs > freeOf(booking.type)) {
        passed.add(booking.type);
      } else if (needs > free) {
        return { promoted, passed, ended: true, free, freeOf };
      } else {
        promoted.push(index);
        free -= needs;
        given.set(booking.type, (given.get(booking.type) ?? 0) + needs);
      }
    }
    return { promoted, passed, ended: false, free, freeOf };
  }

  /** The bookings that wait for seats of the slot, first come first. */
  #line(slot: number): number[] {
    return this.#bookings
      .flatMap((booking, index) =>
        booking.slot === slot && waits(booking) && live(booking) > 0 ? [index] : [],
      )
      .toSorted((one, other) => this.#at(one).bookedAt - this.#at(other).bookedAt);
  }

  #taken(slot: number): number {
    return ticketTypes.reduce((sum, type) => sum + this.#takenOf(slot, type), 0);
  }

  #free(slot: number): number {
    return (this.#capacities[slot] ?? 0) - this.#taken(slot);
  }

  #takenOf(slot: number, type: TicketType): number {
    const isHere = (each: Pick<SeenBooking, "slot" | "type">) =>
      each.slot === slot && each.type === type;
    const held = this.#holds.filter((hold) => isHere(hold) && hold.state === "live");
    return [
      ...this.#bookings.filter(isHere).map(seats),
      ...held.map((hold) => (takesSeats(hold) ? hold.tickets : 0)),
    ].reduce((sum, each) => sum + each, 0);
  }

  /** The limit of a type in a slot: what the slot says goes before what the type says (A88). */
  #limitOf(slot: number, type: TicketType): number {
    return this.#limits[slot]?.get(type) ?? (type === "vip" ? this.#vipLimit : null) ?? Infinity;
  }

  #freeOf(slot: number, type: TicketType): number {
    return Math.max(0, this.#limitOf(slot, type) - this.#takenOf(slot, type));
  }

  #room(slot: number, type: TicketType): number {
    return Math.min(Math.max(0, this.#free(slot)), this.#freeOf(slot, type));
  }

  #excess(slot: number, type: TicketType): number {
    return Math.max(0, this.#takenOf(slot, type) - this.#limitOf(slot, type));
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

/** Unlimited types never wait. */
function takesSeats({ type }: Pick<SeenBooking, "type">): boolean {
  return type !== "open";
}

function waits(booking: SeenBooking): boolean {
  return booking.status === "WAITLIST" && takesSeats(booking);
}

function live({ tickets }: SeenBooking): number {
  return tickets.filter(isLive).length;
}

function seats(booking: SeenBooking): number {
  return takesSeats(booking) && booking.status === "CONFIRMED" ? live(booking) : 0;
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
