/** How long a portion shall hold its locks, on the embedded engine the write lock of the database. */
const holdMs = 120;

const [smallest, first, largest] = [100, 500, 5_000];

/** How many lines the next portion has, by how long those before it held their locks. */
export class PortionSize {
  #lines = first;

  get lines(): number {
    return this.#lines;
  }

  /** At most twice or half as many at once: a single portion may have waited for somebody. */
  learn(lines: number, heldMs: number): void {
    const ideal = (lines * holdMs) / Math.max(heldMs, 1);
    const bounded = Math.min(Math.max(ideal, this.#lines / 2), this.#lines * 2);
    this.#lines = Math.round(Math.min(Math.max(bounded, smallest), largest));
  }
}
