const windowSeconds = 60;
/** The length of every window. */
export const windowMs = windowSeconds * 1000;
/** Refused token requests of one address, over all client ids, per refused one of a client id. */
const refusedPerAddressFactor = 10;
/** Keys that one limit remembers: a few megabytes. */
const maxKeys = 50_000;
/** Client ids that the service makes are shorter; a longer one is cut. */
const maxClientIdLength = 64;

/** The state of one limit for one caller after a request. */
export interface LimitState {
  readonly limited: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
}

/** Counts per key in windows of a minute. A limit of 0 is switched off. */
export class RateLimit {
  /** Null when the limit is off. */
  readonly counts: AddressCounts | null;

  /** `processes` share the limit (`count-sharing.ts`). */
  constructor(perMinute: number, processes = 1) {
    this.counts =
      perMinute === 0
        ? null
        : new AddressCounts({
            limit: perMinute,
            windowMs,
            maxKeys,
            sharers: processes,
          });
  }

  /** Counts one request; null when the limit is off. */
  count(key: string, now: number): LimitState | null {
    return this.counts === null ? null : this.#state(this.counts.count(key, now), now);
  }

  /** Reads the state without counting. */
  look(key: string, now: number): LimitState | null {
    const state = this.counts?.look(key, now) ?? null;
    return state === null ? null : this.#state(state, now);
  }

  #state({ limited, remaining, endsAt }: KeyState, now: number): LimitState {
    return {
      limited,
      limit: this.counts?.limit ?? 0,
      remaining,
      resetSeconds: Math.max(1, Math.ceil((endsAt - now) / 1000)),
    };
  }
}

/**
 * Limits refused token requests, so that secrets cannot be guessed: per address and client_id, so
 * that one broken deployment does not block its neighbours, and ten times that per address.
 */
export class RefusedTokenLimit {
  readonly perClient: RateLimit;
  readonly perAddress: RateLimit;

  constructor(perMinute: number, processes = 1) {
    this.perClient = new RateLimit(perMinute, processes);
    this.perAddress = new RateLimit(perMinute * refusedPerAddressFactor, processes);
  }

  /** The state of the limit that is used up, or null. */
  blocked(address: string, clientId: string, now: number): LimitState | null {
    const states = [
      this.perAddress.look(address, now),
      this.perClient.look(clientKey(address, clientId), now),
    ];
    return states.find((state) => state?.limited) ?? null;
  }

  countRefused(address: string, clientId: string, now: number): void {
    const all = this.perAddress.count(address, now);
    // Past the address's own limit client ids are not counted, so that invented ones fill nothing.
    if (all?.limited !== true) this.perClient.count(clientKey(address, clientId), now);
  }
}

function clientKey(address: string, clientId: string): string {
  return `${address} ${clientId.slice(0, maxClientIdLength)}`;
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
  lengthMs: number,
  now: number,
): boolean {
  return endsAt > now && endsAt <= now + 2 * lengthMs;
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
 * Several processes may count the same keys and share their counts through `count-sharing.ts`. Counts
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
