import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type Tracer,
} from "@opentelemetry/api";
import type { Call } from "../http/call/call.ts";
import type { ObservedAnswer } from "../http/call/sent-answer.ts";
import { LookUps } from "../outgoing/look-ups/look-ups.ts";
import { readTraceparent } from "../domain/identifier.ts";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  TracerProvider,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
  type SpanExporter,
  type TracerProviderOptions,
} from "@opentelemetry/sdk-trace";
import { describeService, optionsOf, sparingly } from "./otlp-export.ts";
import type { TracingSettings } from "./telemetry-settings.ts";

/** Spans of the public listener: one for each request, and below it one for each use of an account's door. */
export interface Tracing {
  /** Serves a call within a span. */
  readonly around: (
    call: Pick<Call, "request" | "startedAt">,
    serve: () => Promise<void>,
  ) => Promise<void>;
  /** Ends the span of the call; the answer's log line names the trace, as the caller's own or this one. */
  finish(answer: ObservedAnswer): ObservedAnswer;
  /** The same account's door, with a span for each question and each change. */
  door<Door extends object>(door: Door): Door;
  /** Sends the spans that wait, within the exporter's time limit. */
  close(): Promise<void>;
}

interface OpenSpan {
  readonly span: Span;
  readonly context: Context;
}

/**
 * Opens OpenTelemetry's SDK. Only a process with tracing loads this file. An attribute is a word of the
 * program's own: a method, a route, a status, a refusal, a name of a function. None has a value of a
 * request, an id or the text of an error.
 */
export async function openTracing(parts: ExportParts & { database: string }): Promise<Tracing> {
  const provider = new TracerProvider(await traceExport(parts));
  const tracer = provider.getTracer("booking-service");
  const current = new AsyncLocalStorage<OpenSpan>();
  return {
    around: (call, serve) => {
      const { method = "none", headers } = call.request;
      const open = openSpan(
        tracer,
        method,
        call.startedAt,
        readTraceparent(headers["traceparent"]),
      );
      // A call that is cut off without an answer ends here; a second end of a span changes nothing.
      return current.run(open, serve).finally(() => {
        if (open.span.isRecording()) open.span.end(performance.now());
      });
    },
    finish: (answer) => {
      // The listener answers a malformed request before it is a call.
      const startedAt = performance.now() - answer.seconds * 1000;
      const { span } = current.getStore() ?? openSpan(tracer, answer.method, startedAt, null);
      describeAnswer(span, answer);
      span.end(performance.now());
      return { ...answer, traceparent: answer.traceparent ?? traceparentOf(span) };
    },
    door: (door) =>
      withSpans(door, (name, work) => inSpan(tracer, current, name, work, parts.database)),
    // A collector that is away was reported by the exporter. One whose answer has no end is not waited for.
    close: () =>
      Promise.race([
        provider.shutdown().catch(() => {}),
        sleep(parts.settings.timeoutMs, undefined, { ref: false }),
      ]),
  };
}

/** A span by the caller's `traceparent`, or the first one of a trace. */
function openSpan(tracer: Tracer, name: string, startTime: number, given: string | null): OpenSpan {
  const [, traceId = "", spanId = "", flags = ""] = given?.split("-") ?? [];
  const parent =
    given === null
      ? ROOT_CONTEXT
      : trace.setSpanContext(ROOT_CONTEXT, {
          traceId,
          spanId,
          traceFlags: Number.parseInt(flags, 16),
          isRemote: true,
        });
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, startTime }, parent);
  return { span, context: trace.setSpan(parent, span) };
}

function describeAnswer(span: Span, { method, endpoint, status, refusal }: ObservedAnswer): void {
  if (endpoint !== "none") {
    span.updateName(`${method} /v1/${endpoint}`);
    span.setAttribute("http.route", `/v1/${endpoint}`);
  }
  span.setAttributes({ "http.request.method": method, "http.response.status_code": status });
  if (refusal !== null) span.setAttribute("error.type", refusal);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
}

async function inSpan<Result>(
  tracer: Tracer,
  current: AsyncLocalStorage<OpenSpan>,
  name: string,
  work: () => Promise<Result>,
  database: string,
): Promise<Result> {
  const request = current.getStore();
  const attributes = { "db.system.name": database, "db.operation.name": name };
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, request?.context);
  try {
    return await work();
  } catch (error) {
    // The message of a database may repeat a value.
    span.setAttribute("error.type", (error as Error).name);
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** Puts each method of an object that returns a promise into a span of its name. */
function withSpans<Door extends object>(
  door: Door,
  inSpanOf: (name: string, work: () => Promise<unknown>) => Promise<unknown>,
): Door {
  return new Proxy(door, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...words: unknown[]) =>
        inSpanOf(String(name), () => Reflect.apply(value, target, words) as Promise<unknown>);
    },
  });
}

interface ExportParts {
  readonly settings: TracingSettings;
  /** Called with the error of an export, at most once a minute. */
  readonly reportTrouble: (error: Error) => void;
}

/** How spans are sampled, collected and sent. Beyond 2,048 that wait, spans are dropped. */
async function traceExport(parts: ExportParts): Promise<TracerProviderOptions> {
  const exporter = reporting(await openExporter(parts.settings), parts.reportTrouble);
  return {
    resource: describeService(parts.settings),
    sampler: samplerOf(parts.settings),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  };
}

async function openExporter(settings: TracingSettings): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    settings.protocol === "http/json"
      ? await import("@opentelemetry/exporter-trace-otlp-http")
      : await import("@opentelemetry/exporter-trace-otlp-proto");
  return new OTLPTraceExporter(optionsOf(settings, new LookUps().of("collector")));
}

function samplerOf(settings: TracingSettings): Sampler {
  const root = rootSamplerOf(settings);
  return settings.sampler.startsWith("parentbased") ? new ParentBasedSampler({ root }) : root;
}

function rootSamplerOf({ sampler, ratio }: TracingSettings): Sampler {
  if (sampler.endsWith("always_on")) return new AlwaysOnSampler();
  if (sampler.endsWith("always_off")) return new AlwaysOffSampler();
  return new TraceIdRatioBasedSampler(ratio);
}

function reporting(
  exporter: SpanExporter,
  reportTrouble: ExportParts["reportTrouble"],
): SpanExporter {
  const report = sparingly(reportTrouble);
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error !== undefined) report(result.error);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
