import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { ScrapePace } from "./scrapes.ts";
import type { FloodKind } from "./sign-in-flood.ts";

export interface FloodOrder {
  readonly ms: number;
  readonly kinds: readonly FloodKind[];
  /** How somebody asks for the metrics, too; null where nobody does. */
  readonly scrapes: ScrapePace | null;
}

export interface FloodAnswer {
  readonly refused: number;
  readonly scraped: number;
  /** A sentence for each sign-in so far that was not refused as it has to be. */
  readonly wrong: readonly string[];
}

/** People without a key, in a thread of their own: their work takes no time of the thread that calls lists. */
export class Flooders implements AsyncDisposable {
  wrong: readonly string[] = [];
  readonly #thread: Worker;

  constructor(operator: string) {
    const program = new URL("flood-thread.ts", import.meta.url);
    this.#thread = new Worker(program, { workerData: { operator } });
  }

  async during(order: FloodOrder): Promise<FloodAnswer> {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is no window.
    this.#thread.postMessage(order);
    const [answer] = (await once(this.#thread, "message")) as [FloodAnswer];
    this.wrong = answer.wrong;
    return answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread.terminate();
  }
}
