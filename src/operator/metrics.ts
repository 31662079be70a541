import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { AccountId } from "../domain/account.ts";
import { programVersion } from "../domain/program-version.ts";
import type { ObservedAnswer } from "../http/call/sent-answer.ts";
import type { ObservedApiAnswer } from "./api/serving/serve-api.ts";
import { watchAccounts, type WatchedStore } from "./account-metrics.ts";
import { countWebhooks, type WebhookMetrics } from "../outgoing/webhooks/webhook-metrics.ts";
import { QuickHistogram, type Observed } from "./traffic/histogram.ts";

/** Metrics for Prometheus. Labels hold names of endpoints and reasons, never a caller's data. */
export interface Metrics {
  readonly observeAnswer: (answer: ObservedAnswer) => void;
  readonly observeOperatorAnswer: (answer: ObservedApiAnswer) => void;
  /** A connection of a caller was ended to make room for another. */
  readonly countConnectionForRoom: () => void;
  /** A connection of the operator's listener was ended to make room, or because there was none. */
  readonly countOperatorConnectionForRoom: () => void;
  /** The clock's marks of the last day have a jump. */
  readonly countClockJump: () => void;
  readonly webhooks: WebhookMetrics;
  /** Shows the keys of operators that end soon, and no others. */
  showEndingKeys(
    keys: readonly { readonly name: string; readonly expiresAt: number }[],
    now: number,
  ): void;
  /** The changes of an account's bookings that were committed, by their names. */
  readonly observeChanges: (accountId: AccountId, changes: readonly string[]) => void;
  /** Whose pools are shown, and who knows the accounts' names. */
  readonly watchStore: (store: WatchedStore) => void;
  /** `seconds` that one statement took in the database. */
  readonly observeStatement: (seconds: number) => void;
  /** The Prometheus text format, and its content type. */
  render(): Promise<RenderedMetrics>;
  /** The metrics as data, to be added up with those of other processes. */
  snapshot(): Promise<MetricsSnapshot>;
}

/** The metrics of one or several processes. */
export type GatheredMetrics = Pick<Metrics, "render" | "snapshot">;

export interface RenderedMetrics {
  readonly text: string;
  readonly contentType: string;
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

/** Each of the many operations has few buckets. */
const operatorBuckets = [0.005, 0.025, 0.1, 0.5, 2.5, 10];
const statementBuckets = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.005, 0.025, 0.1, 0.5, 2.5];

/**
 * `droppedLogLines` returns how many lines the log has dropped so far. A thread beside the main one has
 * no figures of the process, which would count twice.
 */
export function createMetrics(
  droppedLogLines: () => number,
  of: "process" | "thread" = "process",
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (of === "process") collectDefaultMetrics({ register: registry });
  new Gauge({
    name: "booking_build_info",
    help: "Always 1; the label names the version of the program.",
    labelNames: ["version"] as const,
    registers,
    aggregator: "first",
  }).set({ version: programVersion }, 1);
  const dropped: Counter = new Counter({
    name: "booking_log_lines_dropped_total",
    help: "Log lines that were dropped because the log could not be written.",
    registers,
    collect: () => {
      dropped.reset();
      dropped.inc(droppedLogLines());
    },
  });
  const endedForRoom = new Counter({
    name: "booking_connections_ended_for_room_total",
    help: "Callers' connections that were ended because the limit of open files leaves room for no more.",
    registers,
  });
  const endedOfOperators = new Counter({
    name: "booking_operator_connections_ended_for_room_total",
    help: "Connections of the operator's listener that were ended because there were OPERATOR_CONNECTIONS_MAX.",
    registers,
  });
  const clockJumps = new Counter({
    name: "booking_clock_jumps_total",
    help: "Looks at the clock, every five minutes, that found a jump within the last day; no contact is erased by age meanwhile.",
    registers,
  });
  const observeAnswer = countAnswers(registers);
  const observeOperatorAnswer = countOperatorAnswers(registers);
  const statements = new QuickHistogram({
    name: "booking_database_statement_duration_seconds",
    help: "Time of one statement in the database.",
    buckets: statementBuckets,
    registers,
  });
  const statementSeconds = statements.under({});
  return {
    observeAnswer,
    observeOperatorAnswer,
    countConnectionForRoom: () => endedForRoom.inc(),
    countOperatorConnectionForRoom: () => endedOfOperators.inc(),
    countClockJump: () => clockJumps.inc(),
    ...watchAccounts(registers),
    webhooks: countWebhooks(registers),
    showEndingKeys: countKeyEnds(registers),
    observeStatement: (seconds) => statementSeconds.observe(seconds),
    render: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
    snapshot: () => registry.getMetricsAsJSON(),
  };
}

const latencyBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

function countKeyEnds(registers: Registry[]): Metrics["showEndingKeys"] {
  const ends = new Gauge({
    name: "booking_operator_key_seconds_left",
    help: "Time until an operator's key ends, within the last 14 days of it.",
    labelNames: ["operator"] as const,
    registers,
  });
  return (keys, now) => {
    ends.reset();
    for (const { name, expiresAt } of keys) ends.set({ operator: name }, (expiresAt - now) / 1000);
  };
}

/** Registers the metrics of callers' requests; what it returns counts one answer. */
function countAnswers(registers: Registry[]): Metrics["observeAnswer"] {
  const labelNames = ["endpoint", "status"] as const;
  const requests: Counter<"endpoint" | "status"> = new Counter({
    name: "booking_http_requests_total",
    help: "Requests answered, by endpoint and status.",
    labelNames,
    registers,
    // Each has a latency, so that nothing else counts them.
    collect: () => {
      requests.reset();
      for (const cell of latency.cells) requests.inc(cell.labels, cell.total());
    },
  });
  const latency = new QuickHistogram({
    name: "booking_http_request_duration_seconds",
    help: "Time from a request's headers to the end of its answer.",
    labelNames,
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
  /** By endpoint and then by status: a text of both would be made and hashed for each answer. */
  const cells: Record<string, Record<number, Observed>> = {};
  return ({ endpoint, status, refusal, seconds }) => {
    const ofEndpoint = (cells[endpoint] ??= {});
    ofEndpoint[status] ??= latency.under({ endpoint, status: String(status) });
    ofEndpoint[status].observe(seconds);
    if (refusal !== null) refusals.inc({ endpoint, reason: refusal });
    if (refusal === "rate-limited") rateLimited.inc({ endpoint });
  };
}

function countOperatorAnswers(registers: Registry[]): Metrics["observeOperatorAnswer"] {
  const latency = new Histogram({
    name: "booking_operator_request_duration_seconds",
    help: "Requests to the operator API, by operation and status.",
    labelNames: ["operation", "status"] as const,
    buckets: operatorBuckets,
    registers,
  });
  const refusals = new Counter({
    name: "booking_operator_refusals_total",
    help: "Requests to the operator API that were refused, by operation and reason.",
    labelNames: ["operation", "reason"] as const,
    registers,
  });
  return ({ endpoint: operation, status, refusal, seconds }) => {
    latency.observe({ operation, status: String(status) }, seconds);
    if (refusal !== null) refusals.inc({ operation, reason: refusal });
  };
}
