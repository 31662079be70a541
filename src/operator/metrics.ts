import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { programVersion } from "../domain/program-version.ts";
import type { ObservedAnswer } from "../http/observed-answer.ts";
import type { ObservedApiAnswer } from "./api/serve-api.ts";
import { QuickHistogram, type Observed } from "./quick-histogram.ts";

/** What is counted, for Prometheus. Labels hold names of endpoints and reasons, never a caller's data. */
export interface Metrics {
  readonly observeAnswer: (answer: ObservedAnswer) => void;
  readonly observeOperatorAnswer: (answer: ObservedApiAnswer) => void;
  /** `seconds` that one statement took in the database. */
  readonly observeStatement: (seconds: number) => void;
  /** The Prometheus text format, and its content type. */
  render(): Promise<{ text: string; contentType: string }>;
  /** The same as data, to be added up with that of other processes. */
  snapshot(): Promise<MetricsSnapshot>;
}

/** Metrics as they go from one process to another. */
export type MetricsSnapshot = readonly {
  readonly name: string;
  readonly type?: unknown;
  readonly aggregator?: string;
}[];

/** Whether this came from `snapshot()`, in this process or another. */
export function isMetricsSnapshot(value: unknown): value is MetricsSnapshot {
  return Array.isArray(value);
}

/** Answers of one endpoint with one status. */
interface Answered {
  readonly labels: { readonly endpoint: string; readonly status: string };
  count: number;
  readonly latency: Observed;
}

const latencyBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** There are many operations, so each has few. */
const operatorBuckets = [0.005, 0.025, 0.1, 0.5, 2.5, 10];
const statementBuckets = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.005, 0.025, 0.1, 0.5, 2.5];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: "booking_build_info",
    help: "Always 1; the label names the version of the program.",
    labelNames: ["version"] as const,
    registers,
    aggregator: "first",
  }).set({ version: programVersion }, 1);
  const answered: Answered[] = [];
  const requests: Counter<"endpoint" | "status"> = new Counter({
    name: "booking_http_requests_total",
    help: "Requests answered, by endpoint and status.",
    labelNames: ["endpoint", "status"] as const,
    registers,
    // Counting is done beside it, as it is for the histograms.
    collect: () => {
      requests.reset();
      for (const { labels, count } of answered) requests.inc(labels, count);
    },
  });
  const latency = new QuickHistogram({
    name: "booking_http_request_duration_seconds",
    help: "Time from a request's headers to the end of its answer.",
    labelNames: ["endpoint", "status"] as const,
    buckets: latencyBuckets,
    registers,
  });
  const refusals = new Counter({
    name: "booking_refusals_total",
    help: "Requests refused, by endpoint and reason.",
    labelNames: ["endpoint", "reason"] as const,
    registers,
  });
  const rateLimited = new Counter({
    name: "booking_rate_limited_total",
    help: "Requests refused by a rate limit, by endpoint.",
    labelNames: ["endpoint"] as const,
    registers,
  });
  const operatorLatency = new Histogram({
    name: "booking_operator_request_duration_seconds",
    help: "Requests to the operator API, by operation and status.",
    labelNames: ["operation", "status"] as const,
    buckets: operatorBuckets,
    registers,
  });
  const operatorRefusals = new Counter({
    name: "booking_operator_refusals_total",
    help: "Requests to the operator API that were refused, by operation and reason.",
    labelNames: ["operation", "reason"] as const,
    registers,
  });
  const statements = new QuickHistogram({
    name: "booking_database_statement_duration_seconds",
    help: "Time of one statement in the database.",
    buckets: statementBuckets,
    registers,
  });
  const statementSeconds = statements.under({});
  const answeredBy = new Map<string, Map<number, Answered>>();
  const answeredWith = (endpoint: string, status: number): Answered => {
    const known = answeredBy.get(endpoint)?.get(status);
    if (known !== undefined) return known;
    const labels = { endpoint, status: String(status) };
    const made = { labels, count: 0, latency: latency.under(labels) };
    answered.push(made);
    const ofEndpoint = answeredBy.get(endpoint) ?? new Map<number, Answered>();
    answeredBy.set(endpoint, ofEndpoint.set(status, made));
    return made;
  };
  return {
    observeAnswer: ({ endpoint, status, refusal, seconds }) => {
      const one = answeredWith(endpoint, status);
      one.count += 1;
      one.latency.observe(seconds);
      if (refusal !== null) refusals.inc({ endpoint, reason: refusal });
      if (refusal === "rate-limited") rateLimited.inc({ endpoint });
    },
    observeOperatorAnswer: ({ endpoint: operation, status, refusal, seconds }) => {
      operatorLatency.observe({ operation, status: String(status) }, seconds);
      if (refusal !== null) operatorRefusals.inc({ operation, reason: refusal });
    },
    observeStatement: (seconds) => statementSeconds.observe(seconds),
    render: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
    snapshot: () => registry.getMetricsAsJSON(),
  };
}
