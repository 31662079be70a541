import { Histogram, type HistogramConfiguration } from "prom-client";

/** The observations under one combination of labels. */
export interface Observed {
  observe(value: number): void;
}

/**
 * A histogram whose observer looks up each combination of labels once and keeps it: prom-client
 * checks and hashes labels at every observation, which costs more than counting. It is rendered and
 * added up over processes like any other.
 */
export class QuickHistogram extends Histogram {
  readonly #order: HistogramConfiguration<string> & { readonly buckets: number[] };
  readonly #cells: Cell[] = [];

  constructor(order: HistogramConfiguration<string> & { readonly buckets: number[] }) {
    super(order);
    this.#order = order;
  }

  /** The observations under these labels; the observer calls this once for each combination. */
  under(labels: Readonly<Record<string, string>>): Observed {
    const cell = new Cell(labels, this.#order.buckets);
    this.#cells.push(cell);
    return cell;
  }

  /** prom-client renders and adds up from this value. */
  async getForPromString() {
    const { name, help } = this.#order;
    const values = this.#cells.flatMap(({ labels, bounds, counts, sum }) => {
      let count = 0;
      const buckets = counts.map((some, index) => {
        count += some;
        const le = bounds[index] ?? "+Inf";
        return {
          metricName: `${name}_bucket`,
          labels: { le, ...labels },
          value: count,
          sharedLabels,
        };
      });
      return [
        ...buckets,
        { metricName: `${name}_sum`, labels, value: sum, sharedLabels },
        { metricName: `${name}_count`, labels, value: count, sharedLabels },
      ];
    });
    return { name, help, type: "histogram", values, aggregator: "sum" };
  }
}

/** Labels that prom-client writes once for all lines of a combination. */
const sharedLabels = {};

class Cell implements Observed {
  readonly labels: Readonly<Record<string, string>>;
  readonly bounds: readonly number[];
  /** One more than `bounds`: the last counts values above all bounds. */
  readonly counts: number[];
  sum = 0;

  constructor(labels: Readonly<Record<string, string>>, bounds: readonly number[]) {
    this.labels = labels;
    this.bounds = bounds;
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  observe(value: number): void {
    let index = 0;
    while (value > (this.bounds[index] ?? Infinity)) index += 1;
    this.counts[index] = (this.counts[index] ?? 0) + 1;
    this.sum += value;
  }
}
