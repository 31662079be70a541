/** A statement that waits, and what to do after too long a silence. */
interface Wait {
  silentMs: number;
  readonly startedAt: number;
  readonly limitMs: number;
  readonly onSilence: () => void;
}

/** The resolution: silence is noticed up to this much too late. */
const sliceMs = 100;

/**
 * Measures how long each waiting statement has had no answer. One timer serves all of them, because a
 * timer for each costs more than most statements do.
 *
 * Time is counted in slices. A time in which this process was blocked is no silence of the server, so a
 * slice never counts for more than its nominal length.
 */
export class SilenceWatchdog {
  readonly #waits = new Set<Wait>();
  #timer: NodeJS.Timeout | null = null;
  #lookedAt = 0;

  /** Calls `onSilence`, once, after `limitMs` of silence; the returned function ends the watch. */
  notice(startedAt: number, limitMs: number, onSilence: () => void): () => void {
    const wait: Wait = { silentMs: 0, startedAt, limitMs, onSilence };
    this.#waits.add(wait);
    if (this.#timer === null) {
      this.#lookedAt = startedAt;
      // The event loop reads sockets before it runs an immediate, but not before it runs a timer.
      this.#timer = setInterval(() => setImmediate(() => this.#look()), sliceMs);
      // The connection of a waiting statement keeps the process alive.
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
