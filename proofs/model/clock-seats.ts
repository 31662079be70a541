import type { ClockType, Promotion } from "./clock-step.ts";
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

export interface ModelBooking extends ClockBooking {
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

export interface Freed {
  /** Whether no seat was freed, but by offers that ended: whose offer ended gets none then. */
  readonly none: boolean;
  /** One that the act puts at the end of the line. */
  readonly last?: number;
}

/** The bookings and holds of a campaign's slots: who waits, what is free, and who gets it. */
export class ClockSeats {
  readonly terms: ClockTerms;
  readonly capacities: number[];
  readonly bookings: ModelBooking[] = [];
  readonly holds: ClockHold[] = [];
  /** When the holds and offers of each slot were made: whoever joins later stands behind them. */
  readonly made: number[][];
  now = 0;
  readonly #promotion: Promotion;

  constructor(capacities: readonly number[], starts: readonly number[], terms: TypeTerms) {
    this.#promotion = terms.promotion;
    this.terms = new ClockTerms(starts, terms);
    this.capacities = [...capacities];
    this.made = starts.map(() => []);
  }

  taken(slot: number): number {
    const kept = this.holds.filter((hold) => hold.slot === slot && hold.state === "live");
    return [
      ...kept.map(({ tickets }) => tickets),
      ...this.bookings.map((booking) => (booking.slot === slot ? seats(booking) : 0)),
    ].reduce((sum, each) => sum + each, 0);
  }

  /** Who can move up by itself stands before everybody who comes (A40); others stand before nobody. */
  admits(slot: number, tickets: number): boolean {
    const isHeldBack = this.line(slot).some((index) => this.movesUp(index));
    return !isHeldBack && tickets <= this.free(slot);
  }

  mayWait(slot: number, late: boolean): boolean {
    return !late && !this.terms.hasBegun(slot, this.now);
  }

  movesUp(index: number): boolean {
    const { slot, type } = this.bookings[index]!;
    return this.now < this.terms.movesUpUntil(slot, type);
  }

  /** Gives or offers free seats to those who wait, as the campaign says. */
  fill(slot: number, { none, last }: Freed): void {
    if (this.#promotion === "manual" || this.terms.hasBegun(slot, this.now)) return;
    let free = this.free(slot);
    const line = this.line(slot).filter((index) => index !== last);
    for (const index of last === undefined ? line : [...line, last]) {
      if (!this.movesUp(index)) continue;
      const needs = live(this.bookings[index]!);
      if (needs > free) return;
      if (needs > 0) this.#give(index);
      free -= needs;
    }
    if (none) return;
    for (const index of this.line(slot, "lapsed")) {
      const needs = live(this.bookings[index]!);
      if (!this.movesUp(index) || needs > free) continue;
      this.#give(index);
      free -= needs;
    }
  }

  #give(index: number): void {
    const { slot, type } = this.bookings[index]!;
    if (this.#promotion === "automatic") {
      this.change(index, { status: "CONFIRMED", bookedAt: this.at(slot) });
      return;
    }
    const offerEndsAt = this.terms.endOfOffer(slot, type, this.now);
    this.made[slot]!.push(this.at(slot));
    this.change(index, { lapsed: null, offerEndsAt });
  }

  /** Those who wait for seats, first come first; those whose offer ended, in the order of the ends. */
  line(slot: number, which: "in line" | "lapsed" = "in line"): number[] {
    const placeOf = (index: number) => {
      const { lapsed, bookedAt } = this.bookings[index]!;
      return which === "lapsed" ? (lapsed ?? 0) : bookedAt;
    };
    return indices(this.bookings, (booking) => {
      const { status, lapsed, offerEndsAt } = booking;
      if (booking.slot !== slot || status !== "WAITLIST" || offerEndsAt !== null) return false;
      return (lapsed !== null) === (which === "lapsed");
    }).toSorted((one, other) => placeOf(one) - placeOf(other));
  }

  free(slot: number): number {
    return Math.max(0, this.capacities[slot]! - this.taken(slot));
  }

  /** A status begins no earlier than any other of its slot. */
  at(slot: number): number {
    const own = this.bookings.filter((booking) => booking.slot === slot);
    return Math.max(this.now, ...own.map(({ bookedAt }) => bookedAt), ...this.made[slot]!);
  }

  /** Nobody joins the waitlist at the moment of somebody else. */
  joinsAt(slot: number): number {
    const waiting = this.bookings.filter(
      (each) => each.slot === slot && each.status === "WAITLIST",
    );
    return Math.max(this.at(slot), ...waiting.map(({ bookedAt }) => bookedAt + 1));
  }

  change(index: number, after: Partial<ModelBooking>): void {
    this.bookings[index] = { ...this.bookings[index]!, ...after };
  }
}

export const noOffer = { offerEndsAt: null, lapsed: null } as const;

export function live({ tickets }: Pick<ClockBooking, "tickets">): number {
  return tickets.filter(Boolean).length;
}

/** The seats of a booking: its own, or those that are kept for it. */
export function seats(booking: ClockBooking): number {
  return booking.status === "CONFIRMED" || booking.offerEndsAt !== null ? live(booking) : 0;
}

export function indices<T>(list: readonly T[], fits: (each: T) => boolean): number[] {
  return list.flatMap((each, index) => (fits(each) ? [index] : []));
}
