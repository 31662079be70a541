import type { AddressCounts } from "./address-counts.ts";

/** One key of one limit, and its count in the window. */
export interface LimitCount {
  /** The limit's name. */
  readonly limit: string;
  readonly key: string;
  readonly count: number;
  /** Milliseconds UTC. */
  readonly endsAt: number;
}

/** How often what is not urgent is told. */
const tellEveryMs = 100;

/** Tells what one process counts, and takes in what the others did. */
export class CountsExchange {
  readonly #limits: ReadonlyMap<string, AddressCounts>;
  readonly #tell: (counts: readonly LimitCount[], urgent: boolean) => void;
  readonly #timer: NodeJS.Timeout;
  #urgent: NodeJS.Immediate | null = null;

  constructor(
    limits: ReadonlyMap<string, AddressCounts>,
    tell: (counts: readonly LimitCount[], urgent: boolean) => void,
  ) {
    this.#limits = limits;
    this.#tell = tell;
    this.#timer = setInterval(() => this.#flush(false), tellEveryMs).unref();
    for (const counts of limits.values()) {
      counts.onUrgent = () => {
        this.#urgent ??= setImmediate(() => {
          this.#urgent = null;
          this.#flush(true);
        });
      };
    }
  }

  learn(counts: readonly LimitCount[], now: number): void {
    for (const count of counts) this.#limits.get(count.limit)?.learn(count, now);
  }

  close(): void {
    clearInterval(this.#timer);
    if (this.#urgent !== null) clearImmediate(this.#urgent);
  }

  #flush(urgent: boolean): void {
    const now = Date.now();
    const all = [...this.#limits].flatMap(([limit, counts]) =>
      counts.takeChanges(now).map((told) => ({ limit, ...told })),
    );
    if (all.length > 0) this.#tell(all, urgent);
  }
}
