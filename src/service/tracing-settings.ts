import { type Variables, WrongSetting, wrongValue } from "./variables.ts";

/** Where traces go; the variables have OpenTelemetry's own names. */
export interface TracingSettings {
  /** The address that the collector takes traces at. */
  readonly url: string;
  readonly protocol: "http/protobuf" | "http/json";
  /** Headers for the collector, such as its key. */
  readonly headers: Readonly<Record<string, string>>;
  /** How long an export may take, and so how much longer the end of a process. */
  readonly timeoutMs: number;
  readonly serviceName: string;
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

/**
 * Reads the variables of tracing; null where `OTEL_TRACES_EXPORTER` is not `otlp`. OpenTelemetry's SDK
 * itself reads `OTEL_RESOURCE_ATTRIBUTES`, and the variables for compression and certificates.
 */
export function readTracingSettings(variables: Variables): TracingSettings | null {
  const text = variables.text.bind(variables);
  const oneOf: Variables["oneOf"] = variables.oneOf.bind(variables);
  const isOn = oneOf("OTEL_TRACES_EXPORTER", ["none", "otlp"]) === "otlp";
  if (!isOn || oneOf("OTEL_SDK_DISABLED", ["false", "true"]) === "true") return null;
  /** A variable for traces alone goes before the one for all signals. */
  const nameOf = (what: string) => {
    const forTraces = `OTEL_EXPORTER_OTLP_TRACES_${what}`;
    return text(forTraces, "") === "" ? `OTEL_EXPORTER_OTLP_${what}` : forTraces;
  };
  const endpoint = nameOf("ENDPOINT");
  const url = readUrl(endpoint, text(endpoint, "http://localhost:4318"));
  const headers = nameOf("HEADERS");
  return {
    url: endpoint.includes("TRACES") ? url : `${url.replace(/\/$/, "")}/v1/traces`,
    protocol: oneOf(nameOf("PROTOCOL"), ["http/protobuf", "http/json"]),
    headers: readHeaders(headers, text(headers, "")),
    timeoutMs: variables.whole(nameOf("TIMEOUT"), 2_000, 1, 60_000),
    serviceName: text("OTEL_SERVICE_NAME", "booking-service"),
    sampler: oneOf("OTEL_TRACES_SAMPLER", samplers),
    ratio: readRatio(text("OTEL_TRACES_SAMPLER_ARG", "1")),
  };
}

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
