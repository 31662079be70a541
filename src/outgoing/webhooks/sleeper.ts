/** Sleeps until it is roused. A rousing while it is awake keeps it from the next sleep. */
export class Sleeper {
  #isRoused = false;
  #wake: () => void = () => {};

  rouse(): void {
    this.#isRoused = true;
    this.#wake();
  }

  /** Forgets earlier rousings. */
  forget(): void {
    this.#isRoused = false;
  }

  /** Sleeps for so long at most; null sets no end. */
  async sleep(limitMs: number | null): Promise<void> {
    if (this.#isRoused) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = limitMs === null ? null : setTimeout(resolve, limitMs);
    await promise;
    if (timer !== null) clearTimeout(timer);
  }
}
