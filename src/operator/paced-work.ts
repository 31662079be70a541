import { setTimeout as sleep } from "node:timers/promises";

/**
 * Work that anybody may ask for, and that costs the thread that serves callers. Who asks gets a result that was
 * begun after the question. All who wait share it, and the next work begins a while after the last has ended.
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
