import { isLive, type KeyCount, type RateLimit } from "./rate-limits.ts";

interface Listener {
  readonly id: number;
  send(message: { readonly kind: "counts"; readonly counts: readonly LimitCount[] }): void;
}

/** How long counts that are not urgent are collected before they are passed on. */
const passOnMs = 50;

/** Passes counts between the processes of a node. `listeners` are the processes that serve now. */
export function shareCounts(listeners: () => readonly Listener[], now: () => number) {
  const hub = new CountsHub();
  let timer: NodeJS.Timeout | null = null;
  const passOn = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const all = listeners();
    const changes = hub.takeChanges(all.map(({ id }) => id));
    for (const listener of all) {
      const counts = changes.get(listener.id);
      if (counts !== undefined) listener.send({ kind: "counts", counts });
    }
  };
  return {
    hub,
    report: (process: number, counts: readonly LimitCount[], urgent: boolean): void => {
      hub.report(process, counts, now());
      if (urgent) passOn();
      else timer ??= setTimeout(passOn, passOnMs).unref();
    },
    /** Adds up with other nodes, and passes on their counts. */
    shareWith: async (store: SharedCounts): Promise<void> => {
      await hub.share(store, now());
      passOn();
    },
    /** Sends all live counts to a new process. */
    welcome: (listener: Listener): void => {
      const counts = hub.allCounts(listener.id, now());
      if (counts.length > 0) listener.send({ kind: "counts", counts });
    },
  };
}

export type CountSharing = ReturnType<typeof shareCounts>;

/** The window of one key, over all processes of the node and over other nodes. */
interface SharedWindow {
  readonly limit: string;
  readonly key: string;
  endsAt: number;
  /** The latest count of each process, by its id; that of an ended process stays. */
  readonly ofProcesses: Map<number, number>;
  /** How much of these the shared store has. */
  shared: number;
  ofOtherNodes: number;
}

/** A store in which several nodes add up their counts, such as a table of the database. */
export interface SharedCounts {
  /**
   * Adds each count to its window, or begins a new window where the last one ended before `now`.
   * Returns, in the same order, the count of all nodes and the window's end.
   */
  add(
    additions: readonly LimitCount[],
    now: number,
  ): Promise<readonly Pick<LimitCount, "count" | "endsAt">[]>;
}

/** The most keys that are added up; further keys wait until a window ends. */
const maxWindows = 50_000;

/**
 * Adds up the counts of one node's processes, and passes to each process the count of the others.
 * Only keys that have used a good part of their limit arrive here.
 */
export class CountsHub {
  readonly #windows = new Map<string, SharedWindow>();
  /** Keys whose count changed, with the process that already knows it; null: no process knows it. */
  readonly #changed = new Map<SharedWindow, number | null>();

  /** Stores the counts of one process. */
  report(process: number, counts: readonly LimitCount[], now: number): void {
    for (const { limit, key, count, endsAt } of counts) {
      const window = this.#window(limit, key, endsAt, now);
      if (window === null) continue;
      const before = window.ofProcesses.get(process) ?? 0;
      window.ofProcesses.set(process, Math.max(before, count));
      this.#changed.set(window, this.#knownTo(window, process, endsAt));
    }
  }

  /** The process that knows the window's change, because only it has counted; else null. */
  #knownTo(window: SharedWindow, process: number, endsAt: number): number | null {
    const known = this.#changed.get(window);
    const onlyItCounted = known === undefined || known === process;
    // A process whose window ends at another time needs the common end as well.
    return onlyItCounted && window.endsAt === endsAt ? process : null;
  }

  /** Takes the changed counts for each of these processes. */
  takeChanges(processes: readonly number[]): Map<number, LimitCount[]> {
    const changes = new Map<number, LimitCount[]>();
    for (const process of processes) {
      const all = [...this.#changed]
        .filter(([, knownTo]) => knownTo !== process)
        .map(([window]) => countElsewhere(window, process));
      if (all.length > 0) changes.set(process, all);
    }
    this.#changed.clear();
    return changes;
  }

  /** All live counts, for a new process. */
  allCounts(process: number, now: number): LimitCount[] {
    return [...this.#windows.values()]
      .filter((window) => isLive(window, now))
      .map((window) => countElsewhere(window, process));
  }

  /** Adds to the shared store what it lacks, and reads what other nodes have added. */
  async share(store: SharedCounts, now: number): Promise<void> {
    const behind = [...this.#windows.values()]
      .map((window) => ({ window, count: ofNode(window) - window.shared }))
      .filter(({ window, count }) => count > 0 && isLive(window, now));
    if (behind.length === 0) return;
    const additions = behind.map(({ window: { limit, key, endsAt }, count }) => ({
      limit,
      key,
      count,
      endsAt,
    }));
    const answers = await store.add(additions, now);
    for (const [at, { window, count }] of behind.entries()) {
      const answer = answers[at];
      if (answer === undefined) continue;
      window.shared += count;
      window.ofOtherNodes = Math.max(0, answer.count - window.shared);
      window.endsAt = answer.endsAt;
      this.#changed.set(window, null);
    }
  }

  #window(limit: string, key: string, endsAt: number, now: number): SharedWindow | null {
    const name = `${limit} ${key}`;
    const found = this.#windows.get(name);
    if (found !== undefined && isLive(found, now)) return found;
    // The window ended before its count arrived.
    if (!isLive({ endsAt }, now)) return null;
    this.#windows.delete(name);
    for (const [oldest, window] of this.#windows) {
      if (isLive(window, now)) break;
      this.#windows.delete(oldest);
    }
    if (this.#windows.size >= maxWindows) return null;
    const window = { limit, key, endsAt, ofProcesses: new Map(), shared: 0, ofOtherNodes: 0 };
    this.#windows.set(name, window);
    return window;
  }
}

function ofNode(window: SharedWindow): number {
  return [...window.ofProcesses.values()].reduce((sum, count) => sum + count, 0);
}

function countElsewhere(window: SharedWindow, process: number): LimitCount {
  const { limit, key, endsAt, ofOtherNodes } = window;
  const count = ofNode(window) + ofOtherNodes - (window.ofProcesses.get(process) ?? 0);
  return { limit, key, count, endsAt };
}

/** One key of one limit, and its count in the window. */
export interface LimitCount extends KeyCount {
  /** The limit's name. */
  readonly limit: string;
}

/** How often counts that are not urgent are sent. */
const sendEveryMs = 100;

/** Sends one process's counts to the hub, and applies the counts of the others. */
export class CountsExchange {
  readonly #limits: ReadonlyMap<string, RateLimit>;
  readonly #send: (counts: readonly LimitCount[], urgent: boolean) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #now: () => number;
  #urgent: NodeJS.Immediate | null = null;

  constructor(
    limits: ReadonlyMap<string, RateLimit>,
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
