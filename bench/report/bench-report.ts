import type { Comparison } from "../measure/compare.ts";
import type { Counts } from "../measure/measure-counts.ts";
import type { GrowthSeries } from "../measure/growth-series.ts";
import type { Imports } from "../measure/measure-imports.ts";
import type { LatencySeries } from "../measure/measure-latency.ts";
import type { Memory } from "../measure/measure-memory.ts";
import type { BesideOperators } from "../measure/measure-operators.ts";
import type { Sizing } from "../measure/measure-sizing.ts";
import type { Starts } from "../measure/measure-starts.ts";
import type { Machine } from "./machine.ts";

/** The figures of one run; `--json` writes them. */
export interface BenchReport {
  readonly machine: Machine;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly quick: boolean;
  readonly counts: readonly Counts[];
  readonly comparisons: readonly Comparison[];
  readonly latencies: readonly LatencySeries[];
  readonly besideOperators: readonly BesideOperators[];
  readonly growth: readonly GrowthSeries[];
  readonly imports: readonly Imports[];
  readonly starts: readonly Starts[];
  readonly memory: readonly Memory[];
  readonly sizing: readonly Sizing[];
}
