import { refuseFullQueue } from "../wait-limit.ts";

/**
 * Lets a number of users in at a time, the others in the order in which they came. The pool could make
 * them wait too, but has one limit for this and for connecting: a busy pool deserves more patience
 * than a server that does not let anybody in.
 */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atATime: number) {
    this.#free = atATime;
  }

  /** Whoever was let in, or will be, must leave once. */
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
