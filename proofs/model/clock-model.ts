import type { ClockStep, ClockType, Promotion } from "./clock-step.ts";
import { ClockTerms, type TypeTerms } from "./clock-terms.ts";

/** A booking as operators see it. Times are milliseconds UTC. */
export interface ClockBooking {
  readonly slot: number;
  readonly type: ClockType;
  readonly status: "CONFIRMED" | "WAITLIST" | "CANCELLED";
  readonly bookedAt: number;
  /** Whether each ticket is live. */
  readonly tickets: readonly boolean[];
  /** Until when seats are kept for it. */
  readonly offerEndsAt: number | null;
}

interface ModelBooking extends ClockBooking {
  /** When its offer ended, by the order of such ends; null where it stands where it joined. */
  readonly lapsed: number | null;
  /** Whether it has accepted an offer. */
  readonly accepted: boolean;
}

export interface ClockHold {
  readonly slot: number;
  readonly type: ClockType;
  readonly tickets: number;
  readonly endsAt: number;
  readonly state: "live" | "booked" | "released" | "ended";
}

interface Freed {
  /** Whether no seat was freed, but by offers that ended: whose offer ended gets none then. */
  readonly none: boolean;
  /** One that the act puts at the end of the line. */
  readonly last?: number;
}

/**
 * The slots of one campaign under the clock, by decisions A40, A101, A103 and A110 alone: until when a seat is given,
 * seats that are held, and seats that are offered. Steps are made one after the other, each at a later time.
 */
export class ClockModel {
  readonly #promotion: Promotion;
  readonly #terms: ClockTerms;
  readonly #capacities: number[];
  readonly #bookings: ModelBooking[] = [];
  readonly #holds: ClockHold[] = [];
  /** When the holds and offers of each slot were made: whoever joins later stands behind them. */
  readonly #made: number[][];
  #lapses = 0;
  #now = 0;

  constructor(capacities: readonly number[], starts: readonly number[], terms: TypeTerms) {
    this.#promotion = terms.promotion;
    this.#terms = new ClockTerms(starts, terms);
    this.#capacities = [...capacities];
    this.#made = starts.map(() => []);
  }

  bookings(): readonly ClockBooking[] {
    return this.#bookings.map(({ slot, type, status, bookedAt, tickets, offerEndsAt }) => ({
      slot,
      type,
      status,
      bookedAt,
      tickets,
      offerEndsAt,
    }));
  }

  holds(): readonly ClockHold[] {
    return this.#holds;
  }

  taken(slot: number): number {
    const kept = this.#holds.filter((hold) => hold.slot === slot && hold.state === "live");
    return [
      ...kept.map(({ tickets }) => tickets),
      ...this.#bookings.map((booking) => (booking.slot === slot ? seats(booking) : 0)),
    ].reduce((sum, each) => sum + each, 0);
  }

  /** The next moments at which something ends, opens or closes, in order. */
  moments(now: number): number[] {
    const ends = this.#holds.map(({ endsAt, state }) => (state === "live" ? endsAt : 0));
    const offers = this.#bookings.map(({ offerEndsAt }) => offerEndsAt ?? 0);
    const all = [...ends, ...offers, ...this.#terms.moments()];
    return [...new Set(all)].filter((at) => at > now + 1).toSorted((one, other) => one - other);
  }

  /** Ends what is due, each slot at once: the seats are free then, and the waitlist gets them. */
  endDue(now: number): number {
    this.#now = now;
    const ended = this.#capacities.map((_, slot) => {
      const holds = indices(this.#holds, (hold) => {
        return hold.slot === slot && hold.state === "live" && hold.endsAt <= now;
      });
      const offers = indices(this.#bookings, ({ slot: its, offerEndsAt }) => {
        return its === slot && offerEndsAt !== null && offerEndsAt <= now;
      });
      for (const index of holds) this.#holds[index] = { ...this.#holds[index]!, state: "ended" };
      for (const index of offers) {
        this.#lapses += 1;
        this.#change(index, { offerEndsAt: null, lapsed: this.#lapses });
      }
      const count = holds.length + offers.length;
      if (count > 0) this.#fill(slot, { none: holds.length === 0 });
      return count;
    });
    return ended.reduce((sum, each) => sum + each, 0);
  }

  /** Makes the step and returns its outcome in a word: the reason where it is refused. */
  take(step: Exclude<ClockStep, { kind: "wait" }>, now: number): string {
    this.#now = now;
    if (step.kind === "book") return this.#book(step);
    if (step.kind === "hold") return this.#hold(step);
    if (step.kind === "capacity") return this.#setCapacity(step.slot, step.capacity);
    if ("hold" in step) {
      const held = this.#holds[step.hold];
      if (held === undefined) return "nothing";
      if (step.kind === "extend") return this.#extend(step.hold, held, step.seconds);
      return step.kind === "release"
        ? this.#release(step.hold, held)
        : this.#bookHeld(step.hold, held);
    }
    const booking = this.#bookings[step.index];
    if (booking === undefined) return "nothing";
    if (step.kind === "cancel") return this.#cancel(step.index, booking, step.ticket);
    if (step.kind === "promote") return this.#promote(step.index, booking, step);
    if (step.kind === "accept") return this.#accept(step.index, booking);
    return this.#move(step.index, booking, step);
  }

  #book({ slot, type, tickets, late }: Extract<ClockStep, { kind: "book" }>): string {
    const refused = this.#terms.refuseBooking(slot, type, this.#now);
    if (refused !== null && !late) return refused;
    const hasSeats = this.#admits(slot, tickets);
    if (!hasSeats && !this.#mayWait(slot, late)) return "seats-missing";
    return this.#add({ slot, type, tickets }, hasSeats);
  }

  #add(
    { slot, type, tickets }: Pick<ClockHold, "slot" | "type" | "tickets">,
    hasSeats: boolean,
  ): string {
    const status = hasSeats ? "CONFIRMED" : "WAITLIST";
    const bookedAt = hasSeats ? this.#at(slot) : this.#joinsAt(slot);
    const live = Array.from({ length: tickets }, () => true);
    const none = { offerEndsAt: null, lapsed: null, accepted: false };
    this.#bookings.push({ slot, type, status, bookedAt, tickets: live, ...none });
    return status;
  }

  #hold({ slot, type, tickets, seconds }: Extract<ClockStep, { kind: "hold" }>): string {
    const refused = this.#terms.refuseBooking(slot, type, this.#now);
    if (refused !== null) return refused;
    if (!this.#admits(slot, tickets)) return "seats-missing";
    const endsAt = this.#endOfHold(slot, type, seconds);
    this.#made[slot]!.push(this.#at(slot));
    this.#holds.push({ slot, type, tickets, endsAt, state: "live" });
    return "done";
  }

  #endOfHold(slot: number, type: ClockType, seconds: number): number {
    return Math.min(this.#now + seconds * 1_000, this.#terms.bookableUntil(slot, type));
  }

  #extend(index: number, hold: ClockHold, seconds: number): string {
    const { slot, type, state } = hold;
    if (state !== "live") return "hold-ended";
    const refused = this.#terms.refuseBooking(slot, type, this.#now);
    if (refused !== null) return refused;
    this.#holds[index] = { ...hold, endsAt: this.#endOfHold(slot, type, seconds) };
    return "done";
  }

  #release(index: number, hold: ClockHold): string {
    if (hold.state === "booked") return "hold-ended";
    if (hold.state !== "live") return "done";
    this.#holds[index] = { ...hold, state: "released" };
    this.#fill(hold.slot, { none: false });
    return "done";
  }

  /** A live hold is booked whatever the clock says; another one as by anybody, and it never waits. */
  #bookHeld(index: number, hold: ClockHold): string {
    const { slot, type, tickets, state } = hold;
    if (state === "booked") return "hold-ended";
    if (state === "live") {
      this.#holds[index] = { ...hold, state: "booked" };
      return this.#add(hold, true);
    }
    const refused = this.#terms.refuseBooking(slot, type, this.#now);
    if (refused !== null) return refused;
    return this.#admits(slot, tickets) ? this.#add(hold, true) : "hold-ended";
  }

  #cancel(index: number, booking: ModelBooking, number: number | null): string {
    const { slot, tickets, status } = booking;
    const meant = number === null ? tickets : tickets.slice(number - 1, number);
    if (status === "CANCELLED" || !meant.includes(true)) return "refused";
    const before = seats(booking);
    const left = tickets.map((isLive, at) => isLive && number !== null && at + 1 !== number);
    if (left.includes(true)) this.#change(index, { tickets: left });
    else {
      const ended = { status: "CANCELLED", bookedAt: this.#now, ...noOffer } as const;
      this.#change(index, { ...ended, tickets: left });
    }
    this.#fill(slot, { none: before === 0 });
    return "done";
  }

  #promote(
    index: number,
    booking: ModelBooking,
    { overtake, late }: Extract<ClockStep, { kind: "promote" }>,
  ): string {
    const { slot, status, offerEndsAt } = booking;
    if (status !== "WAITLIST") return "not-waitlisted";
    const hasBegun = this.#terms.hasBegun(slot, this.#now);
    if (hasBegun && !late) return "slot-has-begun";
    if (offerEndsAt !== null) return this.#confirmOffered(index, slot);
    const isAhead = (other: number) => this.#bookings[other]!.bookedAt < booking.bookedAt;
    const ahead = this.#line(slot).filter((other) => other !== index && isAhead(other));
    // After the start nobody moves up any more, and stands before nobody.
    if (ahead.length > 0 && !hasBegun && !overtake) return "not-first";
    if (live(booking) > this.#free(slot)) return "seats-missing";
    this.#change(index, { status: "CONFIRMED", bookedAt: this.#at(slot), ...noOffer });
    this.#fill(slot, { none: true });
    return "CONFIRMED";
  }

  #accept(index: number, { slot, status, offerEndsAt, lapsed, accepted }: ModelBooking): string {
    if (offerEndsAt !== null) return this.#confirmOffered(index, slot);
    if (status === "WAITLIST" && lapsed !== null) return "offer-ended";
    return status === "CONFIRMED" && accepted ? "CONFIRMED" : "no-offer";
  }

  #confirmOffered(index: number, slot: number): string {
    const bookedAt = this.#at(slot);
    this.#change(index, { status: "CONFIRMED", bookedAt, ...noOffer, accepted: true });
    return "CONFIRMED";
  }

  #move(
    index: number,
    booking: ModelBooking,
    { slot, type, late }: Extract<ClockStep, { kind: "move" }>,
  ): string {
    const isSame = slot === booking.slot;
    if (booking.status === "CANCELLED") return "ticket-already-cancelled";
    if (isSame && type === booking.type) return booking.status;
    const refused = this.#terms.refuseBooking(slot, type, this.#now);
    if (refused !== null && !late) return refused;
    const hadOffer = booking.offerEndsAt !== null || booking.lapsed !== null;
    if (isSame) {
      // It keeps its seats, or its place in line; an offer that it had goes.
      const kept = booking.offerEndsAt === null ? 0 : live(booking);
      this.#change(index, { type, ...noOffer });
      const joins = booking.status === "WAITLIST" && hadOffer ? { last: index } : {};
      this.#fill(slot, { none: kept === 0, ...joins });
      return this.#bookings[index]!.status;
    }
    const hasSeats = this.#admits(slot, live(booking));
    if (!hasSeats && !this.#mayWait(slot, late)) return "seats-missing";
    const status = hasSeats ? "CONFIRMED" : "WAITLIST";
    const bookedAt = hasSeats ? this.#at(slot) : this.#joinsAt(slot);
    this.#change(index, { slot, type, status, bookedAt, ...noOffer });
    this.#fill(booking.slot, { none: seats(booking) === 0 });
    return status;
  }

  #setCapacity(slot: number, capacity: number): string {
    const before = this.#capacities[slot]!;
    const excess = (of: number) => Math.max(0, this.taken(slot) - of);
    if (excess(capacity) > excess(before)) return "capacity-below-taken";
    if (capacity === before) return "done";
    this.#capacities[slot] = capacity;
    this.#fill(slot, { none: capacity < before });
    return "done";
  }

  /** Who can move up by itself stands before everybody who comes (A40); others stand before nobody. */
  #admits(slot: number, tickets: number): boolean {
    const isHeldBack = this.#line(slot).some((index) => this.#movesUp(index));
    return !isHeldBack && tickets <= this.#free(slot);
  }

  #mayWait(slot: number, late: boolean): boolean {
    return !late && !this.#terms.hasBegun(slot, this.#now);
  }

  #movesUp(index: number): boolean {
    const { slot, type } = this.#bookings[index]!;
    return this.#now < this.#terms.movesUpUntil(slot, type);
  }

  /** Gives or offers free seats to those who wait, as the campaign says. */
  #fill(slot: number, { none, last }: Freed): void {
    if (this.#promotion === "manual" || this.#terms.hasBegun(slot, this.#now)) return;
    let free = this.#free(slot);
    const line = this.#line(slot).filter((index) => index !== last);
    for (const index of last === undefined ? line : [...line, last]) {
      if (!this.#movesUp(index)) continue;
      const needs = live(this.#bookings[index]!);
      if (needs > free) return;
      if (needs > 0) this.#give(index);
      free -= needs;
    }
    if (none) return;
    for (const index of this.#line(slot, "lapsed")) {
      const needs = live(this.#bookings[index]!);
      if (!this.#movesUp(index) || needs > free) continue;
      this.#give(index);
      free -= needs;
    }
  }

  #give(index: number): void {
    const { slot, type } = this.#bookings[index]!;
    if (this.#promotion === "automatic") {
      this.#change(index, { status: "CONFIRMED", bookedAt: this.#at(slot) });
      return;
    }
    const offerEndsAt = this.#terms.endOfOffer(slot, type, this.#now);
    this.#made[slot]!.push(this.#at(slot));
    this.#change(index, { lapsed: null, offerEndsAt });
  }

  /** Those who wait for seats, first come first; those whose offer ended, in the order of the ends. */
  #line(slot: number, which: "in line" | "lapsed" = "in line"): number[] {
    const placeOf = (index: number) => {
      const { lapsed, bookedAt } = this.#bookings[index]!;
      return which === "lapsed" ? (lapsed ?? 0) : bookedAt;
    };
    return indices(this.#bookings, (booking) => {
      const { status, lapsed, offerEndsAt } = booking;
      if (booking.slot !== slot || status !== "WAITLIST" || offerEndsAt !== null) return false;
      return (lapsed !== null) === (which === "lapsed");
    }).toSorted((one, other) => placeOf(one) - placeOf(other));
  }

  #free(slot: number): number {
    return Math.max(0, this.#capacities[slot]! - this.taken(slot));
  }

  /** A status begins no earlier than any other of its slot. */
  #at(slot: number): number {
    const own = this.#bookings.filter((booking) => booking.slot === slot);
    return Math.max(this.#now, ...own.map(({ bookedAt }) => bookedAt), ...this.#made[slot]!);
  }

  /** Nobody joins the waitlist at the moment of somebody else. */
  #joinsAt(slot: number): number {
    const waiting = this.#bookings.filter(
      (each) => each.slot === slot && each.status === "WAITLIST",
    );
    return Math.max(this.#at(slot), ...waiting.map(({ bookedAt }) => bookedAt + 1));
  }

  #change(index: number, after: Partial<ModelBooking>): void {
    this.#bookings[index] = { ...this.#bookings[index]!, ...after };
  }
}

const noOffer = { offerEndsAt: null, lapsed: null } as const;

function live({ tickets }: Pick<ClockBooking, "tickets">): number {
  return tickets.filter(Boolean).length;
}

/** The seats of a booking: its own, or those that are kept for it. */
function seats(booking: ClockBooking): number {
  return booking.status === "CONFIRMED" || booking.offerEndsAt !== null ? live(booking) : 0;
}

function indices<T>(list: readonly T[], fits: (each: T) => boolean): number[] {
  return list.flatMap((each, index) => (fits(each) ? [index] : []));
}
