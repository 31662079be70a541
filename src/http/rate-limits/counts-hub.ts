import { isLive } from "./address-counts.ts";
import type { LimitCount } from "./counts-exchange.ts";
import { windowMs } from "./rate-limits.ts";

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
      .filter((window) => isLive(window, windowMs, now))
      .map((window) => countElsewhere(window, process));
  }

  /** Adds to the shared store what it lacks, and reads what other nodes have added. */
  async share(store: SharedCounts, now: number): Promise<void> {
    const behind = [...this.#windows.values()]
      .map((window) => ({ window, count: ofNode(window) - window.shared }))
      .filter(({ window, count }) => count > 0 && isLive(window, windowMs, now));
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
    if (found !== undefined && isLive(found, windowMs, now)) return found;
    // The window ended before its count arrived.
    if (!isLive({ endsAt }, windowMs, now)) return null;
    this.#windows.delete(name);
    for (const [oldest, window] of this.#windows) {
      if (isLive(window, windowMs, now)) break;
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
