import { setTimeout as sleep } from "node:timers/promises";
import { cancelPath, fetchPath, productionHost } from "../../test/harness/seed.ts";
import type { Balancer } from "./balancer.ts";

/** A booking that may be cancelled, with its contact. */
export interface Target {
  readonly booking: string;
  readonly externalId: string;
}

const callers = 4;
/** One request in this many is a cancel. */
export const cancelEvery = 8;

/** Sends lists and cancels, several at a time, until it is closed. Each booking is cancelled once. */
export class Load implements AsyncDisposable {
  readonly failures: string[] = [];
  /** Bookings whose cancel was answered 200. */
  readonly cancelled: string[] = [];
  sent = 0;
  readonly #balancer: Balancer;
  readonly #token: string;
  readonly #targets: readonly Target[];
  readonly #running: Promise<unknown>;
  #isOver = false;

  constructor(balancer: Balancer, token: string, targets: readonly Target[]) {
    this.#balancer = balancer;
    this.#token = token;
    this.#targets = targets;
    this.#running = Promise.all(Array.from({ length: callers }, () => this.#call()));
  }

  /** Resolves when this many requests were sent, or when the time is over. */
  async reached(count: number, timeLeft: () => boolean): Promise<void> {
    while (this.sent < count && timeLeft()) await sleep(20);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }

  async #call(): Promise<void> {
    while (!this.#isOver) {
      const number = this.sent;
      this.sent += 1;
      const index = Math.floor(number / cancelEvery);
      const target = this.#targets[index % this.#targets.length]!;
      const isCancel = number % cancelEvery === 0 && index < this.#targets.length;
      const sentAt = performance.now();
      const after = () => `after ${Math.round(performance.now() - sentAt)} ms`;
      try {
        const { status, text } = await (isCancel ? this.#cancel(target) : this.#list(target));
        if (status !== 200) this.failures.push(`${status} ${after()}: ${text}`);
        else if (isCancel) this.cancelled.push(target.booking);
      } catch (error) {
        this.failures.push(`${(error as Error).message} ${after()}`);
        // No node answers, so the load pauses.
        await sleep(20);
      }
    }
  }

  #list({ externalId }: Target) {
    return this.#balancer.send({
      path: `${fetchPath}?external_id=${externalId}`,
      host: productionHost,
      token: this.#token,
    });
  }

  #cancel({ booking }: Target) {
    return this.#balancer.send({
      method: "POST",
      path: cancelPath,
      host: productionHost,
      token: this.#token,
      body: { booking },
    });
  }
}
