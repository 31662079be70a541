import type { ClockType, Promotion } from "./clock-step.ts";

const minute = 60_000;
/** An offer that would be shorter, and shorter than its campaign says, is not made. */
const offerLeastMs = 5 * minute;

/** What a campaign and its ticket types say. Times are milliseconds UTC. */
export interface TypeTerms {
  readonly promotion: Promotion;
  readonly offerMinutes: number;
  /** The type's cut-off, where it has one, goes before its campaign's. */
  readonly cutoffs: Readonly<Record<ClockType, number>>;
  readonly from: Readonly<Partial<Record<ClockType, number>>>;
  readonly until: Readonly<Partial<Record<ClockType, number>>>;
}

/** Until when each slot gives seats of each type, by decisions A101 and A110. */
export class ClockTerms {
  readonly #starts: readonly number[];
  readonly #terms: TypeTerms;

  constructor(starts: readonly number[], terms: TypeTerms) {
    this.#starts = starts;
    this.#terms = terms;
  }

  hasBegun(slot: number, now: number): boolean {
    return now >= this.#start(slot);
  }

  refuseBooking(slot: number, type: ClockType, now: number): string | null {
    if (now >= this.bookableUntil(slot, type)) {
      return this.hasBegun(slot, now) ? "slot-has-begun" : "booking-closed";
    }
    return now < (this.#terms.from[type] ?? 0) ? "booking-not-open" : null;
  }

  bookableUntil(slot: number, type: ClockType): number {
    return Math.min(this.#cutoff(slot, type), this.#terms.until[type] ?? Infinity);
  }

  /** The waitlist moves up by itself before this moment, whatever the type's window. */
  movesUpUntil(slot: number, type: ClockType): number {
    const { promotion, offerMinutes } = this.#terms;
    if (promotion !== "offer") return this.#closes(slot, type);
    return this.#closes(slot, type) - Math.min(offerLeastMs, offerMinutes * minute) + 1;
  }

  endOfOffer(slot: number, type: ClockType, now: number): number {
    return Math.min(now + this.#terms.offerMinutes * minute, this.#closes(slot, type));
  }

  /** Each moment at which something opens or closes. */
  moments(): number[] {
    const { from, until, cutoffs } = this.#terms;
    const types = Object.keys(cutoffs) as ClockType[];
    const ofSlots = this.#starts.flatMap((start, slot) => [
      start,
      ...types.flatMap((type) => [this.#cutoff(slot, type), this.movesUpUntil(slot, type)]),
    ]);
    return [...ofSlots, ...Object.values(from), ...Object.values(until)];
  }

  #closes(slot: number, type: ClockType): number {
    return Math.min(this.#start(slot), this.#cutoff(slot, type));
  }

  #cutoff(slot: number, type: ClockType): number {
    return this.#start(slot) - this.#terms.cutoffs[type] * minute;
  }

  #start(slot: number): number {
    return this.#starts[slot] ?? 0;
  }
}
