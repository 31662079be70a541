import { setTimeout as sleep } from "node:timers/promises";

/** The time that a result counts: a failed write is tried again sooner. */
const goodForMs = 5_000;
const badForMs = 1_000;
/** A question waits this long for a write that is under way, then the last result counts. */
const waitMs = 1_000;

/** Finds out by a real write, made rarely, whether the database takes writes. */
export class WriteProbe {
  readonly #write: () => Promise<unknown>;
  #last: { readonly at: number; readonly works: boolean } | null = null;
  #trying: Promise<boolean> | null = null;

  constructor(write: () => Promise<unknown>) {
    this.#write = write;
  }

  /** Whether the last write worked; makes one when the last is too old. */
  async works(): Promise<boolean> {
    const last = this.#last;
    const countsMs = last?.works === true ? goodForMs : badForMs;
    if (last !== null && performance.now() - last.at < countsMs) return last.works;
    this.#trying ??= this.#try();
    if (last === null) return this.#trying;
    return Promise.race([this.#trying, sleep(waitMs, last.works, { ref: false })]);
  }

  async #try(): Promise<boolean> {
    const works = await this.#write().then(
      () => true,
      () => false,
    );
    this.#last = { at: performance.now(), works };
    this.#trying = null;
    return works;
  }
}
