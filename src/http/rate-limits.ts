import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

const windowSeconds = 60;
/** Refused token requests of one address, over all client ids, per refused one of a client id. */
const refusedPerAddressFactor = 10;

/** Where one limit stands for one caller after a request. */
export interface LimitState {
  readonly limited: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
}

/** Counts per key in windows of a minute. A limit of 0 is switched off. */
export class RateLimit {
  readonly #limiter: RateLimiterMemory | null;
  readonly #limit: number;

  constructor(perMinute: number) {
    this.#limit = perMinute;
    this.#limiter =
      perMinute === 0
        ? null
        : new RateLimiterMemory({ points: perMinute, duration: windowSeconds });
  }

  /** Counts one request; null when the limit is off. */
  async count(key: string): Promise<LimitState | null> {
    if (this.#limiter === null) return null;
    try {
      return this.#state(await this.#limiter.consume(key), false);
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return this.#state(refused, true);
      throw refused;
    }
  }

  /** Looks without counting. */
  async look(key: string): Promise<LimitState | null> {
    const result = (await this.#limiter?.get(key)) ?? null;
    return result === null ? null : this.#state(result, result.consumedPoints >= this.#limit);
  }

  #state(result: RateLimiterRes, limited: boolean): LimitState {
    return {
      limited,
      limit: this.#limit,
      remaining: Math.max(0, result.remainingPoints),
      resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
    };
  }
}

/**
 * Refused token requests, so that secrets cannot be guessed: counted per address and client_id, so
 * that one broken deployment does not block its neighbours, and ten times that per address.
 */
export class RefusedTokenLimit {
  readonly #perClient: RateLimit;
  readonly #perAddress: RateLimit;

  constructor(perMinute: number) {
    this.#perClient = new RateLimit(perMinute);
    this.#perAddress = new RateLimit(perMinute * refusedPerAddressFactor);
  }

  /** The state that forbids another try, or null. */
  async blocked(address: string, clientId: string): Promise<LimitState | null> {
    const states = [
      await this.#perAddress.look(address),
      await this.#perClient.look(clientKey(address, clientId)),
    ];
    return states.find((state) => state?.limited) ?? null;
  }

  async countRefused(address: string, clientId: string): Promise<void> {
    const all = await this.#perAddress.count(address);
    // Past the address's own limit client ids are not counted, so inventing them fills no memory.
    if (all?.limited !== true) await this.#perClient.count(clientKey(address, clientId));
  }
}

function clientKey(address: string, clientId: string): string {
  return `${address} ${clientId.slice(0, 256)}`;
}

/** The `RateLimit` and `RateLimit-Policy` header fields (IETF httpapi draft). */
export function rateLimitHeaders(state: LimitState): Record<string, string> {
  return {
    "ratelimit-policy": `"default";q=${state.limit};w=${windowSeconds}`,
    ratelimit: `"default";r=${state.remaining};t=${state.resetSeconds}`,
  };
}
