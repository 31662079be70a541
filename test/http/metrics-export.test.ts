import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { call } from "../harness/call.ts";
import { startCollector, startEndlessCollector } from "../harness/collector.ts";
import { freePort } from "../harness/free-port.ts";
import { startServerProcess } from "../harness/process.ts";
import { acmeWith, booking } from "../harness/seed.ts";
import { startTestService } from "../harness/service.ts";
import { migratedDatabase } from "../harness/test-database.ts";
import { until } from "../harness/until.ts";

const listPath = "/v1/interactions:fetchContactBookings?external_id=CUST-COUNTED";

test("what /metrics shows is sent to a collector, under the same names", async () => {
  await using collector = await startCollector();
  const { shown } = await listTwice(collector.url);
  const [sent] = collector.exports;
  assert.equal(sent?.path, "/v1/metrics");
  assert.equal(sent.headers["api-key"], "for the collector");
  const [{ resource, scopeMetrics }] = JSON.parse(sent.body.toString()).resourceMetrics;
  const about = attributesOf(resource);
  assert.equal(about["service.name"], "shop");
  // Two nodes are two senders.
  assert.match(String(about["service.instance.id"]), /^[0-9a-f-]{36}$/);
  const metrics = scopeMetrics.flatMap(({ metrics }: any) => metrics);
  const names: string[] = metrics.map(({ name }: any) => name);
  assert.deepEqual(names.toSorted(), shown.toSorted());

  const find = (name: string) => metrics.find((metric: any) => metric.name === name);
  const requests = find("booking_http_requests_total").sum;
  // 2: the sum since the start.
  assert.deepEqual([requests.aggregationTemporality, requests.isMonotonic], [2, true]);
  const ofList = (points: any[]) =>
    points.find((point) => attributesOf(point)["endpoint"] === "interactions:fetchContactBookings");
  const counted = ofList(requests.dataPoints);
  assert.equal(attributesOf(counted)["status"], "200");
  assert.equal(counted.asDouble, 2);
  const duration = find("booking_http_request_duration_seconds");
  assert.equal(duration.unit, "s");
  const histogram = ofList(duration.histogram.dataPoints);
  assert.equal(histogram.bucketCounts.length, histogram.explicitBounds.length + 1);
  assert.equal(sumOf(histogram.bucketCounts.map(Number)), 2);
  assert.deepEqual([Number(histogram.count), histogram.sum > 0], [2, true]);
  assert.equal(find("booking_build_info").gauge.dataPoints[0].asDouble, 1);
});

for (const protocol of ["http/json", "http/protobuf"]) {
  test(`${protocol}: no metric has an id, a secret or a value of a request`, async () => {
    await using collector = await startCollector();
    const { secrets } = await listTwice(collector.url, protocol);
    const [sent] = collector.exports;
    const type = protocol === "http/json" ? "application/json" : "application/x-protobuf";
    assert.equal(sent?.headers["content-type"], type);
    const text = Buffer.concat(collector.exports.map(({ body }) => body)).toString("latin1");
    assert.ok(text.includes("booking_http_requests_total"));
    for (const secret of secrets) assert.ok(!text.includes(secret), secret);
  });
}

test("several processes and the operator's thread are one sender", async () => {
  await using collector = await startCollector();
  await using database = await migratedDatabase("sqlite");
  await using server = await startServerProcess(database.url, {
    PROCESSES: "2",
    OTEL_METRICS_EXPORTER: "otlp",
    OTEL_METRIC_EXPORT_INTERVAL: "1000",
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${collector.url}/metrics`,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
  });
  for (let count = 0; count < 8; count += 1) await call(server.api, { path: "/v1/nothing" });
  await call(server.operator, { path: "/operator/v1/whoami" });
  const counted = (name: string, of: (metric: any) => any, value: (point: any) => unknown) =>
    until(() => {
      const metrics = collector.exports.flatMap(({ body }) =>
        JSON.parse(body.toString()).resourceMetrics[0].scopeMetrics[0].metrics.filter(
          (metric: any) => metric.name === name,
        ),
      );
      return metrics.some((metric: any) => sumOf(of(metric).dataPoints.map(value).map(Number)) > 0);
    });
  await counted(
    "booking_operator_request_duration_seconds",
    ({ histogram }) => histogram,
    ({ count }) => count,
  );
  const answered = () =>
    collector.exports.some(({ body }) => {
      const [{ metrics }] = JSON.parse(body.toString()).resourceMetrics[0].scopeMetrics;
      const { sum } = metrics.find(({ name }: any) => name === "booking_http_requests_total");
      return sumOf(sum.dataPoints.map(({ asDouble }: any) => asDouble)) === 8;
    });
  await until(answered);
  assert.ok(collector.exports.every(({ path }) => path === "/metrics"));
});

test("a collector that is away harms nobody, and the log says so once", async () => {
  await using database = await migratedDatabase("sqlite");
  await using server = await startServerProcess(database.url, {
    OTEL_METRICS_EXPORTER: "otlp",
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    OTEL_EXPORTER_OTLP_TIMEOUT: "200",
    OTEL_METRIC_EXPORT_INTERVAL: "1000",
  });
  const missed = () => server.lines.filter((line) => line.includes("metrics could not be sent"));
  await until(() => missed().length > 0);
  const ended = once(server.child, "close");
  server.child.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
  assert.equal(missed().length, 1);
});

test("a collector whose answer has no end holds up neither the next metrics nor the end", async () => {
  await using collector = await startEndlessCollector();
  await using database = await migratedDatabase("sqlite");
  await using server = await startServerProcess(database.url, {
    OTEL_METRICS_EXPORTER: "otlp",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_TIMEOUT: "200",
    OTEL_METRIC_EXPORT_INTERVAL: "1000",
  });
  await until(() => collector.asked() >= 2);
  const ended = once(server.child, "close");
  server.child.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
  assert.ok(server.lines.some((line) => line.includes("did not take the metrics within 200 ms")));
});

/** Lists twice and ends the service; what `/metrics` showed before, and what no metric may have. */
async function listTwice(url: string, protocol = "http/json") {
  const line = booking("CUST-COUNTED");
  const service = await startTestService([acmeWith([line])], {
    OTEL_METRICS_EXPORTER: "otlp",
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
    OTEL_EXPORTER_OTLP_HEADERS: "api-key=for%20the%20collector",
    OTEL_SERVICE_NAME: "shop",
  });
  const token = await service.token();
  for (const id of ["request-counted-1", "request-counted-2"]) {
    const headers = { "x-request-id": id };
    assert.equal((await service.call({ path: listPath, token, headers })).status, 200);
  }
  const { text } = await call(service.operator, { path: "/metrics" });
  const { clientId, clientSecret } = await service.credential();
  await service[Symbol.asyncDispose]();
  return {
    shown: [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name),
    secrets: [token, clientId, clientSecret, line.booking, "CUST-COUNTED", "request-counted"],
  };
}

function attributesOf({ attributes }: any): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }: any) => [key, Object.values(value)[0]]),
  );
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
