import { isLive, type KeyCount, type RateLimit } from "./rate-limits.ts";

interface Listener {
  readonly id: number;
  send(message: { readonly kind: "counts"; readonly counts: readonly LimitCount[] }): void;
}

/** How long counts that are not urgent are collected before they are passed on. */
const passOnMs = 50;

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
  readonly #listeners: () => readonly Listener[];
  readonly #now: () => number;
  readonly #windows = new Map<string, SharedWindow>();
  /** Keys whose count changed, with the process that already knows it; null: no process knows it. */
  readonly #changed = new Map<SharedWindow, number | null>();
  #timer: NodeJS.Timeout | null = null;

  /** `listeners` are the processes that serve now. */
  constructor(listeners: () => readonly Listener[], now: () => number) {
    this.#listeners = listeners;
    this.#now = now;
  }

  /** Stores the counts of one process, and passes them on to the others. */
  report(process: number, counts: readonly LimitCount[], urgent: boolean): void {
    for (const { count, ...place } of counts) {
      const window = this.#window(place);
      if (window === null) continue;
      const before = window.ofProcesses.get(process) ?? 0;
      window.ofProcesses.set(process, Math.max(before, count));
      this.#changed.set(window, this.#knownTo(window, process, place.endsAt));
    }
    if (urgent) this.#passOn();
    else this.#timer ??= setTimeout(() => this.#passOn(), passOnMs).unref();
  }

  /** The process that knows the window's change, because only it has counted; else null. */
  #knownTo(window: SharedWindow, process: number, endsAt: number): number | null {
    const known = this.#changed.get(window);
    const onlyItCounted = known === undefined || known === process;
    // A process whose window ends at another time needs the common end as well.
    return onlyItCounted && window.endsAt === endsAt ? process : null;
  }

  /** Sends all live counts to a new process. */
  welcome(listener: Listener): void {
    const live = [...this.#windows.values()].filter((window) => isLive(window, this.#now()));
    tell(listener, live);
  }

  /** Adds to the shared store what it lacks, and passes on what other nodes have added. */
  async share(store: SharedCounts): Promise<void> {
    const now = this.#now();
    const behind = [...this.#windows.values()]
      .map((window) => ({ window, count: ofNode(window) - window.shared }))
      .filter(({ window, count }) => count > 0 && isLive(window, now));
    const additions = behind.map(({ window: { limit, key, endsAt }, count }) => ({
      limit,
      key,
      count,
      endsAt,
    }));
    const answers = additions.length === 0 ? [] : await store.add(additions, now);
    for (const [at, { window, count }] of behind.entries()) {
      const answer = answers[at];
      if (answer === undefined) continue;
      window.shared += count;
      window.ofOtherNodes = Math.max(0, answer.count - window.shared);
      window.endsAt = answer.endsAt;
      this.#changed.set(window, null);
    }
    this.#passOn();
  }

  #passOn(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const listener of this.#listeners()) {
      const news = changed.filter(([, knownTo]) => knownTo !== listener.id);
      const windows = news.map(([window]) => window);
      tell(listener, windows);
    }
  }

  /** The window of the count; null where it has ended, or there are too many. */
  #window({ limit, key, endsAt }: Omit<LimitCount, "count">): SharedWindow | null {
    const now = this.#now();
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

/** Sends a process the counts of all others, of this node and of other nodes. */
function tell(listener: Listener, windows: readonly SharedWindow[]): void {
  const counts = windows.map((window) => {
    const { limit, key, endsAt, ofOtherNodes } = window;
    const elsewhere = ofNode(window) - (window.ofProcesses.get(listener.id) ?? 0);
    return { limit, key, count: elsewhere + ofOtherNodes, endsAt };
  });
  if (counts.length > 0) listener.send({ kind: "counts", counts });
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
