/** How many run at once; each holds a snapshot and a connection of the database. */
const runningMax = 2;

/** Limits the exports and verifications over HTTP that run at once, over all operators. */
export class LongReads {
  #running = 0;

  /** Takes a place; null when none is free. The returned function releases the place, once. */
  begin(): (() => void) | null {
    if (this.#running >= runningMax) return null;
    this.#running += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#running -= 1;
    };
  }
}
