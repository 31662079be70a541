import { refuseFullQueue } from "../wait-limit.ts";

/** Items in one batch, at most. */
const maxBatch = 64;
/** A running batch delays the next one for at most this long. */
const holdsUpForMs = 100;

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs items in batches. Items that arrive during a batch form the next batch; an item that arrives between
 * batches starts one at once.
 *
 * A batch that a lock or a disk slows down delays the next batch by at most `holdsUpForMs`. After that, both
 * run side by side.
 */
export class Batcher<Item, Answer> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Answer[]>;
  #waiting: Waiting<Item, Answer>[] = [];
  #isHeldUp = false;

  /**
   * `work` returns one answer for each item, in the order of the items. When it rejects, every item of the
   * batch rejects.
   */
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
    // The batch takes all items that arrive in this turn of the event loop.
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
