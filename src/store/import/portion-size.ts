/** How long a portion should hold its locks; on the embedded engine that is the database's write lock. */
const holdMs = 120;

const [smallest, first, largest] = [100, 500, 5_000];

/** Chooses the number of lines of the next portion from how long earlier ones held their locks. */
export class PortionSize {
  #lines = first;

  get lines(): number {
    return this.#lines;
  }

  /** The number at most doubles or halves, because a single portion may have waited for a lock. */
  learn(lines: number, heldMs: number): void {
    const ideal = (lines * holdMs) / Math.max(heldMs, 1);
    const bounded = Math.min(Math.max(ideal, this.#lines / 2), this.#lines * 2);
    this.#lines = Math.round(Math.min(Math.max(bounded, smallest), largest));
  }
}
