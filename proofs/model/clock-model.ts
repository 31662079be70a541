import {
  ClockSeats,
  indices,
  live,
  noOffer,
  seats,
  type ClockBooking,
  type ClockHold,
  type ModelBooking,
} from "./clock-seats.ts";
import type { ClockStep, ClockType } from "./clock-step.ts";
import type { TypeTerms } from "./clock-terms.ts";

/**
 * The slots of one campaign under the clock, by decisions A40, A101, A103 and A110 alone: until when a seat is given,
 * seats that are held, and seats that are offered. Steps are made one after the other, each at a later time.
 */
export class ClockModel {
  readonly #seats: ClockSeats;
  #lapses = 0;

  constructor(capacities: readonly number[], starts: readonly number[], terms: TypeTerms) {
    this.#seats = new ClockSeats(capacities, starts, terms);
  }

  bookings(): readonly ClockBooking[] {
    return this.#seats.bookings.map(({ slot, type, status, bookedAt, tickets, offerEndsAt }) => ({
      slot,
      type,
      status,
      bookedAt,
      tickets,
      offerEndsAt,
    }));
  }

  holds(): readonly ClockHold[] {
    return this.#seats.holds;
  }

  taken(slot: number): number {
    return this.#seats.taken(slot);
  }

  /** The next moments at which something ends, opens or closes, in order. */
  moments(now: number): number[] {
    const ends = this.#seats.holds.map(({ endsAt, state }) => (state === "live" ? endsAt : 0));
    const offers = this.#seats.bookings.map(({ offerEndsAt }) => offerEndsAt ?? 0);
    const all = [...ends, ...offers, ...this.#seats.terms.moments()];
    return [...new Set(all)].filter((at) => at > now + 1).toSorted((one, other) => one - other);
  }

  /** Ends what is due, each slot at once: the seats are free then, and the waitlist gets them. */
  endDue(now: number): number {
    this.#seats.now = now;
    const ended = this.#seats.capacities.map((_, slot) => {
      const holds = indices(this.#seats.holds, (hold) => {
        return hold.slot === slot && hold.state === "live" && hold.endsAt <= now;
      });
      const offers = indices(this.#seats.bookings, ({ slot: its, offerEndsAt }) => {
        return its === slot && offerEndsAt !== null && offerEndsAt <= now;
      });
      for (const index of holds)
        this.#seats.holds[index] = { ...this.#seats.holds[index]!, state: "ended" };
      for (const index of offers) {
        this.#lapses += 1;
        this.#seats.change(index, { offerEndsAt: null, lapsed: this.#lapses });
      }
      const count = holds.length + offers.length;
      if (count > 0) this.#seats.fill(slot, { none: holds.length === 0 });
      return count;
    });
    return ended.reduce((sum, each) => sum + each, 0);
  }

  /** Makes the step and returns its outcome in a word: the reason where it is refused. */
  take(step: Exclude<ClockStep, { kind: "wait" }>, now: number): string {
    this.#seats.now = now;
    if (step.kind === "book") return this.#book(step);
    if (step.kind === "hold") return this.#hold(step);
    if (step.kind === "capacity") return this.#setCapacity(step.slot, step.capacity);
    if ("hold" in step) {
      const held = this.#seats.holds[step.hold];
      if (held === undefined) return "nothing";
      if (step.kind === "extend") return this.#extend(step.hold, held, step.seconds);
      return step.kind === "release"
        ? this.#release(step.hold, held)
        : this.#bookHeld(step.hold, held);
    }
    const booking = this.#seats.bookings[step.index];
    if (booking === undefined) return "nothing";
    if (step.kind === "cancel") return this.#cancel(step.index, booking, step.ticket);
    if (step.kind === "promote") return this.#promote(step.index, booking, step);
    if (step.kind === "accept") return this.#accept(step.index, booking);
    return this.#move(step.index, booking, step);
  }

  #book({ slot, type, tickets, late }: Extract<ClockStep, { kind: "book" }>): string {
    const refused = this.#seats.terms.refuseBooking(slot, type, this.#seats.now);
    if (refused !== null && !late) return refused;
    const hasSeats = this.#seats.admits(slot, tickets);
    if (!hasSeats && !this.#seats.mayWait(slot, late)) return "seats-missing";
    return this.#add({ slot, type, tickets }, hasSeats);
  }

  #add(
    { slot, type, tickets }: Pick<ClockHold, "slot" | "type" | "tickets">,
    hasSeats: boolean,
  ): string {
    const status = hasSeats ? "CONFIRMED" : "WAITLIST";
    const bookedAt = hasSeats ? this.#seats.at(slot) : this.#seats.joinsAt(slot);
    const live = Array.from({ length: tickets }, () => true);
    const none = { offerEndsAt: null, lapsed: null, accepted: false };
    this.#seats.bookings.push({ slot, type, status, bookedAt, tickets: live, ...none });
    return status;
  }

  #hold({ slot, type, tickets, seconds }: Extract<ClockStep, { kind: "hold" }>): string {
    const refused = this.#seats.terms.refuseBooking(slot, type, this.#seats.now);
    if (refused !== null) return refused;
    if (!this.#seats.admits(slot, tickets)) return "seats-missing";
    const endsAt = this.#endOfHold(slot, type, seconds);
    this.#seats.made[slot]!.push(this.#seats.at(slot));
    this.#seats.holds.push({ slot, type, tickets, endsAt, state: "live" });
    return "done";
  }

  #endOfHold(slot: number, type: ClockType, seconds: number): number {
    return Math.min(this.#seats.now + seconds * 1_000, this.#seats.terms.bookableUntil(slot, type));
  }

  #extend(index: number, hold: ClockHold, seconds: number): string {
    const { slot, type, state } = hold;
    if (state !== "live") return "hold-ended";
    const refused = this.#seats.terms.refuseBooking(slot, type, this.#seats.now);
    if (refused !== null) return refused;
    this.#seats.holds[index] = { ...hold, endsAt: this.#endOfHold(slot, type, seconds) };
    return "done";
  }

  #release(index: number, hold: ClockHold): string {
    if (hold.state === "booked") return "hold-ended";
    if (hold.state !== "live") return "done";
    this.#seats.holds[index] = { ...hold, state: "released" };
    this.#seats.fill(hold.slot, { none: false });
    return "done";
  }

  /** A live hold is booked whatever the clock says; another one as by anybody, and it never waits. */
  #bookHeld(index: number, hold: ClockHold): string {
    const { slot, type, tickets, state } = hold;
    if (state === "booked") return "hold-ended";
    if (state === "live") {
      this.#seats.holds[index] = { ...hold, state: "booked" };
      return this.#add(hold, true);
    }
    const refused = this.#seats.terms.refuseBooking(slot, type, this.#seats.now);
    if (refused !== null) return refused;
    return this.#seats.admits(slot, tickets) ? this.#add(hold, true) : "hold-ended";
  }

  #cancel(index: number, booking: ModelBooking, number: number | null): string {
    const { slot, tickets, status } = booking;
    const meant = number === null ? tickets : tickets.slice(number - 1, number);
    if (status === "CANCELLED" || !meant.includes(true)) return "refused";
    const before = seats(booking);
    const left = tickets.map((isLive, at) => isLive && number !== null && at + 1 !== number);
    if (left.includes(true)) this.#seats.change(index, { tickets: left });
    else {
      const ended = { status: "CANCELLED", bookedAt: this.#seats.now, ...noOffer } as const;
      this.#seats.change(index, { ...ended, tickets: left });
    }
    this.#seats.fill(slot, { none: before === 0 });
    return "done";
  }

  #promote(
    index: number,
    booking: ModelBooking,
    { overtake, late }: Extract<ClockStep, { kind: "promote" }>,
  ): string {
    const { slot, status, offerEndsAt } = booking;
    if (status !== "WAITLIST") return "not-waitlisted";
    const hasBegun = this.#seats.terms.hasBegun(slot, this.#seats.now);
    if (hasBegun && !late) return "slot-has-begun";
    if (offerEndsAt !== null) return this.#confirmOffered(index, slot);
    const isAhead = (other: number) =>
      booking.lapsed !== null || this.#seats.bookings[other]!.bookedAt < booking.bookedAt;
    const ahead = this.#seats.line(slot).filter((other) => other !== index && isAhead(other));
    // After the start nobody moves up any more, and stands before nobody.
    if (ahead.length > 0 && !hasBegun && !overtake) return "not-first";
    if (live(booking) > this.#seats.free(slot)) return "seats-missing";
    this.#seats.change(index, { status: "CONFIRMED", bookedAt: this.#seats.at(slot), ...noOffer });
    this.#seats.fill(slot, { none: true });
    return "CONFIRMED";
  }

  #accept(index: number, { slot, status, offerEndsAt, lapsed, accepted }: ModelBooking): string {
    if (offerEndsAt !== null) return this.#confirmOffered(index, slot);
    if (status === "WAITLIST" && lapsed !== null) return "offer-ended";
    return status === "CONFIRMED" && accepted ? "CONFIRMED" : "no-offer";
  }

  #confirmOffered(index: number, slot: number): string {
    const bookedAt = this.#seats.at(slot);
    this.#seats.change(index, { status: "CONFIRMED", bookedAt, ...noOffer, accepted: true });
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
    const refused = this.#seats.terms.refuseBooking(slot, type, this.#seats.now);
    if (refused !== null && !late) return refused;
    const hadOffer = booking.offerEndsAt !== null || booking.lapsed !== null;
    if (isSame) {
      // It keeps its seats, or its place in line; an offer that it had goes.
      const kept = booking.offerEndsAt === null ? 0 : live(booking);
      this.#seats.change(index, { type, ...noOffer });
      const joins = booking.status === "WAITLIST" && hadOffer ? { last: index } : {};
      this.#seats.fill(slot, { none: kept === 0, ...joins });
      return this.#seats.bookings[index]!.status;
    }
    const hasSeats = this.#seats.admits(slot, live(booking));
    if (!hasSeats && !this.#seats.mayWait(slot, late)) return "seats-missing";
    const status = hasSeats ? "CONFIRMED" : "WAITLIST";
    const bookedAt = hasSeats ? this.#seats.at(slot) : this.#seats.joinsAt(slot);
    this.#seats.change(index, { slot, type, status, bookedAt, ...noOffer });
    this.#seats.fill(booking.slot, { none: seats(booking) === 0 });
    return status;
  }

  #setCapacity(slot: number, capacity: number): string {
    const before = this.#seats.capacities[slot]!;
    const excess = (of: number) => Math.max(0, this.#seats.taken(slot) - of);
    if (excess(capacity) > excess(before)) return "capacity-below-taken";
    if (capacity === before) return "done";
    this.#seats.capacities[slot] = capacity;
    this.#seats.fill(slot, { none: capacity < before });
    return "done";
  }
}
