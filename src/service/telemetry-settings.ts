import { type Variables, WrongSetting, wrongValue } from "./variables.ts";

/** Where a signal goes; the variables have OpenTelemetry's own names. */
export interface ExportSettings {
  /** The address that the collector takes the signal at. */
  readonly url: string;
  readonly protocol: "http/protobuf" | "http/json";
  /** Headers for the collector, such as its key. */
  readonly headers: Readonly<Record<string, string>>;
  /** How long an export may take, and so how much longer the end of a process. */
  readonly timeoutMs: number;
  readonly serviceName: string;
  /** Paths of PEM files: whom the collector is signed by, and the client's own. */
  readonly certificates?: Readonly<Partial<Record<"ca" | "cert" | "key", string>>>;
}

export interface MetricsExportSettings extends ExportSettings {
  readonly everyMs: number;
}

export interface TracingSettings extends ExportSettings {
  readonly sampler: Sampler;
  /** The share of traces that the sampler takes, from 0 to 1. */
  readonly ratio: number;
}

/** With `parentbased`, the caller's `traceparent` decides where there is one. */
const samplers = [
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
  "always_on",
  "always_off",
  "traceidratio",
] as const;

type Sampler = (typeof samplers)[number];

/** Reads the variables of tracing; null where `OTEL_TRACES_EXPORTER` is not `otlp`. */
export function readTracingSettings(variables: Variables): TracingSettings | null {
  const settings = readExportSettings(variables, "OTEL_TRACES_EXPORTER");
  if (settings === null) return null;
  return {
    ...settings,
    sampler: variables.oneOf("OTEL_TRACES_SAMPLER", samplers),
    ratio: readRatio(variables.text("OTEL_TRACES_SAMPLER_ARG", "1")),
  };
}

/** Reads the variables of metrics that are sent; null where `OTEL_METRICS_EXPORTER` is not `otlp`. */
export function readMetricsExportSettings(variables: Variables): MetricsExportSettings | null {
  const settings = readExportSettings(variables, "OTEL_METRICS_EXPORTER");
  if (settings === null) return null;
  const everyMs = variables.whole("OTEL_METRIC_EXPORT_INTERVAL", 60_000, 1_000, 3_600_000);
  return { ...settings, everyMs };
}

/** OpenTelemetry's SDK itself reads `OTEL_RESOURCE_ATTRIBUTES`, and the variable for compression. */
function readExportSettings(
  variables: Variables,
  exporter: "OTEL_TRACES_EXPORTER" | "OTEL_METRICS_EXPORTER",
): ExportSettings | null {
  const text = variables.text.bind(variables);
  const oneOf: Variables["oneOf"] = variables.oneOf.bind(variables);
  const isOn = oneOf(exporter, ["none", "otlp"]) === "otlp";
  if (!isOn || oneOf("OTEL_SDK_DISABLED", ["false", "true"]) === "true") return null;
  const signal = exporter.slice("OTEL_".length, -"_EXPORTER".length);
  /** A variable for this signal alone goes before the one for all. */
  const variableFor = (what: string) => {
    const forSignal = `OTEL_EXPORTER_OTLP_${signal}_${what}`;
    return text(forSignal, "") === "" ? `OTEL_EXPORTER_OTLP_${what}` : forSignal;
  };
  const endpointVariable = variableFor("ENDPOINT");
  const url = readUrl(endpointVariable, text(endpointVariable, "http://localhost:4318"));
  const isForSignal = endpointVariable.includes(signal);
  const headersVariable = variableFor("HEADERS");
  const certificates = Object.entries(certificateVariables).flatMap(([use, what]) => {
    const path = text(variableFor(what), "");
    return path === "" ? [] : [[use, path] as const];
  });
  return {
    url: isForSignal ? url : `${url.replace(/\/$/, "")}/v1/${signal.toLowerCase()}`,
    protocol: oneOf(variableFor("PROTOCOL"), ["http/protobuf", "http/json"]),
    headers: readHeaders(headersVariable, text(headersVariable, "")),
    timeoutMs: variables.whole(variableFor("TIMEOUT"), 2_000, 1, 60_000),
    serviceName: text("OTEL_SERVICE_NAME", "booking-service"),
    ...(certificates.length > 0 && { certificates: Object.fromEntries(certificates) }),
  };
}

/** The keys are options of Node's `https.Agent`. */
const certificateVariables = {
  ca: "CERTIFICATE",
  cert: "CLIENT_CERTIFICATE",
  key: "CLIENT_KEY",
} as const;

/** The message does not repeat the value, which may contain a password. */
function readUrl(name: string, value: string): string {
  if (/^https?:\/\/\S+$/.test(value) && URL.canParse(value)) return value;
  throw new WrongSetting(`${name} must be the http:// or https:// address of a collector.`);
}

/** Pairs as `name=value,name=value`, percent-encoded; the message never repeats a value. */
function readHeaders(name: string, value: string): Record<string, string> {
  const pairs = value.split(",").filter((pair) => pair.trim() !== "");
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const [, key = "", given = ""] = /^\s*([^\s=]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
        if (key === "") throw new URIError();
        return [key, decodeURIComponent(given)];
      }),
    );
  } catch {
    throw new WrongSetting(
      `${name} must be pairs such as api-key=SECRET, with commas, percent-encoded.`,
    );
  }
}

function readRatio(value: string): number {
  const ratio = /^\d*\.?\d+$/.test(value) ? Number(value) : Number.NaN;
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw wrongValue("OTEL_TRACES_SAMPLER_ARG", value, "a number from 0 to 1");
}
