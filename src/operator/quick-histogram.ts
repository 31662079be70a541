import { Histogram, type HistogramConfiguration } from "prom-client";

/** What was observed under one combination of labels. */
export interface Observed {
  observe(value: number): void;
}

/**
 * A histogram whose combinations of labels are looked up by whoever observes, and kept: prom-client
 * checks and hashes them at every observation, which costs more than counting. It is rendered, and
 * added up over processes, like any other.
 */
export class QuickHistogram extends Histogram {
  readonly #order: HistogramConfiguration<string> & { readonly buckets: number[] };
  readonly #cells: Cell[] = [];

  constructor(order: HistogramConfiguration<string> & { readonly buckets: number[] }) {
    super(order);
    this.#order = order;
  }

  /** Under these labels; asked for once for each combination, and kept by whoever observes. */
  under(labels: Readonly<Record<string, string>>): Observed {
    const cell = new Cell(labels, this.#order.buckets);
    this.#cells.push(cell);
    return cell;
  }

  /** From this prom-client makes everything that it renders and adds up. */
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

/** Labels that prom-client would write once for all lines of a combination. */
const sharedLabels = {};

class Cell implements Observed {
  readonly labels: Readonly<Record<string, string>>;
  readonly bounds: readonly number[];
  /** One more than bounds: what is above the last. */
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
