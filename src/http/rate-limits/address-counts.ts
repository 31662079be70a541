/** The state of one key in its window. */
export interface KeyState {
  /** Whether the limit is used up: the request that was counted, or the next one, is refused. */
  readonly limited: boolean;
  readonly remaining: number;
  /** When the window ends, by the clock that the caller reads. */
  readonly endsAt: number;
}

/**
 * The count of one key in its window, in one process: the total, so that a repeated message is
 * harmless.
 */
export interface ProcessCount {
  readonly key: string;
  readonly count: number;
  readonly endsAt: number;
}

interface Window {
  endsAt: number;
  /** Counted here. */
  mine: number;
  /** The part of `mine` that the other processes know. */
  shared: number;
  /** The latest known count of all other processes. */
  elsewhere: number;
}

export interface AddressCountsOptions {
  readonly limit: number;
  readonly windowMs: number;
  /** How many keys are remembered. */
  readonly maxKeys: number;
  /** How many processes count the same keys, this one included. */
  readonly sharers: number;
}

/**
 * Whether a window counts now. One that ends more than two windows from now is from before the clock
 * was set back; it would refuse its key until the clock is there again. Between one and two windows is
 * the difference of nodes' clocks.
 */
export function isLive(
  { endsAt }: { readonly endsAt: number },
  windowMs: number,
  now: number,
): boolean {
  return endsAt > now && endsAt <= now + 2 * windowMs;
}

/** The key to forget is chosen among this many of the oldest. */
const candidatesToForget = 8;
/** A key's count is shared once it exceeds this fraction (1/n) of the process's part of the limit. */
const quietPart = 4;
/**
 * The count is shared at once when all processes' unshared counts could use up this fraction (1/n)
 * of the rest.
 */
const unsharedPart = 2;

/**
 * Counts requests per key in windows that begin with a key's first request. Refused requests do not
 * count. Memory is bounded: beyond `maxKeys` one of the oldest keys is forgotten, the one with the
 * least counted, so that invented addresses do not reset a key that is used up.
 *
 * Several processes may count the same keys and share their counts through `counts-hub.ts`. Counts
 * far below the limit are not shared, so that ordinary callers cost nothing; near the limit they
 * are shared at once.
 */
export class AddressCounts {
  readonly limit: number;
  readonly #options: AddressCountsOptions;
  readonly #windows = new Map<string, Window>();
  readonly #changed = new Set<string>();
  /** Called when counts should be shared at once. */
  onUrgent: () => void = () => {};

  constructor(options: AddressCountsOptions) {
    this.limit = options.limit;
    this.#options = options;
  }

  get size(): number {
    return this.#windows.size;
  }

  /** Counts one request of a key, unless it is refused. */
  count(key: string, now: number): KeyState {
    const window = this.#live(key, now) ?? this.#open(key, now + this.#options.windowMs, now);
    const used = window.mine + window.elsewhere;
    if (used >= this.limit) return { limited: true, remaining: 0, endsAt: window.endsAt };
    window.mine += 1;
    const remaining = this.limit - used - 1;
    if (this.#options.sharers > 1) {
      this.#changed.add(key);
      const unshared = window.mine - window.shared;
      const soon = unshared * unsharedPart * this.#options.sharers >= remaining;
      if (soon && this.#isWorthSharing(window)) this.onUrgent();
    }
    return { limited: false, remaining, endsAt: window.endsAt };
  }

  /** Reads a key's state without counting; null when nothing was counted. */
  look(key: string, now: number): KeyState | null {
    const window = this.#live(key, now);
    if (window === null) return null;
    const remaining = Math.max(0, this.limit - window.mine - window.elsewhere);
    return { limited: remaining === 0, remaining, endsAt: window.endsAt };
  }

  /** Takes the counts that changed since the last call and are worth sharing. */
  takeChanges(now: number): ProcessCount[] {
    const changes: ProcessCount[] = [];
    for (const key of this.#changed) {
      const window = this.#live(key, now);
      if (window === null || !this.#isWorthSharing(window)) continue;
      window.shared = window.mine;
      changes.push({ key, count: window.mine, endsAt: window.endsAt });
    }
    this.#changed.clear();
    return changes;
  }

  /** Stores the count of all other processes, and the common end of the window. */
  learn({ key, count, endsAt }: ProcessCount, now: number): void {
    if (!isLive({ endsAt }, this.#options.windowMs, now)) return;
    const window = this.#live(key, now) ?? this.#open(key, endsAt, now);
    window.elsewhere = count;
    window.endsAt = endsAt;
  }

  #isWorthSharing(window: Window): boolean {
    const quiet = this.limit / (quietPart * this.#options.sharers);
    return window.mine >= quiet || window.shared > 0 || window.elsewhere > 0;
  }

  #live(key: string, now: number): Window | null {
    const window = this.#windows.get(key);
    return window !== undefined && isLive(window, this.#options.windowMs, now) ? window : null;
  }

  #open(key: string, endsAt: number, now: number): Window {
    this.#windows.delete(key);
    this.#forgetEnded(now);
    if (this.#windows.size >= this.#options.maxKeys) this.#forgetOne();
    const window = { endsAt, mine: 0, shared: 0, elsewhere: 0 };
    this.#windows.set(key, window);
    return window;
  }

  /**
   * The map's order is that of age. Each new key removes up to two ended ones, so they cannot pile
   * up.
   */
  #forgetEnded(now: number): void {
    let looked = 0;
    for (const [key, window] of this.#windows) {
      if (isLive(window, this.#options.windowMs, now) || looked === 2) return;
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
      // A key that is kept moves to the end, so that the next search sees other keys.
      if (key !== least?.[0]) this.#windows.set(key, window);
    }
  }
}
