import { setTimeout as sleep } from "node:timers/promises";
import { limitKey } from "../../../http/call/raw-request.ts";
import { RateLimit } from "../../../http/rate-limits/rate-limits.ts";
import type { Places, PlaceTaker } from "../../../operations/machinery/operation.ts";

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

  /** Counts one. Past the limit, resolves after a while with the seconds until the window ends. */
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

/** How many reads may run at once: in all, of one account, and of one operator. */
interface Shares {
  readonly all: number;
  readonly ofAccount: number;
  readonly ofOperator: number;
}

/** Limits the reads of one sort that run at once over HTTP, so that nobody takes the places of others. */
export class LongReads implements Places {
  readonly #shares: Shares;
  readonly #running = new Set<PlaceTaker>();

  constructor(shares: Shares) {
    this.#shares = shares;
  }

  /** Takes a place; null when none is free. The returned function releases the place. */
  begin({ account, operator }: PlaceTaker): (() => void) | null {
    const running = [...this.#running];
    const { all, ofAccount, ofOperator } = this.#shares;
    if (running.length >= all) return null;
    if (running.filter((read) => read.account === account).length >= ofAccount) return null;
    if (running.filter((read) => read.operator === operator).length >= ofOperator) return null;
    const read = { account, operator };
    this.#running.add(read);
    return () => void this.#running.delete(read);
  }
}
