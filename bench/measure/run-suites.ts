import type { BenchReport } from "../report/bench-report.ts";
import type { Options, Suite } from "../options.ts";
import type { EngineName } from "../world/engines.ts";
import { compareCancels } from "./compare-cancels.ts";
import { compareFeed } from "./compare-feed.ts";
import { compareLists } from "./compare-lists.ts";
import { compareProcesses } from "./compare-processes.ts";
import { compareSame } from "./compare-same.ts";
import { compareTokens } from "./compare-tokens.ts";
import { measureCounts } from "./measure-counts.ts";
import { measureAccounts } from "./measure-accounts.ts";
import { measureGrowth } from "./measure-growth.ts";
import { measureImports } from "./measure-imports.ts";
import { measureLatency } from "./measure-latency.ts";
import { measureMemory } from "./measure-memory.ts";
import { measureBesideOperators } from "./measure-operators.ts";
import { measureStarts } from "./measure-starts.ts";
import { measureSizing } from "./measure-sizing.ts";
import { paces } from "./paces.ts";
import type { Stage } from "./stage.ts";

/** The figures of one run, without the facts of the machine. */
export type Figures = Pick<
  BenchReport,
  | "counts"
  | "comparisons"
  | "latencies"
  | "besideOperators"
  | "growth"
  | "imports"
  | "starts"
  | "memory"
  | "sizing"
>;

const sizes = [10_000, 100_000, 1_000_000];
const largestSize = 10_000_000;
const accountCounts = [1, 10, 100, 1_000];
const mostAccounts = 10_000;

/** Runs the chosen suites, announces each one, and yields its figures when it ends. */
export async function* runSuites(
  stage: Stage,
  options: Options,
  tell: (next: string) => void,
): AsyncGenerator<Partial<Figures>> {
  for (const suite of options.suites) {
    // Tokens are issued from the process's memory, so one engine suffices.
    const engines = suite === "token" ? options.engines.slice(0, 1) : options.engines;
    for (const engine of engines) {
      tell(suite === "token" ? suite : `${suite}, ${engine}`);
      yield await measuring[suite](stage, engine, options, tell);
    }
  }
}

const paceOf = ({ quick }: Options) => (quick ? paces.quick : paces.full);

type Measuring = (
  stage: Stage,
  engine: EngineName,
  options: Options,
  tell: (next: string) => void,
) => Promise<Partial<Figures>>;

const measuring: Record<Suite, Measuring> = {
  counts: async (stage, engine) => ({
    counts: await measureCounts(stage, engine, { beside: true, traced: true }),
  }),
  same: async (stage, engine, options) => ({
    comparisons: [await compareSame(stage, engine, paceOf(options))],
  }),
  list: async (stage, engine, options) => ({
    comparisons: [
      await compareLists(stage, engine, paceOf(options), "list"),
      await compareLists(stage, engine, paceOf(options), "list of 100"),
    ],
  }),
  cancel: async (stage, engine, options) => ({
    comparisons: [await compareCancels(stage, engine, paceOf(options))],
  }),
  feed: async (stage, engine, options) => ({
    comparisons: [await compareFeed(stage, engine, paceOf(options))],
  }),
  token: async (stage, _engine, options) => ({
    comparisons: [await compareTokens(stage, paceOf(options))],
  }),
  processes: async (stage, engine, options) => ({
    comparisons: [await compareProcesses(stage, engine, paceOf(options))],
  }),
  latency: async (stage, engine, options) => ({
    latencies: [
      await measureLatency(stage, engine, paceOf(options), "list"),
      await measureLatency(stage, engine, paceOf(options), "cancel"),
    ],
  }),
  operators: async (stage, engine, options, tell) => {
    const { work, reminders } = options;
    const run = { pace: paceOf(options), work, reminders, tell };
    return { besideOperators: [await measureBesideOperators(stage, engine, run)] };
  },
  growth: async (stage, engine, options) => ({
    growth: await measureGrowth(stage, engine, paceOf(options), sizesOf(options)),
  }),
  accounts: async (stage, engine, options) => ({
    growth: [await measureAccounts(stage, engine, paceOf(options), accountsOf(options))],
  }),
  import: async (stage, engine, options) => ({
    imports: [await measureImports(stage, engine, paceOf(options))],
  }),
  start: async (stage, engine, options) => ({
    starts: [await measureStarts(stage, engine, paceOf(options))],
  }),
  memory: async (stage, engine, options) => ({
    memory: [await measureMemory(stage, engine, paceOf(options), requestsOf(options))],
  }),
  sizing: async (stage, engine, options) => ({
    sizing: [await measureSizing(stage, engine, paceOf(options))],
  }),
};

function sizesOf({ quick, large }: Options): readonly number[] {
  if (large) return [...sizes, largestSize];
  return quick ? sizes.slice(0, 2) : sizes;
}

function accountsOf({ large }: Options): readonly number[] {
  return large ? [...accountCounts, mostAccounts] : accountCounts;
}

function requestsOf({ quick, large }: Options): number {
  if (large) return 1_000_000;
  return quick ? 20_000 : 200_000;
}
