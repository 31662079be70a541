import { refuseFullQueue } from "../wait-limit.ts";

/** How many items one batch has at most. */
const maxBatch = 64;
/** How long a batch at work holds up the next one. */
const holdsUpForMs = 100;

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Works on items in batches: items that arrive while a batch is at work are the next batch. An item
 * that arrives when none is at work waits for nothing.
 *
 * A batch that takes long, because of a lock or a disk, holds up the next one for a moment only: that
 * one begins beside it.
 */
export class Batcher<Item, Answer> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Answer[]>;
  #waiting: Waiting<Item, Answer>[] = [];
  #isHeldUp = false;

  /** `work` answers each item, in their order. When it fails, all of them have failed. */
  constructor(work: (items: readonly Item[]) => Promise<readonly Answer[]>) {
    this.#work = work;
  }

  add(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      refuseFullQueue(this.#waiting.length);
      this.#waiting.push({ item, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#isHeldUp || this.#waiting.length === 0) return;
    this.#isHeldUp = true;
    // Items that arrive in this turn of the event loop are in this batch.
    setImmediate(() => void this.#begin());
  }

  async #begin(): Promise<void> {
    const some = this.#waiting.slice(0, maxBatch);
    this.#waiting = this.#waiting.slice(some.length);
    let isDone = false;
    const next = () => {
      if (isDone) return;
      isDone = true;
      this.#isHeldUp = false;
      this.#next();
    };
    const late = setTimeout(next, holdsUpForMs);
    try {
      const answers = await this.#work(some.map(({ item }) => item));
      for (const [index, { resolve }] of some.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of some) reject(error);
    } finally {
      clearTimeout(late);
      next();
    }
  }
}
