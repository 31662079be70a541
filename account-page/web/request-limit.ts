/** Counts requests by key in windows of time, in this process's memory. */
export class RequestLimit {
  readonly #most: number;
  readonly #windowMs: number;
  readonly #counts = new Map<string, number>();
  #windowEndsAt = 0;

  constructor(most: number, windowMs: number) {
    this.#most = most;
    this.#windowMs = windowMs;
  }

  /** Counts a request; the seconds to wait where it is one too many, else 0. */
  count(key: string, now: number): number {
    if (now >= this.#windowEndsAt) {
      this.#counts.clear();
      this.#windowEndsAt = now + this.#windowMs;
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count > this.#most ? Math.ceil((this.#windowEndsAt - now) / 1_000) : 0;
  }
}
