import { isLive } from "./address-counts.ts";
import type { LimitCount } from "./counts-exchange.ts";
import { windowMs } from "./rate-limits.ts";

interface Standing {
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
const maxStandings = 50_000;

/**
 * Adds up the counts of one node's processes, and passes to each process the count of the others.
 * Only keys that have used a good part of their limit arrive here.
 */
export class CountsHub {
  readonly #standings = new Map<string, Standing>();
  /** Keys whose count changed, with the process that already knows it; null: no process knows it. */
  readonly #changed = new Map<Standing, number | null>();

  /** Stores the counts of one process. */
  report(process: number, counts: readonly LimitCount[], now: number): void {
    for (const { limit, key, count, endsAt } of counts) {
      const standing = this.#standing(limit, key, endsAt, now);
      if (standing === null) continue;
      const before = standing.ofProcesses.get(process) ?? 0;
      standing.ofProcesses.set(process, Math.max(before, count));
      const known = this.#changed.get(standing);
      // A process whose window ends at another time needs the common end as well.
      const alone = (known === undefined || known === process) && standing.endsAt === endsAt;
      this.#changed.set(standing, alone ? process : null);
    }
  }

  /** Takes the changed counts for each of these processes. */
  takeChanges(processes: readonly number[]): Map<number, LimitCount[]> {
    const changes = new Map<number, LimitCount[]>();
    for (const process of processes) {
      const all = [...this.#changed]
        .filter(([, knownTo]) => knownTo !== process)
        .map(([standing]) => countElsewhere(standing, process));
      if (all.length > 0) changes.set(process, all);
    }
    this.#changed.clear();
    return changes;
  }

  /** All live counts, for a new process. */
  allCounts(process: number, now: number): LimitCount[] {
    return [...this.#standings.values()]
      .filter((standing) => isLive(standing, windowMs, now))
      .map((standing) => countElsewhere(standing, process));
  }

  /** Adds to the shared store what it lacks, and reads what other nodes have added. */
  async share(store: SharedCounts, now: number): Promise<void> {
    const behind = [...this.#standings.values()]
      .map((standing) => ({ standing, count: ofNode(standing) - standing.shared }))
      .filter(({ standing, count }) => count > 0 && isLive(standing, windowMs, now));
    if (behind.length === 0) return;
    const additions = behind.map(({ standing: { limit, key, endsAt }, count }) => ({
      limit,
      key,
      count,
      endsAt,
    }));
    const answers = await store.add(additions, now);
    for (const [at, { standing, count }] of behind.entries()) {
      const answer = answers[at];
      if (answer === undefined) continue;
      standing.shared += count;
      standing.ofOtherNodes = Math.max(0, answer.count - standing.shared);
      standing.endsAt = answer.endsAt;
      this.#changed.set(standing, null);
    }
  }

  #standing(limit: string, key: string, endsAt: number, now: number): Standing | null {
    const name = `${limit} ${key}`;
    const found = this.#standings.get(name);
    if (found !== undefined && isLive(found, windowMs, now)) return found;
    // The window ended before its count arrived.
    if (!isLive({ endsAt }, windowMs, now)) return null;
    this.#standings.delete(name);
    for (const [oldest, standing] of this.#standings) {
      if (isLive(standing, windowMs, now)) break;
      this.#standings.delete(oldest);
    }
    if (this.#standings.size >= maxStandings) return null;
    const standing = { limit, key, endsAt, ofProcesses: new Map(), shared: 0, ofOtherNodes: 0 };
    this.#standings.set(name, standing);
    return standing;
  }
}

function ofNode(standing: Standing): number {
  return [...standing.ofProcesses.values()].reduce((sum, count) => sum + count, 0);
}

function countElsewhere(standing: Standing, process: number): LimitCount {
  const { limit, key, endsAt, ofOtherNodes } = standing;
  const count = ofNode(standing) + ofOtherNodes - (standing.ofProcesses.get(process) ?? 0);
  return { limit, key, count, endsAt };
}
