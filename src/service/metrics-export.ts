import { randomUUID } from "node:crypto";
import type { LookupFunction } from "node:net";
import { ValueType, type HrTime } from "@opentelemetry/api";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  DataPointType,
  type DataPoint,
  type Histogram,
  type MetricData,
  type PushMetricExporter,
  type ResourceMetrics,
} from "@opentelemetry/sdk-metrics";
import type { MetricsSnapshot } from "../operator/metrics.ts";
import { describeService, optionsOf, sparingly } from "./otlp-export.ts";
import type { ExportSettings, MetricsExportSettings } from "./telemetry-settings.ts";

/** Sends the metrics of the whole service to a collector, at an interval and once more at the end. */
export interface MetricsExport {
  close(): Promise<void>;
}

interface MetricsExportParts {
  readonly settings: MetricsExportSettings;
  readonly lookup: LookupFunction;
  readonly gather: () => Promise<MetricsSnapshot>;
  /** Called with the error of an export, at most once a minute. */
  readonly reportTrouble: (error: Error) => void;
}

/**
 * Only a process that sends metrics loads this file. The metrics are those of `/metrics`, under the same names: a
 * second count beside prom-client's would cost every request, and could differ.
 */
export async function openMetricsExport({
  settings,
  lookup,
  gather,
  reportTrouble,
}: MetricsExportParts): Promise<MetricsExport> {
  const exporter = await openExporter(settings, lookup);
  // Nodes count for themselves, so a collector has to tell them apart.
  const instance = resourceFromAttributes({ "service.instance.id": randomUUID() });
  const resource = instance.merge(describeService(settings));
  const startTime = timeNow();
  const report = sparingly(reportTrouble);
  const send = async () => {
    const span = { startTime, endTime: timeNow() };
    const metrics = (await gather()).flatMap((metric) => toMetricData(metric as Gathered, span));
    const scope = { name: "booking-service" };
    await sendBy(exporter, settings, { resource, scopeMetrics: [{ scope, metrics }] });
  };
  let sending: Promise<void> | null = null;
  const sendOnce = () =>
    (sending ??= send()
      .catch(report)
      .finally(() => (sending = null)));
  const timer = setInterval(() => void sendOnce(), settings.everyMs);
  return {
    close: async () => {
      clearInterval(timer);
      await sending;
      await sendOnce();
      // It waits for an export that was given up.
      void exporter.shutdown();
    },
  };
}

async function openExporter(
  settings: ExportSettings,
  lookup: LookupFunction,
): Promise<PushMetricExporter> {
  const { OTLPMetricExporter } =
    settings.protocol === "http/json"
      ? await import("@opentelemetry/exporter-metrics-otlp-http")
      : await import("@opentelemetry/exporter-metrics-otlp-proto");
  return new OTLPMetricExporter(optionsOf(settings, lookup));
}

/** The exporter limits how long a collector is silent once it is connected, and not how long the whole takes. */
async function sendBy(
  exporter: PushMetricExporter,
  { timeoutMs }: Pick<ExportSettings, "timeoutMs">,
  metrics: ResourceMetrics,
): Promise<void> {
  const sent = Promise.withResolvers<void>();
  exporter.export(metrics, ({ error }) =>
    error === undefined ? sent.resolve() : sent.reject(error),
  );
  const late = new Error(`The collector did not take the metrics within ${timeoutMs} ms.`);
  const timer = setTimeout(() => sent.reject(late), timeoutMs + graceMs);
  await sent.promise.finally(() => clearTimeout(timer));
}

/** The exporter's own limit is to end first, because it names the trouble. */
const graceMs = 200;

function timeNow(): HrTime {
  const ms = Date.now();
  return [Math.floor(ms / 1000), (ms % 1000) * 1_000_000];
}

/** A metric as prom-client's snapshots have it. */
interface Gathered {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly values: readonly GatheredValue[];
}

interface GatheredValue {
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

type Span = Pick<DataPoint<number>, "startTime" | "endTime">;

/** Summaries are left out: the service has none, and OpenTelemetry makes none. */
function toMetricData({ name, help, type, values }: Gathered, span: Span): MetricData[] {
  const descriptor = { name, description: help, unit: unitOf(name), valueType: ValueType.DOUBLE };
  const shared = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
  const known = values.filter(({ value }) => Number.isFinite(value));
  const dataPoints = known.map(({ labels, value }) => ({ ...span, attributes: labels, value }));
  switch (type) {
    case "counter":
      return [{ ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }];
    case "gauge":
      return [{ ...shared, dataPointType: DataPointType.GAUGE, dataPoints }];
    case "histogram":
      return [
        {
          ...shared,
          dataPointType: DataPointType.HISTOGRAM,
          dataPoints: histogramsOf(name, values).map((point) => ({ ...span, ...point })),
        },
      ];
    default:
      return [];
  }
}

function unitOf(name: string): string {
  if (/_seconds(_total)?$/.test(name)) return "s";
  return /_bytes(_total)?$/.test(name) ? "By" : "";
}

/** Prometheus' buckets contain those below them; OpenTelemetry's do not. */
function histogramsOf(
  name: string,
  values: readonly GatheredValue[],
): Pick<DataPoint<Histogram>, "attributes" | "value">[] {
  type Point = { readonly attributes: GatheredValue["labels"]; readonly value: Histogram };
  const points = new Map<string, Point>();
  for (const { metricName, labels, value } of values) {
    const { le, ...attributes } = labels;
    const key = JSON.stringify(attributes);
    const none = (): Point => ({
      attributes,
      value: { buckets: { boundaries: [], counts: [] }, count: 0 },
    });
    const point = points.get(key) ?? none();
    points.set(key, point);
    const { buckets } = point.value;
    if (metricName === `${name}_sum`) point.value.sum = value;
    else if (metricName === `${name}_count`) point.value.count = value;
    else {
      const below = buckets.counts.reduce((sum, some) => sum + some, 0);
      buckets.counts.push(value - below);
      if (le !== "+Inf") buckets.boundaries.push(Number(le));
    }
  }
  return [...points.values()];
}
