import { Histogram, type HistogramConfiguration } from "prom-client";

/** How many values fell into each class of a histogram; the last class has no upper bound. */
export type Counts = number[];

/** Counts a value in the first class whose bound is not below it. */
function count(counts: Counts, bounds: readonly number[], value: number): void {
  let index = 0;
  while (value > (bounds[index] ?? Infinity)) index += 1;
  counts[index] = (counts[index] ?? 0) + 1;
}

function noneOf(bounds: readonly number[]): Counts {
  return Array.from({ length: bounds.length + 1 }, () => 0);
}

/**
 * Latencies are counted in classes that grow by the square root of two, from 0.1 ms to 100 s. A percentile is exact
 * to its class.
 */
const shortestSeconds = 0.0001;
const latencyBounds = Array.from({ length: 41 }, (_, index) => boundOf(index));

function boundOf(index: number): number {
  return shortestSeconds * 2 ** (index / 2);
}

function totalOf(counts: Counts): number {
  return counts.reduce((sum, some) => sum + some, 0);
}

export function noLatencies(): Counts {
  return noneOf(latencyBounds);
}

export function countLatency(counts: Counts, seconds: number): void {
  count(counts, latencyBounds, seconds);
}

/** The percentile of latencies in seconds; null without any. `part` is 0 to 1. */
export function percentile(counts: Counts, part: number): number | null {
  const target = part * totalOf(counts);
  if (target === 0) return null;
  let before = 0;
  for (const [index, some] of counts.entries()) {
    if (some > 0 && before + some >= target) {
      // The last class, above 105 s, has no upper bound and is read as if it ended like the others.
      const within = (target - before) / some;
      return index === 0 ? shortestSeconds * within : boundOf(index - 1) * 2 ** (within / 2);
    }
    before += some;
  }
  return boundOf(latencyBounds.length);
}

/**
 * A histogram whose observer looks up each combination of labels once and keeps it: prom-client
 * checks and hashes labels at every observation, which costs more than counting. It is rendered and
 * added up over processes like any other. What it inherits to observe, time or reset has no effect.
 */
export class QuickHistogram extends Histogram {
  readonly #order: HistogramConfiguration<string> & { readonly buckets: number[] };
  /** By their labels as JSON, in the order in which they were first asked for. */
  readonly #cells = new Map<string, Observed>();

  constructor(order: HistogramConfiguration<string> & { readonly buckets: number[] }) {
    super(order);
    this.#order = order;
  }

  get cells(): readonly Observed[] {
    return [...this.#cells.values()];
  }

  /** The observations under these labels, which come in one order. The observer keeps them. */
  under(labels: Readonly<Record<string, string>>): Observed {
    const key = JSON.stringify(labels);
    const cell = this.#cells.get(key) ?? new Observed(labels, this.#order.buckets);
    this.#cells.set(key, cell);
    return cell;
  }

  /** prom-client renders and adds up from this value. */
  async getForPromString() {
    const { name, help } = this.#order;
    const values = this.cells.flatMap(({ labels, bounds, counts, sum }) => {
      let total = 0;
      const buckets = counts.map((some, index) => {
        total += some;
        const le = bounds[index] ?? "+Inf";
        return {
          metricName: `${name}_bucket`,
          labels: { le, ...labels },
          value: total,
          sharedLabels,
        };
      });
      return [
        ...buckets,
        { metricName: `${name}_sum`, labels, value: sum, sharedLabels },
        { metricName: `${name}_count`, labels, value: total, sharedLabels },
      ];
    });
    return { name, help, type: "histogram", values, aggregator: "sum" };
  }
}

/** None are shared; prom-client requires the field. */
const sharedLabels = {};

/** The observations under one combination of labels. */
export class Observed {
  readonly labels: Readonly<Record<string, string>>;
  readonly bounds: readonly number[];
  readonly counts: Counts;
  sum = 0;

  constructor(labels: Readonly<Record<string, string>>, bounds: readonly number[]) {
    this.labels = labels;
    this.bounds = bounds;
    this.counts = noneOf(bounds);
  }

  observe(value: number): void {
    count(this.counts, this.bounds, value);
    this.sum += value;
  }

  total(): number {
    return totalOf(this.counts);
  }
}
