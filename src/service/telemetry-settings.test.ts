import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readSettings } from "./settings.ts";
import { WrongSetting } from "./variables.ts";

const on = { OTEL_TRACES_EXPORTER: "otlp" };

describe("the settings of OpenTelemetry", () => {
  test("tracing is off without OTEL_TRACES_EXPORTER, and where the SDK is disabled", () => {
    for (const environment of [
      {},
      { OTEL_TRACES_EXPORTER: "none" },
      { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" },
      { ...on, OTEL_SDK_DISABLED: "true" },
    ])
      assert.equal(readSettings(environment).tracing, undefined);
  });

  test("the defaults are those of OpenTelemetry, but an export may take two seconds", () => {
    assert.deepEqual(readSettings(on).tracing, {
      url: "http://localhost:4318/v1/traces",
      protocol: "http/protobuf",
      headers: {},
      timeoutMs: 2_000,
      serviceName: "booking-service",
      sampler: "parentbased_always_on",
      ratio: 1,
    });
  });

  test("a variable for traces alone goes before the one for all signals", () => {
    const { tracing } = readSettings({
      ...on,
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/",
      OTEL_EXPORTER_OTLP_HEADERS: "api-key=a%2Cb, x = y=z",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/protobuf",
    });
    assert.equal(tracing?.url, "http://collector:4318/v1/traces");
    assert.deepEqual(tracing.headers, { "api-key": "a,b", x: "y=z" });
    assert.equal(tracing.protocol, "http/protobuf");
    const forTraces = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://traces.example/in" };
    assert.equal(readSettings({ ...on, ...forTraces }).tracing?.url, "https://traces.example/in");
  });

  test("metrics go where traces go, each by variables of its own", () => {
    const both = {
      ...on,
      OTEL_METRICS_EXPORTER: "otlp",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/",
      OTEL_EXPORTER_OTLP_HEADERS: "api-key=all",
      OTEL_EXPORTER_OTLP_METRICS_HEADERS: "api-key=metrics",
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://traces.example/in",
    };
    const { metricsExport, tracing } = readSettings(both);
    assert.deepEqual(metricsExport, {
      url: "http://collector:4318/v1/metrics",
      protocol: "http/protobuf",
      headers: { "api-key": "metrics" },
      timeoutMs: 2_000,
      serviceName: "booking-service",
      everyMs: 60_000,
    });
    assert.deepEqual(tracing?.headers, { "api-key": "all" });
    assert.equal(tracing.url, "https://traces.example/in");
    assert.equal(readSettings(on).metricsExport, undefined);
    assert.equal(readSettings({ ...both, OTEL_SDK_DISABLED: "true" }).metricsExport, undefined);
  });

  test("a wrong value is named, and one that may be a secret is not repeated", () => {
    for (const [name, value, accepted] of [
      ["OTEL_TRACES_EXPORTER", "zipkin", /none, otlp/],
      ["OTEL_METRICS_EXPORTER", "prometheus", /none, otlp/],
      ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", /http\/protobuf, http\/json/],
      ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318", /http:\/\//],
      ["OTEL_EXPORTER_OTLP_HEADERS", "hidden", /name=value|api-key=SECRET/],
      ["OTEL_EXPORTER_OTLP_HEADERS", "a=hidden%", /percent-encoded/],
      ["OTEL_TRACES_SAMPLER", "jaeger_remote", /traceidratio/],
      ["OTEL_TRACES_SAMPLER_ARG", "1.5", /from 0 to 1/],
    ] as const) {
      assert.throws(
        () => readSettings({ ...on, [name]: value }),
        (error) =>
          error instanceof WrongSetting &&
          error.message.includes(name) &&
          accepted.test(error.message) &&
          !error.message.includes("hidden"),
        name,
      );
    }
  });
});
