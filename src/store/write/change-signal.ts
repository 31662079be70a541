import { BroadcastChannel } from "node:worker_threads";
import type { AccountId } from "../../domain/account.ts";

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
      // Bound, because lint takes a `postMessage` that is called for that of a window, which needs an origin.
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
