import { AddressCounts, type KeyState } from "./address-counts.ts";

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

  /** `processes` share the limit (`counts-exchange.ts`). */
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
