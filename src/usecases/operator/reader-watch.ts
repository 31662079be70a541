/** The reader of an export stopped, or was too slow. */
export class ReaderStopped extends Error {
  override name = "ReaderStopped";
}

const lookEveryMs = 10_000;
/** How long a reader may take nothing. */
const stillMost = { ms: 60_000, words: "for a minute" };
/** How long an export waits for its reader in all. */
const waitedMost = { ms: 3_600_000, words: "fast enough: it waited for an hour in all" };

/**
 * Measures how long an export waits for its reader, and reports once that it waited too long. An export keeps the
 * database's state of one moment: PostgreSQL cannot remove dead rows meanwhile, and SQLite's write-ahead log grows.
 */
export class ReaderWatch implements Disposable {
  readonly #timer: NodeJS.Timeout;
  #isWaiting = false;
  #stillMs = 0;
  #waitedMs = 0;

  constructor(onStopped: (error: ReaderStopped) => void) {
    this.#timer = setInterval(() => {
      const why = this.#look();
      if (why === null) return;
      this[Symbol.dispose]();
      onStopped(
        new ReaderStopped(
          `The export was ended, because its reader did not take it ${why}. ` +
            "Write it to a file first: it keeps the database's state of one moment until it ends.",
        ),
      );
    }, lookEveryMs).unref();
  }

  /** Waits until the reader has taken a piece. */
  waits(): void {
    this.#isWaiting = true;
    this.#stillMs = 0;
  }

  /** The reader has taken it. */
  goesOn(): void {
    this.#isWaiting = false;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #look(): string | null {
    if (!this.#isWaiting) return null;
    this.#stillMs += lookEveryMs;
    this.#waitedMs += lookEveryMs;
    if (this.#stillMs >= stillMost.ms) return stillMost.words;
    return this.#waitedMs >= waitedMost.ms ? waitedMost.words : null;
  }
}
