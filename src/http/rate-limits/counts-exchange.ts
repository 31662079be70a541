import type { AddressCounts } from "./address-counts.ts";

/** One key of one limit, and its count in the window. */
export interface LimitCount {
  /** The limit's name. */
  readonly limit: string;
  readonly key: string;
  readonly count: number;
  /** By the clock of the limits. */
  readonly endsAt: number;
}

/** How often counts that are not urgent are sent. */
const sendEveryMs = 100;

/** Sends one process's counts to the hub, and applies the counts of the others. */
export class CountsExchange {
  readonly #limits: ReadonlyMap<string, AddressCounts>;
  readonly #send: (counts: readonly LimitCount[], urgent: boolean) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #now: () => number;
  #urgent: NodeJS.Immediate | null = null;

  constructor(
    limits: ReadonlyMap<string, AddressCounts>,
    send: (counts: readonly LimitCount[], urgent: boolean) => void,
    now: () => number,
  ) {
    this.#now = now;
    this.#limits = limits;
    this.#send = send;
    this.#timer = setInterval(() => this.#flush(false), sendEveryMs).unref();
    for (const counts of limits.values()) {
      counts.onUrgent = () => {
        this.#urgent ??= setImmediate(() => {
          this.#urgent = null;
          this.#flush(true);
        });
      };
    }
  }

  learn(counts: readonly LimitCount[]): void {
    const now = this.#now();
    for (const count of counts) this.#limits.get(count.limit)?.learn(count, now);
  }

  close(): void {
    clearInterval(this.#timer);
    if (this.#urgent !== null) clearImmediate(this.#urgent);
  }

  #flush(urgent: boolean): void {
    const now = this.#now();
    const all = [...this.#limits].flatMap(([limit, counts]) =>
      counts.takeChanges(now).map((shared) => ({ limit, ...shared })),
    );
    if (all.length > 0) this.#send(all, urgent);
  }
}
