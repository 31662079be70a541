import { Counter, type Registry } from "prom-client";
import type { ObservedAnswer } from "../http/call/sent-answer.ts";
import { QuickHistogram, type Observed } from "./traffic/histogram.ts";

/** Answers of one endpoint with one status. */
interface Answered {
  readonly labels: { readonly endpoint: string; readonly status: string };
  count: number;
  readonly latency: Observed;
}

const latencyBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Registers the metrics of callers' requests; what it returns counts one answer. */
export function countAnswers(registry: Registry): (answer: ObservedAnswer) => void {
  const registers = [registry];
  const answered: Answered[] = [];
  const requests: Counter<"endpoint" | "status"> = new Counter({
    name: "booking_http_requests_total",
    help: "Requests answered, by endpoint and status.",
    labelNames: ["endpoint", "status"] as const,
    registers,
    // The counts are kept outside prom-client, as those of the histograms are.
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
  const answeredWith = rememberAnswered((labels) => {
    const made = { labels, count: 0, latency: latency.under(labels) };
    answered.push(made);
    return made;
  });
  return ({ endpoint, status, refusal, seconds }) => {
    const one = answeredWith(endpoint, status);
    one.count += 1;
    one.latency.observe(seconds);
    if (refusal !== null) refusals.inc({ endpoint, reason: refusal });
    if (refusal === "rate-limited") rateLimited.inc({ endpoint });
  };
}

/** Finds the counts of an endpoint and status without hashing labels. */
function rememberAnswered(make: (labels: Answered["labels"]) => Answered) {
  const byEndpoint = new Map<string, Map<number, Answered>>();
  return (endpoint: string, status: number): Answered => {
    const known = byEndpoint.get(endpoint)?.get(status);
    if (known !== undefined) return known;
    const made = make({ endpoint, status: String(status) });
    const ofEndpoint = byEndpoint.get(endpoint) ?? new Map<number, Answered>();
    byEndpoint.set(endpoint, ofEndpoint.set(status, made));
    return made;
  };
}
