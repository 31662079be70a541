/** Somebody who waits, and what to do when it has been silent for too long. */
interface Wait {
  silentMs: number;
  readonly startedAt: number;
  readonly limitMs: number;
  readonly onSilence: () => void;
}

/** How finely silence is measured: it is noticed up to this much too late. */
const sliceMs = 100;

/**
 * Notices for how long each of many has waited without an answer. One timer looks after all of them:
 * a timer for each would cost more than most statements do.
 *
 * Time is counted in slices. While this process was too busy to hear, nobody else was silent, so a
 * slice counts as no more than it was meant to last.
 */
export class SilenceWatchdog {
  readonly #waits = new Set<Wait>();
  #timer: NodeJS.Timeout | null = null;
  #lookedAt = 0;

  /** Calls `onSilence`, once, after `limitMs` of silence; the returned function says that it is over. */
  notice(startedAt: number, limitMs: number, onSilence: () => void): () => void {
    const wait: Wait = { silentMs: 0, startedAt, limitMs, onSilence };
    this.#waits.add(wait);
    if (this.#timer === null) {
      this.#lookedAt = startedAt;
      // What has arrived is heard before an immediate, but not before a timer.
      this.#timer = setInterval(() => setImmediate(() => this.#look()), sliceMs);
      // Whoever is waited for has a connection, which keeps the process alive.
      this.#timer.unref();
    }
    return () => this.#waits.delete(wait);
  }

  #look(): void {
    const now = performance.now();
    for (const wait of this.#waits) {
      wait.silentMs += Math.min(sliceMs, now - Math.max(wait.startedAt, this.#lookedAt));
      if (wait.silentMs < wait.limitMs) continue;
      this.#waits.delete(wait);
      wait.onSilence();
    }
    this.#lookedAt = now;
    if (this.#waits.size === 0 && this.#timer !== null) {
      clearInterval(this.#timer);
      this.#timer = null;
    }
  }
}
