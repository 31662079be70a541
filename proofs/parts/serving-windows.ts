import { engine } from "../../test/harness/test-database.ts";
import { longest, rate, type ListLoad, type Window } from "./list-load.ts";
import type { Stalls } from "./stalls.ts";
import { mainThreadTime } from "./thread-time.ts";

const windowMs = 2_000;
/**
 * A list may cost the callers' threads this many times as much beside others: caches and memory are shared. A service
 * without a thread for operators has more than 2 on SQLite. On PostgreSQL, the lists of a turn share a round trip, and
 * where others take the processors, a turn has fewer of them: 2.2 times as much beside three endless loops.
 */
const costMost = { sqlite: 1.3, postgres: 3 } as const;
const stallMoreMs = 50;

/** Windows of one kind, with what the threads that serve callers did in them. */
export class ServingWindows {
  readonly all: Window[] = [];
  /** The longest stall of a serving event loop, in milliseconds. */
  stallMs = 0;
  readonly #serving: readonly number[];
  readonly #stalls: Stalls;
  #workedMs = 0;

  constructor(serving: readonly number[], stalls: Stalls) {
    this.#serving = serving;
    this.#stalls = stalls;
  }

  async add(load: ListLoad): Promise<Window> {
    const from = Date.now();
    const before = mainThreadTime(this.#serving).worked;
    const window = await load.during(windowMs);
    this.all.push(window);
    this.#workedMs += mainThreadTime(this.#serving).worked - before;
    this.stallMs = Math.max(this.stallMs, this.#stalls.longest(this.#serving, from, Date.now()));
    return window;
  }

  /** Milliseconds of the serving threads' processor time for one list. */
  get listMs(): number {
    return this.#workedMs / this.all.reduce((sum, { answers }) => sum + answers, 0);
  }
}

/** What callers lost in the busy windows beside the calm ones, on any machine; empty when it was little. */
export function callersLost(calm: ServingWindows, busy: ServingWindows): string[] {
  const cost = busy.listMs / calm.listMs;
  return [
    cost > costMost[engine] && `a list costs ${cost.toFixed(2)} times as much`,
    busy.stallMs > calm.stallMs + stallMoreMs &&
      `an event loop that serves callers stalled for ${Math.round(busy.stallMs)} ms`,
  ].filter((lost) => lost !== false);
}

/** Both kinds of windows as figures of a service with this many server processes. */
export function compared(
  processes: number,
  calm: ServingWindows,
  busy: ServingWindows,
): Record<string, string> {
  const both = (figure: (windows: ServingWindows) => number) =>
    [calm, busy].map((each) => Math.round(figure(each))).join(" and ");
  const own = both(({ all }) => longest(all, "ownSilenceMs"));
  return {
    [`${processes}: lists a second, calm and busy`]: both(({ all }) => rate(all)),
    [`${processes}: processor time of a list in µs`]: both(({ listMs }) => listMs * 1000),
    [`${processes}: longest stall of a serving event loop in ms`]: both(({ stallMs }) => stallMs),
    [`${processes}: longest silence in ms`]: `${both(({ all }) => longest(all))}, of the service's own ${own}`,
  };
}
