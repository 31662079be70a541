import type { LimitCount } from "./counts-exchange.ts";

interface Standing {
  readonly limit: string;
  readonly key: string;
  endsAt: number;
  /** The latest count of each process, by its id; a process that ended keeps its part. */
  readonly ofProcesses: Map<number, number>;
  /** How much of these the shared store has, and what it has from other nodes. */
  shared: number;
  ofOtherNodes: number;
}

/** Counts that several nodes add up, such as a table of the database. */
export interface SharedCounts {
  /**
   * Adds each count to its window, or begins a new window where the last one has ended by `now`, and
   * returns where each stands then, in the same order: the count of all nodes, and the window's end.
   */
  add(
    additions: readonly LimitCount[],
    now: number,
  ): Promise<readonly Pick<LimitCount, "count" | "endsAt">[]>;
}

/** How many keys are remembered; more are not added up until some have ended. */
const maxStandings = 50_000;

/**
 * Stands between the processes of one command: adds up what each has counted of a key, and tells
 * every process what the others did. Only keys that use a good part of their limit get here.
 */
export class CountsHub {
  readonly #standings = new Map<string, Standing>();
  /** What is news, and to whom it is none: the process that told it, or nobody. */
  readonly #news = new Map<Standing, number | null>();

  /** Takes in what one process has counted. */
  report(process: number, counts: readonly LimitCount[], now: number): void {
    for (const { limit, key, count, endsAt } of counts) {
      const standing = this.#standing(limit, key, endsAt, now);
      if (standing === null) continue;
      const before = standing.ofProcesses.get(process) ?? 0;
      standing.ofProcesses.set(process, Math.max(before, count));
      const known = this.#news.get(standing);
      // Whose window ends at another time than everybody's has to hear of it.
      const alone = (known === undefined || known === process) && standing.endsAt === endsAt;
      this.#news.set(standing, alone ? process : null);
    }
  }

  /** What each of these processes has to learn; nothing is left afterwards. */
  takeNews(processes: readonly number[]): Map<number, LimitCount[]> {
    const news = new Map<number, LimitCount[]>();
    for (const process of processes) {
      const all = [...this.#news]
        .filter(([, knownTo]) => knownTo !== process)
        .map(([standing]) => countElsewhere(standing, process));
      if (all.length > 0) news.set(process, all);
    }
    this.#news.clear();
    return news;
  }

  /** Everything that a new process has to learn. */
  everything(process: number, now: number): LimitCount[] {
    return [...this.#standings.values()]
      .filter((standing) => standing.endsAt > now)
      .map((standing) => countElsewhere(standing, process));
  }

  /** Adds to the shared store what it does not have, and learns what other nodes have added. */
  async share(store: SharedCounts, now: number): Promise<void> {
    const behind = [...this.#standings.values()]
      .map((standing) => ({ standing, count: ofNode(standing) - standing.shared }))
      .filter(({ standing, count }) => count > 0 && standing.endsAt > now);
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
      this.#news.set(standing, null);
    }
  }

  #standing(limit: string, key: string, endsAt: number, now: number): Standing | null {
    const name = `${limit} ${key}`;
    const found = this.#standings.get(name);
    if (found !== undefined && found.endsAt > now) return found;
    // Told of a window that has ended meanwhile.
    if (endsAt <= now) return null;
    this.#standings.delete(name);
    for (const [oldest, standing] of this.#standings) {
      if (standing.endsAt > now) break;
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
