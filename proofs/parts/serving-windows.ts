import { availableParallelism } from "node:os";
import { longest, rate, type ListLoad, type Window } from "./list-load.ts";
import { besideLoops } from "./processor-loops.ts";
import type { Stalls } from "./stalls.ts";
import { mainThreadTime } from "./thread-time.ts";

const windowMs = 2_000;
/**
 * A list may cost the callers' threads this many times as much beside others as beside loops that use as much of the
 * processors: caches and memory are shared. A service without a thread for operators has more than 2 on SQLite.
 * Loops are the measure because waiting for a processor alone makes a list dearer on PostgreSQL: the lists of a turn
 * share a round trip, and where others take the processors, a turn has fewer of them.
 */
const costMost = 1.3;
const stallMoreMs = 50;

/** What a proof knows of its processes. */
export interface WatchedWork {
  /** The processes whose main threads serve callers. */
  readonly serving: readonly number[];
  readonly stalls: Stalls;
  /** The processor time of all that the proof runs, in milliseconds. */
  readonly workOfAll: () => number;
}

/** Windows of one kind, with what the threads that serve callers did in them. */
export class ServingWindows {
  readonly all: Window[] = [];
  /** The longest stall of a serving event loop, in milliseconds. */
  stallMs = 0;
  readonly #watched: WatchedWork;
  #servedMs = 0;
  #otherMs = 0;

  constructor(watched: WatchedWork) {
    this.#watched = watched;
  }

  async add(load: ListLoad): Promise<Window> {
    const { serving, stalls, workOfAll } = this.#watched;
    const from = Date.now();
    const before = { served: mainThreadTime(serving).worked, all: workOfAll() };
    const window = await load.during(windowMs);
    this.all.push(window);
    const servedMs = mainThreadTime(serving).worked - before.served;
    this.#servedMs += servedMs;
    this.#otherMs += workOfAll() - before.all - servedMs;
    this.stallMs = Math.max(this.stallMs, stalls.longest(serving, from, Date.now()));
    return window;
  }

  /** Milliseconds of the serving threads' processor time for one list. */
  get listMs(): number {
    return this.#servedMs / this.#lists;
  }

  /** Milliseconds of processor time beside the serving threads, without what each list costs there in `calm`. */
  workBeside(calm: ServingWindows): number {
    return this.#otherMs - (calm.#otherMs / calm.#lists) * this.#lists;
  }

  /** The same as a number of processors. */
  processorsBeside(calm: ServingWindows): number {
    return this.workBeside(calm) / this.all.reduce((sum, window) => sum + window.ms, 0);
  }

  get #lists(): number {
    return this.all.reduce((sum, { answers }) => sum + answers, 0);
  }
}

/** Windows of three kinds: callers alone, beside others, and beside loops that use as much processor time as those. */
export class ComparedWindows {
  readonly calm: ServingWindows;
  readonly busy: ServingWindows;
  readonly control: ServingWindows;

  constructor(watched: WatchedWork) {
    this.calm = new ServingWindows(watched);
    this.busy = new ServingWindows(watched);
    this.control = new ServingWindows(watched);
  }

  /** A window beside loops that use what the others have used more so far than the loops before. */
  async addControl(load: ListLoad): Promise<void> {
    const { calm, busy, control } = this;
    const before = control.all.length === 0 ? 0 : control.workBeside(calm);
    const processors = (busy.workBeside(calm) - before) / windowMs;
    const possible = Math.min(Math.max(processors, 0), availableParallelism());
    await besideLoops(possible, () => control.add(load));
  }
}

/** What callers lost in the busy windows, on any machine; empty when it was little. */
export function callersLost({ calm, busy, control }: ComparedWindows): string[] {
  const cost = busy.listMs / control.listMs;
  return [
    // Negated, so that a run without windows is a loss too.
    !(cost <= costMost) && `a list costs ${cost.toFixed(2)} times as much as beside loops`,
    busy.stallMs > calm.stallMs + stallMoreMs &&
      `an event loop that serves callers stalled for ${Math.round(busy.stallMs)} ms`,
  ].filter((lost) => lost !== false);
}

/** The windows as figures of a service with this many server processes. */
export function compared(
  processes: number,
  { calm, busy, control }: ComparedWindows,
): Record<string, string> {
  const inAll = (figure: (windows: ServingWindows) => string | number) =>
    [calm, busy, control].map(figure).join(", ");
  const own = inAll(({ all }) => longest(all, "ownSilenceMs"));
  const beside = [busy, control].map((each) => each.processorsBeside(calm).toFixed(2)).join(", ");
  return {
    [`${processes}: processors used beside (busy, control)`]: beside,
    [`${processes}: lists a second (calm, busy, control)`]: inAll(({ all }) => rate(all)),
    [`${processes}: processor time of a list in µs`]: inAll(({ listMs }) =>
      Math.round(listMs * 1000),
    ),
    [`${processes}: list beside others, by control`]: (busy.listMs / control.listMs).toFixed(2),
    [`${processes}: longest stall of a serving event loop in ms`]: inAll(({ stallMs }) =>
      Math.round(stallMs),
    ),
    [`${processes}: longest silence in ms`]: `${inAll(({ all }) => longest(all))}; of the service's own ${own}`,
  };
}
