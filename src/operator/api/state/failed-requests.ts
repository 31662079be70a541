import { setTimeout as sleep } from "node:timers/promises";
import { limitKey } from "../../../http/call/raw-request.ts";
import { RateLimit } from "../../../http/rate-limits/rate-limits.ts";

/** The time that the answer to a request past the limit is held. */
const holdMs = 1_000;
/** The most answers that are held at a time; further ones are sent at once. */
const mostHeld = 1_000;

/**
 * Counts requests without a valid key or session that failed, by address (decision B94). Answers past
 * the limit are held, because a client that is refused at once retries at once.
 */
export class FailedRequests {
  readonly #limit: RateLimit;
  #held = 0;

  /** 0 switches the limit off. */
  constructor(perMinute: number) {
    this.#limit = new RateLimit(perMinute);
  }

  /** Whether the address is past the limit; counts nothing. */
  isPast(address: string): boolean {
    return this.#limit.look(limitKey(address), performance.now())?.limited === true;
  }

  /** Counts one. Past the limit, resolves after a while with the seconds until the window ends; else with null. */
  async count(address: string): Promise<number | null> {
    const state = this.#limit.count(limitKey(address), performance.now());
    if (state?.limited !== true) return null;
    if (this.#held < mostHeld) {
      this.#held += 1;
      await sleep(holdMs);
      this.#held -= 1;
    }
    return state.resetSeconds;
  }
}
