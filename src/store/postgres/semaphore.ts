import { refuseFullQueue } from "../wait-limit.ts";

/**
 * A counted permit with a queue in order of arrival. The pool has a queue too, but one time limit for the
 * queue and for connecting; a busy pool deserves a longer wait than a server that accepts nobody.
 */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atATime: number) {
    this.#free = atATime;
  }

  /** Every permit, also one that is granted later, must be released once. */
  async acquire(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    refuseFullQueue(this.#waiting.length);
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
