/** Where one key stands in its window, after a request or before one. */
export interface KeyState {
  /** Whether the limit is used up: what comes next, or what just came, is refused. */
  readonly limited: boolean;
  readonly remaining: number;
  /** When the window ends; milliseconds UTC. */
  readonly endsAt: number;
}

/** What one process has counted of a key in its window: always the whole, so saying it twice is harmless. */
export interface Told {
  readonly key: string;
  readonly count: number;
  readonly endsAt: number;
}

interface Window {
  endsAt: number;
  /** Counted here. */
  mine: number;
  /** How much of that was told to the others. */
  told: number;
  /** Counted by all the others, as far as known. */
  elsewhere: number;
}

export interface CountsOrder {
  readonly limit: number;
  readonly windowMs: number;
  /** How many keys are remembered. */
  readonly maxKeys: number;
  /** How many count the same keys, this one included; 1 is alone. */
  readonly sharers: number;
}

/** Among how many of the oldest keys the one to forget is chosen. */
const candidatesToForget = 8;
/** A key is told to the others once it has used this part of its limit, shared among all. */
const quietPart = 4;
/** And at once when what is untold, everywhere at this rate, could use up half of what remains. */
const untoldPart = 2;

/**
 * Counts per key in windows that begin with a key's first request. Refused requests do not count
 * further. The memory is bounded: when there are too many keys, one of the oldest is forgotten,
 * that with the least counted, so that inventing addresses does not clear one that is used up.
 *
 * Several processes may count the same keys: each tells the others what it counted, and learns what
 * they did (`counts-hub.ts` stands in the middle). A key that has used little of its limit is not
 * worth telling, so ordinary callers cost nothing; the closer a key comes to its limit, the sooner
 * its counts are told.
 */
export class AddressCounts {
  readonly limit: number;
  readonly #order: CountsOrder;
  readonly #windows = new Map<string, Window>();
  readonly #changed = new Set<string>();
  /** Called when what was counted should be told at once. */
  onUrgent: () => void = () => {};

  constructor(order: CountsOrder) {
    this.limit = order.limit;
    this.#order = order;
  }

  /** How many keys are remembered now. */
  get size(): number {
    return this.#windows.size;
  }

  /** Counts one request of a key; not when it is refused. */
  count(key: string, now: number): KeyState {
    const window = this.#live(key, now) ?? this.#open(key, now + this.#order.windowMs, now);
    const used = window.mine + window.elsewhere;
    if (used >= this.limit) return { limited: true, remaining: 0, endsAt: window.endsAt };
    window.mine += 1;
    const remaining = this.limit - used - 1;
    if (this.#order.sharers > 1) {
      this.#changed.add(key);
      const untold = window.mine - window.told;
      const soon = untold * untoldPart * this.#order.sharers >= remaining;
      if (soon && this.#isWorthTelling(window)) this.onUrgent();
    }
    return { limited: false, remaining, endsAt: window.endsAt };
  }

  /** Looks without counting; null when nothing was counted. */
  look(key: string, now: number): KeyState | null {
    const window = this.#live(key, now);
    if (window === null) return null;
    const remaining = Math.max(0, this.limit - window.mine - window.elsewhere);
    return { limited: remaining === 0, remaining, endsAt: window.endsAt };
  }

  /** What has changed since the last time and is worth telling. */
  takeChanges(now: number): Told[] {
    const changes: Told[] = [];
    for (const key of this.#changed) {
      const window = this.#live(key, now);
      if (window === null || !this.#isWorthTelling(window)) continue;
      window.told = window.mine;
      changes.push({ key, count: window.mine, endsAt: window.endsAt });
    }
    this.#changed.clear();
    return changes;
  }

  /** Takes note of what all the others counted of a key, and when its window ends for all. */
  learn({ key, count, endsAt }: Told, now: number): void {
    if (endsAt <= now) return;
    const window = this.#live(key, now) ?? this.#open(key, endsAt, now);
    window.elsewhere = count;
    window.endsAt = endsAt;
  }

  #isWorthTelling(window: Window): boolean {
    const quiet = this.limit / (quietPart * this.#order.sharers);
    return window.mine >= quiet || window.told > 0 || window.elsewhere > 0;
  }

  #live(key: string, now: number): Window | null {
    const window = this.#windows.get(key);
    return window !== undefined && window.endsAt > now ? window : null;
  }

  #open(key: string, endsAt: number, now: number): Window {
    this.#windows.delete(key);
    this.#forgetEnded(now);
    if (this.#windows.size >= this.#order.maxKeys) this.#forgetOne();
    const window = { endsAt, mine: 0, told: 0, elsewhere: 0 };
    this.#windows.set(key, window);
    return window;
  }

  /** The oldest stand first. For each new key two ended ones may go, so they never pile up. */
  #forgetEnded(now: number): void {
    let looked = 0;
    for (const [key, window] of this.#windows) {
      if (window.endsAt > now || looked === 2) return;
      this.#windows.delete(key);
      looked += 1;
    }
  }

  #forgetOne(): void {
    const oldest: [string, Window][] = [];
    for (const entry of this.#windows) {
      oldest.push(entry);
      if (oldest.length === candidatesToForget) break;
    }
    const used = ([, { mine, elsewhere }]: [string, Window]) => mine + elsewhere;
    const [least] = oldest.toSorted((one, other) => used(one) - used(other));
    for (const [key, window] of oldest) {
      this.#windows.delete(key);
      // What is kept goes to the end, so that the next to be looked at are others.
      if (key !== least?.[0]) this.#windows.set(key, window);
    }
  }
}
