/** How many run at once: each holds a snapshot of the database, and one of its connections. */
const runningMax = 2;

/** Exports and verifications over HTTP: operators together have a few at once, and are told so. */
export class LongReads {
  #running = 0;

  /** Takes a place; null when none is free. What it returns gives the place back, once. */
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
