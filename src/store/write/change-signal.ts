import { BroadcastChannel } from "node:worker_threads";
import type { AccountId } from "../../domain/account.ts";
import type { Kysely } from "kysely";
import type { ChangeObserver, Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import type { BatchRows } from "./batch-rows.ts";

/** Changes within this time are announced together, so that followers cost busy callers nothing. */
const gatherMs = 5;

/** The signal that one reader awaits, from the moment at which it began to listen. */
export interface NextChange extends Disposable {
  /** Resolves at the next change of the account, or after `ms`. */
  wait(ms: number): Promise<void>;
}

/**
 * Announces which accounts were changed to readers that wait in this process, its threads included: callers
 * and operators are served by different threads. A change made by another process is not announced here, so
 * a reader asks the database from time to time as well.
 */
export class ChangeSignal {
  readonly #name: string;
  #channel: { send(changed: readonly AccountId[]): void; close(): void } | null = null;
  readonly #changed = new Set<AccountId>();
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;
  readonly #waiting = new Map<AccountId, Set<() => void>>();

  /** Signals of one name reach each other. */
  constructor(name: string) {
    this.#name = name;
  }

  /** Announces a change that is committed. */
  notify(accountId: AccountId): void {
    // A change that ends after its store was closed; its reader asks the database.
    if (this.#isClosed) return;
    this.#changed.add(accountId);
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      const changed = [...this.#changed];
      this.#changed.clear();
      this.#open().send(changed);
      this.#wake(changed);
    }, gatherMs).unref();
  }

  /** A reader begins to listen before it reads, so that it misses no change in between. */
  listen(accountId: AccountId): NextChange {
    this.#open();
    const waiting = this.#waiting.get(accountId) ?? new Set();
    this.#waiting.set(accountId, waiting);
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = () => resolve();
    waiting.add(wake);
    const end = () => {
      waiting.delete(wake);
      if (waiting.size === 0 && this.#waiting.get(accountId) === waiting) {
        this.#waiting.delete(accountId);
      }
    };
    return {
      wait: async (ms) => {
        const timer = setTimeout(wake, ms);
        await promise;
        clearTimeout(timer);
      },
      [Symbol.dispose]: end,
    };
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#channel?.close();
  }

  #open() {
    if (this.#channel !== null) return this.#channel;
    const channel = new BroadcastChannel(this.#name);
    channel.addEventListener("message", (event) =>
      this.#wake((event as MessageEvent).data as AccountId[]),
    );
    // Listening must not hold the process.
    channel.unref();
    this.#channel = {
      send: channel.postMessage.bind(channel),
      close: () => channel.close(),
    };
    return this.#channel;
  }

  #wake(changed: readonly AccountId[]): void {
    for (const accountId of changed) {
      for (const wake of this.#waiting.get(accountId) ?? []) wake();
    }
  }
}

type Noted = [accountId: AccountId, kinds: readonly string[]][];

/** What the transactions under way have written. */
const underWay = new WeakMap<Kysely<Tables>, Noted>();

/**
 * An engine that reports what `write` commits. `runBookingTransaction` reports its own; the transactions of a series, an
 * import's, are not reported.
 */
export function observed(engine: Engine, observe: ChangeObserver): Engine {
  return {
    ...engine,
    observeChanges: observe,
    write: async (work, limits) => {
      let noted: Noted = [];
      const answer = await engine.write(async (transaction) => {
        // A transaction may be tried again, over another connection.
        noted = [];
        underWay.set(transaction, noted);
        try {
          return await work(transaction);
        } finally {
          underWay.delete(transaction);
        }
      }, limits);
      for (const change of noted) observe(...change);
      return answer;
    },
  };
}

/** Called with the rows that a transaction of `write` writes. */
export function noteChanges(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  rows: BatchRows,
): void {
  const kinds = kindsOf(rows);
  if (kinds.length > 0) underWay.get(transaction)?.push([accountId, kinds]);
}

/** Changes of bookings, those of offers among them, and `hold-made`, `hold-booked`, `hold-released`, `hold-ended`. */
export function kindsOf({
  events = [],
  newHolds = [],
  endedHolds = [],
}: BatchRows): readonly string[] {
  const kinds = events.map(({ kind }) => kind);
  if (newHolds.length + endedHolds.length === 0) return kinds;
  return [
    ...kinds,
    ...newHolds.flatMap(({ booking_id: offered }) => (offered === null ? ["hold-made"] : [])),
    ...endedHolds.map(({ state }) => `hold-${state}`),
  ];
}
