/** How long a portion should hold its locks; on the embedded engine that is the database's write lock. */
const holdMs = 120;

const [smallest, first, largest] = [100, 500, 5_000];

/** Longer ones would hold the lock for over a second; a writer who does not own SQLite's file cannot show that it waits. */
const longest = 8;

/** Sizes the next portion by how long earlier ones held their locks; while nobody waits, it has twice the lines of the last. */
export class PortionSize {
  readonly #isAwaited: (() => boolean) | null;
  /** So many lines hold their locks for `holdMs`. */
  #usual = first;
  #times = 1;
  isBrokenOff = false;

  /** `isAwaited` as in `Engine.series`. */
  constructor(isAwaited: (() => boolean) | null) {
    this.#isAwaited = isAwaited;
  }

  get lines(): number {
    return this.#usual * this.#times;
  }

  /** Whether the present portion is longer than usual, and somebody waits for it. */
  mustEnd(): boolean {
    return this.#times > 1 && this.#isAwaited?.() === true;
  }

  breakOff(): void {
    [this.isBrokenOff, this.#times] = [true, 1];
  }

  /** The number at most doubles or halves, because a single portion may have waited for a lock. */
  learn(lines: number, heldMs: number): void {
    const ideal = (lines * holdMs) / Math.max(heldMs, 1);
    const bounded = Math.min(Math.max(ideal, this.#usual / 2), this.#usual * 2);
    this.#usual = Math.round(Math.min(Math.max(bounded, smallest), largest));
    this.isBrokenOff = false;
    if (this.#isAwaited === null) return;
    if (this.#isAwaited()) this.#times = 1;
    else if (this.#times < longest) this.#times *= 2;
  }
}
