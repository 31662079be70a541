/** The sandbox's clock: the real one, moved forward. Instants are milliseconds UTC. */
export class SandboxClock {
  readonly #realNow: () => number;
  #aheadMs = 0;

  constructor(realNow: () => number) {
    this.#realNow = realNow;
  }

  now(): number {
    return this.#realNow() + this.#aheadMs;
  }

  /** The lead over the real clock. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  /**
   * Moves the clock. Returns false, and moves nothing, where it would go back or past the last valid instant.
   */
  moveTo(instant: number): boolean {
    const aheadMs = instant - this.#realNow();
    if (aheadMs < this.#aheadMs || instant > lastInstant) return false;
    this.#aheadMs = aheadMs;
    return true;
  }

  reset(): void {
    this.#aheadMs = 0;
  }
}

/** The limit leaves room for the expiry of tokens that are issued then. */
const lastInstant = Date.UTC(9998, 11, 31);
