const windowSeconds = 60;
const windowMs = windowSeconds * 1000;
/** Keys that one limit remembers: a few megabytes. */
const maxKeysOfLimit = 50_000;
/** The key to forget is chosen among this many of the oldest. */
const candidatesToForget = 8;
/** A key's count is shared once it exceeds this fraction (1/n) of the process's part of the limit. */
const quietPart = 4;
/**
 * The count is shared at once when all processes' unshared counts could use up this fraction (1/n)
 * of the rest.
 */
const unsharedPart = 2;

/** The state of one limit for one caller after a request. */
export interface LimitState {
  /** Whether the limit is used up: the request that was counted, or the next one, is refused. */
  readonly limited: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, by the clock that the caller reads. */
  readonly endsAt: number;
  /** Whole seconds until then, at least 1. */
  readonly resetSeconds: number;
}

/**
 * The count of one key in its window, in one process: the total, so that a repeated message is
 * harmless.
 */
export interface KeyCount {
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

/**
 * Whether a window counts now. One that ends more than two windows from now is from before the clock
 * was set back; it would refuse its key until the clock is there again. Between one and two windows is
 * the difference of nodes' clocks.
 */
export function isLive({ endsAt }: Pick<KeyCount, "endsAt">, now: number): boolean {
  return endsAt > now && endsAt <= now + 2 * windowMs;
}

/**
 * Counts requests per key in windows of a minute that begin with a key's first request. Refused requests do
 * not count. Memory is bounded: beyond `maxKeys` one of the oldest keys is forgotten, the one with the
 * least counted, so that invented addresses do not reset a key that is used up.
 *
 * Several processes may count the same keys and share their counts through `count-sharing.ts`. Counts
 * far below the limit are not shared, so that ordinary callers cost nothing; near the limit they
 * are shared at once.
 */
export class RateLimit {
  readonly limit: number;
  readonly #processes: number;
  readonly #maxKeys: number;
  readonly #windows = new Map<string, Window>();
  readonly #changed = new Set<string>();
  /** Called when counts should be shared at once. */
  onUrgent: () => void = () => {};

  /** A limit of 0 is switched off. `processes` share the limit, this one included. */
  constructor(perMinute: number, processes = 1, maxKeys = maxKeysOfLimit) {
    this.limit = perMinute;
    this.#processes = processes;
    this.#maxKeys = maxKeys;
  }

  get size(): number {
    return this.#windows.size;
  }

  /** Counts one request of a key, unless it is refused; null when the limit is off. */
  count(key: string, now: number): LimitState | null {
    if (this.limit === 0) return null;
    const window = this.#live(key, now) ?? this.#open(key, now + windowMs, now);
    const used = window.mine + window.elsewhere;
    if (used >= this.limit) return this.#state(true, 0, window, now);
    window.mine += 1;
    const remaining = this.limit - used - 1;
    if (this.#processes > 1) {
      this.#changed.add(key);
      const unshared = window.mine - window.shared;
      const soon = unshared * unsharedPart * this.#processes >= remaining;
      if (soon && this.#isWorthSharing(window)) this.onUrgent();
    }
    return this.#state(false, remaining, window, now);
  }

  /** Reads a key's state without counting; null when nothing was counted. */
  look(key: string, now: number): LimitState | null {
    const window = this.#live(key, now);
    if (window === null) return null;
    const remaining = Math.max(0, this.limit - window.mine - window.elsewhere);
    return this.#state(remaining === 0, remaining, window, now);
  }

  #state(limited: boolean, remaining: number, { endsAt }: Window, now: number): LimitState {
    const resetSeconds = Math.max(1, Math.ceil((endsAt - now) / 1000));
    return { limited, limit: this.limit, remaining, endsAt, resetSeconds };
  }

  /** Takes the counts that changed since the last call and are worth sharing. */
  takeChanges(now: number): KeyCount[] {
    const changes: KeyCount[] = [];
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
  learn({ key, count, endsAt }: KeyCount, now: number): void {
    if (!isLive({ endsAt }, now)) return;
    const window = this.#live(key, now) ?? this.#open(key, endsAt, now);
    window.elsewhere = count;
    window.endsAt = endsAt;
  }

  #isWorthSharing(window: Window): boolean {
    const quiet = this.limit / (quietPart * this.#processes);
    return window.mine >= quiet || window.shared > 0 || window.elsewhere > 0;
  }

  #live(key: string, now: number): Window | null {
    const window = this.#windows.get(key);
    return window !== undefined && isLive(window, now) ? window : null;
  }

  #open(key: string, endsAt: number, now: number): Window {
    this.#windows.delete(key);
    this.#forgetEnded(now);
    if (this.#windows.size >= this.#maxKeys) this.#forgetOne();
    const window = { endsAt, mine: 0, shared: 0, elsewhere: 0 };
    this.#windows.set(key, window);
    return window;
  }

  /**
   * Each new key removes up to two ended windows at the head of the map, so they cannot pile up. The map is mostly in
   * the order of the ends. A window behind one that ends later (`learn`, `#forgetOne`) waits for its turn.
   */
  #forgetEnded(now: number): void {
    let looked = 0;
    for (const [key, window] of this.#windows) {
      if (isLive(window, now) || looked === 2) return;
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

/** The refusal of a request past the limit. */
export function rateLimited({ resetSeconds }: Pick<LimitState, "resetSeconds">) {
  return { refused: { why: "rate-limited", retryAfterSeconds: resetSeconds } } as const;
}

/** The quota that a limit's headers name. */
export type RateLimitPolicy = "requests" | "tokens";

/** The `RateLimit-Policy` and `RateLimit` header fields, names and values (IETF httpapi draft). */
export function rateLimitHeaders(
  policy: RateLimitPolicy,
  { limit, remaining, resetSeconds }: LimitState,
): string[] {
  return [
    "ratelimit-policy",
    `"${policy}";q=${limit};w=${windowSeconds}`,
    "ratelimit",
    `"${policy}";r=${remaining};t=${resetSeconds}`,
  ];
}
