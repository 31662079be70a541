import { envDetector, detectResources, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
  type SpanExporter,
  type TracerProviderOptions,
} from "@opentelemetry/sdk-trace";
import { programVersion } from "../domain/program-version.ts";
import type { TracingSettings } from "./tracing-settings.ts";

export interface ExportParts {
  readonly settings: TracingSettings;
  /** Called with the error of an export, at most once a minute. */
  readonly reportTrouble: (error: Error) => void;
}

const troubleEveryMs = 60_000;

/** How spans are sampled, collected and sent. Beyond 2,048 that wait, spans are dropped. */
export async function traceExport(parts: ExportParts): Promise<TracerProviderOptions> {
  const { serviceName } = parts.settings;
  const exporter = reporting(await openExporter(parts.settings), parts.reportTrouble);
  const given = resourceFromAttributes({
    "service.name": serviceName,
    "service.version": programVersion,
  });
  return {
    resource: detectResources({ detectors: [envDetector] }).merge(given),
    sampler: samplerOf(parts.settings),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  };
}

async function openExporter({
  protocol,
  url,
  headers,
  timeoutMs,
}: TracingSettings): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === "http/json"
      ? await import("@opentelemetry/exporter-trace-otlp-http")
      : await import("@opentelemetry/exporter-trace-otlp-proto");
  return new OTLPTraceExporter({ url, headers, timeoutMillis: timeoutMs });
}

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const root = sampler.endsWith("always_on")
    ? new AlwaysOnSampler()
    : sampler.endsWith("always_off")
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return sampler.startsWith("parentbased") ? new ParentBasedSampler({ root }) : root;
}

/** A collector may be away for hours, and the log names it once a minute. */
function reporting(
  exporter: SpanExporter,
  reportTrouble: ExportParts["reportTrouble"],
): SpanExporter {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const now = performance.now();
        if (result.error !== undefined && now - reportedAt >= troubleEveryMs) {
          reportedAt = now;
          reportTrouble(result.error);
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
