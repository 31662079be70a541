import { median, quantile } from "./quantile.ts";

/** A median with the bounds of its 95 % confidence interval. */
export interface Estimate {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

const resamples = 2000;

/**
 * The median of the values with its confidence interval, by resampling (bootstrap). The same values always
 * give the same bounds.
 */
export function estimate(values: readonly number[]): Estimate {
  const random = repeatableRandom(values.length);
  const medians = Array.from({ length: resamples }, () =>
    median(values.map(() => values[Math.floor(random() * values.length)] ?? Number.NaN)),
  );
  return { median: median(values), low: quantile(medians, 0.025), high: quantile(medians, 0.975) };
}

/** The ratio of the one to the other, pair by pair; a disturbance of both cancels out. */
export function estimateRatio(ones: readonly number[], others: readonly number[]): Estimate {
  if (ones.length !== others.length) throw new Error("A ratio needs pairs.");
  const logs = ones.map((one, index) => Math.log(one / (others[index] ?? Number.NaN)));
  const { median: middle, low, high } = estimate(logs);
  return { median: Math.exp(middle), low: Math.exp(low), high: Math.exp(high) };
}

/** mulberry32. */
function repeatableRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
