import { AggregatorRegistry, Counter, Gauge, Registry } from "prom-client";
import type { GatheredMetrics, Metrics, MetricsSnapshot } from "./metrics.ts";

/**
 * The metrics of several processes as those of one: counters and histograms are added up. The
 * counts of an ended process stay in the sum, so that no counter goes back when it is replaced.
 */
export class CollectedMetrics {
  readonly #own: Metrics;
  readonly #registry = new Registry();
  readonly #deaths: Counter;
  /** The latest snapshot of each process, by its id. */
  readonly #latest = new Map<number, MetricsSnapshot>();
  #ended: MetricsSnapshot = [];

  /** `own` are the supervisor's metrics; `serving` returns how many server processes serve. */
  constructor(own: Metrics, serving: () => number) {
    this.#own = own;
    const living: Gauge = new Gauge({
      name: "booking_server_processes",
      help: "Server processes that serve requests now.",
      registers: [],
      collect: () => living.set(serving()),
    });
    this.#registry.registerMetric(living);
    this.#deaths = new Counter({
      name: "booking_server_process_deaths_total",
      help: "Server processes that ended without being told to.",
      registers: [this.#registry],
    });
  }

  remember(process: number, snapshot: MetricsSnapshot): void {
    this.#latest.set(process, snapshot);
  }

  countDeath(): void {
    this.#deaths.inc();
  }

  /** Keeps the counters of an ended process and drops its gauges. */
  end(process: number): void {
    const last = this.#latest.get(process) ?? [];
    this.#latest.delete(process);
    const counted = last.filter(({ type }) => type === "counter" || type === "histogram");
    this.#ended = addUp([this.#ended, counted]).getMetricsAsArray();
  }

  async gather(others: readonly MetricsSnapshot[]): Promise<GatheredMetrics> {
    const own = [await this.#own.snapshot(), await this.#registry.getMetricsAsJSON()];
    return addUpMetrics([...own, ...others, ...this.#latest.values(), this.#ended]);
  }
}

/** Several metrics as those of one process. */
export function addUpMetrics(snapshots: readonly MetricsSnapshot[]): GatheredMetrics {
  const sum = addUp(snapshots);
  return {
    render: async () => ({ text: await sum.metrics(), contentType: sum.contentType }),
    snapshot: () => sum.getMetricsAsJSON(),
  };
}

/** Node's metrics for which a sum means nothing; ours name their own aggregator where it is no sum. */
const aggregators: Readonly<Record<string, string>> = {
  nodejs_eventloop_lag_seconds: "max",
  nodejs_eventloop_lag_mean_seconds: "max",
  nodejs_eventloop_lag_stddev_seconds: "max",
  nodejs_eventloop_lag_p50_seconds: "max",
  nodejs_eventloop_lag_p90_seconds: "max",
  nodejs_eventloop_lag_p99_seconds: "max",
  process_start_time_seconds: "min",
  process_max_fds: "min",
};

function addUp(snapshots: readonly MetricsSnapshot[]) {
  return AggregatorRegistry.aggregate(
    snapshots.map((snapshot) =>
      snapshot.map((metric) => ({
        ...metric,
        aggregator: aggregators[metric.name] ?? metric.aggregator,
      })),
    ),
  );
}
