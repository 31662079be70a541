/** Limits the reads of one sort that run at once over HTTP, over all operators. */
export class LongReads {
  readonly #runningMax: number;
  #running = 0;

  constructor(runningMax: number) {
    this.#runningMax = runningMax;
  }

  /** Takes a place; null when none is free. The returned function releases the place, once. */
  begin(): (() => void) | null {
    if (this.#running >= this.#runningMax) return null;
    this.#running += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#running -= 1;
    };
  }
}
