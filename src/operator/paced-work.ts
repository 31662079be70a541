import { setTimeout as sleep } from "node:timers/promises";

/**
 * Runs work at most once in a while, because anybody may ask for it and it takes time of the thread that serves
 * callers. A question gets the result of work that began after it. Questions that wait share one result.
 */
export class PacedWork<T> {
  readonly #work: () => Promise<T>;
  readonly #pauseMs: number;
  /** What those get who ask now; null when nobody waits for work to begin. */
  #next: Promise<T> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(work: () => Promise<T>, pauseMs: number) {
    this.#work = work;
    this.#pauseMs = pauseMs;
  }

  result(): Promise<T> {
    this.#next ??= this.#begin();
    return this.#next;
  }

  async #begin(): Promise<T> {
    await this.#last;
    this.#next = null;
    const working = this.#work();
    const pause = () => sleep(this.#pauseMs, undefined, { ref: false });
    this.#last = working.then(pause, pause);
    return working;
  }
}
