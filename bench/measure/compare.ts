import type { Generator } from "../load/generator.ts";
import type { LoadResult } from "../load/load-order.ts";
import { readMemory } from "../programs/process-cost.ts";
import { estimate, estimateRatio, type Estimate } from "../statistics/estimate.ts";
import { median } from "../statistics/quantile.ts";
import type { EngineName } from "../world/engines.ts";
import { loadTarget, type LoadLimits, type Target } from "./target.ts";

/** What was measured of one server beside the others. */
export interface Measured {
  readonly name: string;
  readonly requestsPerSecond: Estimate;
  /** CPU microseconds a request, of the server with its database server. */
  readonly cpu: Estimate;
  /** CPU microseconds a request, of the one who sent the load. */
  readonly generatorCpu: number;
  readonly bytes: number;
  readonly memoryBytes: number;
  readonly latencies: readonly number[];
}

/** How many times as much the first does as the second: more is better for the first, in both. */
export interface Ratio {
  readonly of: string;
  readonly to: string;
  readonly throughput: Estimate;
  /** CPU time of the second for one request, in CPU times of the first. */
  readonly cpu: Estimate;
}

export interface Comparison {
  readonly title: string;
  /** Null where the engine makes no difference. */
  readonly engine: EngineName | null;
  readonly measured: readonly Measured[];
  readonly ratios: readonly Ratio[];
  readonly rounds: number;
}

export interface ComparisonOrder {
  readonly title: string;
  readonly engine: EngineName | null;
  readonly targets: readonly Target[];
  /** The one that is compared with each of the others. */
  readonly of: string;
  readonly limits: LoadLimits;
  readonly rounds: number;
  /** How many requests each gets before, at the least; never more than twice as many and a round. */
  readonly warmUps: number;
  /** A slow one is not waited for any longer. */
  readonly warmUpSeconds: number;
}

/**
 * Loads several servers in turn, there and back again (A B C C B A …), so that what changes on the
 * machine in the course of time meets all of them. A ratio is taken within each round.
 */
export async function compare(generator: Generator, order: ComparisonOrder): Promise<Comparison> {
  const { targets, limits, rounds } = order;
  for (const target of targets) await warmUp(generator, target, order);
  const results = new Map(targets.map(({ name }) => [name, [] as LoadResult[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
      results.get(target.name)?.push(await loadTarget(generator, target, limits));
    }
  }
  const of = results.get(order.of) ?? [];
  return {
    title: order.title,
    engine: order.engine,
    rounds,
    measured: targets.map((target) => summary(target, results.get(target.name) ?? [])),
    ratios: targets
      .filter(({ name }) => name !== order.of && name !== "hello")
      .map(({ name }) => ({
        of: order.of,
        to: name,
        throughput: estimateRatio(of.map(rate), (results.get(name) ?? []).map(rate)),
        cpu: estimateRatio((results.get(name) ?? []).map(cpu), of.map(cpu)),
      })),
  };
}

const rate = ({ requests, seconds }: LoadResult) => requests / seconds;
const cpu = ({ watchedCpu }: LoadResult) => watchedCpu;
/** Two successive runs that differ by less are as warm as they get. */
const settled = 0.05;

/**
 * The compiler of the runtime needs thousands of requests until it has done its best; then windows
 * until two of them agree. What a server writes afterwards is not waited for here.
 */
async function warmUp(
  generator: Generator,
  target: Target,
  { limits, warmUps, warmUpSeconds }: ComparisonOrder,
): Promise<void> {
  let sent = 0;
  let before = Number.POSITIVE_INFINITY;
  const endsAt = performance.now() + warmUpSeconds * 1000;
  for (;;) {
    const result = await loadTarget(generator, { ...target, lateWorkMs: 0 }, limits);
    const now = cpu(result);
    sent += result.requests;
    const isSettled = sent >= warmUps && Math.abs(now / before - 1) < settled;
    if (isSettled || sent >= 2 * warmUps || performance.now() > endsAt) return;
    before = now;
  }
}

function summary(target: Target, results: readonly LoadResult[]): Measured {
  return {
    name: target.name,
    requestsPerSecond: estimate(results.map(rate)),
    cpu: estimate(results.map(cpu)),
    generatorCpu: median(results.map(({ ownCpu }) => ownCpu)),
    bytes: median(results.map(({ bytes }) => bytes)),
    memoryBytes: readMemory([target.program.pid]),
    latencies: (results[0]?.latencies ?? []).map((_, at) =>
      median(results.map(({ latencies }) => latencies[at] ?? 0)),
    ),
  };
}
