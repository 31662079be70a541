import type { Generator } from "../load/generator.ts";
import type { LoadResult } from "../load/load-order.ts";
import { readMemory } from "../programs/process-cost.ts";
import { estimate, estimateRatio, type Estimate } from "../statistics/estimate.ts";
import { median } from "../statistics/quantile.ts";
import type { EngineName } from "../world/engines.ts";
import { loadTarget, type LoadLimits, type Target } from "./target.ts";

/** The measurement of one server in a comparison. */
export interface Measured {
  readonly name: string;
  readonly requestsPerSecond: Estimate;
  /** CPU microseconds per request, of the server with its database server. */
  readonly cpu: Estimate;
  /** CPU microseconds per request, of the load generator. */
  readonly generatorCpu: number;
  readonly bytes: number;
  readonly memoryBytes: number;
  readonly latencies: readonly number[];
}

/** The first server's speed in multiples of the second's: above 1 the first is better, in both units. */
export interface Ratio {
  readonly of: string;
  readonly to: string;
  readonly throughput: Estimate;
  /** The second's CPU time for one request, divided by the first's. */
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
  /** The server that is compared with each of the others. */
  readonly of: string;
  readonly limits: LoadLimits;
  readonly rounds: number;
  /** Requests before the first round, at least; never more than twice as many and a round. */
  readonly warmUps: number;
  /** A slow server's warm-up ends after this time. */
  readonly warmUpSeconds: number;
}

/**
 * Loads several servers in turn, forwards and backwards (A B C C B A …), so that changes of the machine over
 * time affect all of them. Ratios are computed within each round.
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
/** The relative difference between two successive runs below which a server counts as warm. */
const settled = 0.05;

/**
 * Warms a server up. The JavaScript compiler needs thousands of requests for its best code; after them,
 * windows are measured until two agree. Work after the last answer is not waited for here.
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
