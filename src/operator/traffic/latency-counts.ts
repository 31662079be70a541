/**
 * Durations are counted in classes that grow by the square root of two, from 0.1 ms to 100 s. A
 * percentile is exact to its class.
 */
const firstBoundSeconds = 0.0001;
const classes = 42;

/** How many durations fell into each class; the last one has no upper bound. */
export type LatencyCounts = number[];

export function noLatencies(): LatencyCounts {
  return Array.from({ length: classes }, () => 0);
}

export function countLatency(counts: LatencyCounts, seconds: number): void {
  const above = Math.ceil(2 * Math.log2(seconds / firstBoundSeconds));
  const index = Math.min(classes - 1, Math.max(0, above));
  counts[index] = (counts[index] ?? 0) + 1;
}

/** The percentile in seconds; null without durations. `part` is 0 to 1. */
export function percentile(counts: LatencyCounts, part: number): number | null {
  const target = part * counts.reduce((sum, count) => sum + count, 0);
  if (target === 0) return null;
  let before = 0;
  for (const [index, count] of counts.entries()) {
    if (count > 0 && before + count >= target) {
      const within = (target - before) / count;
      return index === 0 ? firstBoundSeconds * within : bound(index - 1) * 2 ** (within / 2);
    }
    before += count;
  }
  return bound(classes - 1);
}

function bound(index: number): number {
  return firstBoundSeconds * 2 ** (index / 2);
}
