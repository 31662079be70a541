import type { Generator } from "../load/generator.ts";
import { estimate, type Estimate } from "../statistics/estimate.ts";
import { median } from "../statistics/quantile.ts";
import { loadTarget, type LoadLimits, type Target } from "./target.ts";

/** The cost of one kind of request, from several windows. */
export interface Cost {
  /** CPU microseconds per request, of the server with its database server. */
  readonly cpu: Estimate;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Loads a target after a warm-up, and estimates the cost of a request. */
export async function measureCost(
  generator: Generator,
  target: Target,
  limits: LoadLimits,
  { windows, warmUps }: { readonly windows: number; readonly warmUps: number },
): Promise<Cost> {
  await loadTarget(generator, target, { ...limits, seconds: mostWarmUpSeconds, requests: warmUps });
  const results = [];
  for (let window = 0; window < windows; window += 1) {
    results.push(await loadTarget(generator, target, limits));
  }
  return {
    cpu: estimate(results.map(({ watchedCpu }) => watchedCpu)),
    p50: median(results.map(({ latencies }) => latencies[500] ?? Number.NaN)),
    p99: median(results.map(({ latencies }) => latencies[990] ?? Number.NaN)),
  };
}

const mostWarmUpSeconds = 10;
