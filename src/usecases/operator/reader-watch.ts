/** The reader of an export stopped, or was too slow. */
export class ReaderStopped extends Error {
  override name = "ReaderStopped";
}

const lookEveryMs = 10_000;
/** How long a reader may take nothing. */
const stillMost = { ms: 60_000, words: "for a minute" };
/** What a reader over HTTP takes at least in a minute of waiting for it, because others wait for its place. */
const slowest = { ms: 60_000, characters: 4 * 2 ** 20, words: "fast enough: 4 MiB a minute" };
/** How long an export waits for its reader in all. */
const waitedMost = { ms: 3_600_000, words: "fast enough: it waited for an hour in all" };

/**
 * Measures how long an export waits for its reader, and reports once that it waited too long. An export keeps the
 * database's state of one moment: PostgreSQL cannot remove dead rows meanwhile, and SQLite's write-ahead log grows.
 */
export class ReaderWatch implements Disposable {
  readonly #timer: NodeJS.Timeout;
  readonly #hasPlace: boolean;
  #isWaiting = false;
  #stillMs = 0;
  #waitedMs = 0;
  /** Waited in this minute of waiting, and what was taken in it. */
  #minuteMs = 0;
  #taken = 0;

  /** `hasPlace`: others wait until the export has ended. */
  constructor(onStopped: (error: ReaderStopped) => void, { hasPlace = false } = {}) {
    this.#hasPlace = hasPlace;
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
  goesOn(characters = 0): void {
    this.#isWaiting = false;
    this.#taken += characters;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #look(): string | null {
    if (!this.#isWaiting) return null;
    this.#stillMs += lookEveryMs;
    this.#waitedMs += lookEveryMs;
    this.#minuteMs += lookEveryMs;
    if (this.#stillMs >= stillMost.ms) return stillMost.words;
    if (this.#hasPlace && this.#minuteMs >= slowest.ms) {
      if (this.#taken < slowest.characters) return slowest.words;
      this.#minuteMs = 0;
      this.#taken = 0;
    }
    return this.#waitedMs >= waitedMost.ms ? waitedMost.words : null;
  }
}
