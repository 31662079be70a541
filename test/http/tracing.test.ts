import assert from "node:assert/strict";
import { once } from "node:events";
import { registerHooks } from "node:module";
import { test } from "node:test";
import { call } from "../harness/call.ts";
import { startCollector, startEndlessCollector } from "../harness/collector.ts";
import { freePort } from "../harness/free-port.ts";
import { startServerProcess } from "../harness/process.ts";
import { acmeWith, booking, cancelPath, productionHost } from "../harness/seed.ts";
import { migratedDatabase } from "../harness/test-database.ts";

/** What of OpenTelemetry's SDK this process loads; its small API belongs to the metrics' library, too. */
const loaded: string[] = [];
registerHooks({
  load: (url, context, next) => {
    if (/\/@opentelemetry\/(?!api\/)/.test(url)) loaded.push(url);
    return next(url, context);
  },
});
// After the hook, which does not see what an import above it loads.
const { startTestService } = await import("../harness/service.ts");

const listPath = "/v1/interactions:fetchContactBookings";
const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
const unsampled = `00-${traceId.replace("4b", "5b")}-00f067aa0ba902b7-00`;

test("without settings for it, OpenTelemetry's SDK is not loaded", async () => {
  await using service = await startTestService([acmeWith([])]);
  assert.equal((await service.call({ path: "/v1/nothing" })).status, 404);
  assert.deepEqual(loaded, []);
});

test("a request is a span under its caller's, with a span for each use of the database", async () => {
  await using collector = await startCollector();
  const { service } = await listThenCancel(collector.url);
  await service[Symbol.asyncDispose]();
  assert.ok(loaded.length > 0, "the hook sees what is loaded");

  const spans = collector.spans();
  const ofCaller = spans.filter((span) => span.traceId === traceId);
  const request = ofCaller.find(({ kind }) => kind === 2);
  assert.ok(request);
  assert.equal(request.name, `GET ${listPath}`);
  assert.equal(request.parentSpanId, "00f067aa0ba902b7");
  assert.deepEqual(request.attributes, {
    "http.route": listPath,
    "http.request.method": "GET",
    "http.response.status_code": 200,
  });
  const read = ofCaller.find(({ name }) => name === "findContactBookings");
  assert.ok(read);
  assert.equal(read.parentSpanId, request.spanId);
  assert.equal(read.kind, 3);
  assert.deepEqual(read.attributes, {
    "db.system.name": "sqlite",
    "db.operation.name": "findContactBookings",
  });
  assert.ok(read.nanoseconds > 0n && read.nanoseconds <= request.nanoseconds);

  const cancels = spans.filter(({ name }) => name === `POST ${cancelPath}`);
  assert.deepEqual(
    cancels.map(({ attributes, status }) => [attributes["error.type"], status.code ?? 0]),
    [
      [undefined, 0],
      ["ticket-already-cancelled", 0],
    ],
  );
  for (const { traceId: id } of cancels) {
    const names = spans.filter((span) => span.traceId === id).map(({ name }) => name);
    assert.ok(names.includes("changeBookingInBatch"), names.join(", "));
  }
  const unknown = spans.find(({ attributes }) => attributes["error.type"] === "not-found");
  assert.equal(unknown?.name, "GET");
  // The caller has decided that its trace is not recorded.
  assert.ok(!spans.some((span) => span.traceId === unsampled.slice(3, 35)));
});

for (const protocol of ["http/json", "http/protobuf"]) {
  test(`${protocol}: no span has an id, a secret, a host or a value of a request`, async () => {
    await using collector = await startCollector();
    const { service, secrets } = await listThenCancel(collector.url, protocol);
    await service[Symbol.asyncDispose]();
    const [sent] = collector.exports;
    assert.equal(sent?.path, "/v1/traces");
    assert.equal(sent?.headers["api-key"], "for the collector");
    const type = protocol === "http/json" ? "application/json" : "application/x-protobuf";
    assert.equal(sent?.headers["content-type"], type);
    const text = Buffer.concat(collector.exports.map(({ body }) => body)).toString("latin1");
    for (const known of ["findContactBookings", "shop", "ticket-already-cancelled"])
      assert.ok(text.includes(known), known);
    for (const secret of secrets) assert.ok(!text.includes(secret), secret);
  });
}

test("the real program sends its traces before it ends, and its log lines name them", async () => {
  await using collector = await startCollector();
  const answered = await callThenEnd({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/traces`,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
  });
  assert.equal(collector.exports[0]?.path, "/traces");
  const [given, own] = answered.map((line) => line["traceparent"]);
  assert.equal(given, traceparent);
  const spans = collector.spans();
  assert.ok(spans.some((span) => `00-${span.traceId}-${span.spanId}-01` === own));
});

test("a collector that is away harms nobody, and the log says so once", async () => {
  const lines = await callThenEnd({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    OTEL_EXPORTER_OTLP_TIMEOUT: "200",
  });
  assert.equal(lines.filter(({ msg }) => msg === "traces could not be sent").length, 1);
});

test("a collector whose answer has no end does not hold up the end", async () => {
  await using collector = await startEndlessCollector();
  const lines = await callThenEnd({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_TIMEOUT: "200",
  });
  assert.ok(collector.asked() > 0);
  assert.ok(lines.some(({ msg }) => msg === "closed"));
});

/** Sends two calls to the real program and ends it; its log lines from the first call on. */
async function callThenEnd(environment: Record<string, string>) {
  await using database = await migratedDatabase("sqlite");
  await using server = await startServerProcess(database.url, {
    OTEL_TRACES_EXPORTER: "otlp",
    ...environment,
  });
  const { status } = await call(server.api, { path: "/v1/nothing", headers: { traceparent } });
  assert.equal(status, 404);
  await call(server.api, { path: "/v1/nothing" });
  const ended = once(server.child, "close");
  server.child.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
  const lines = server.lines.map((line): Record<string, unknown> => JSON.parse(line));
  return lines.slice(lines.findIndex(({ endpoint }) => endpoint !== undefined));
}

/** Sends calls to a service that is traced, and returns what none of its spans may have. */
async function listThenCancel(url: string, protocol = "http/json") {
  const line = booking("CUST-TRACED");
  const service = await startTestService([acmeWith([line])], {
    OTEL_TRACES_EXPORTER: "otlp",
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
    OTEL_EXPORTER_OTLP_HEADERS: "api-key=for%20the%20collector",
    OTEL_SERVICE_NAME: "shop",
  });
  const token = await service.token();
  const list = { path: `${listPath}?external_id=CUST-TRACED`, token };
  const headers = { "x-request-id": "request-traced" };
  assert.equal((await service.call({ ...list, headers: { ...headers, traceparent } })).status, 200);
  await service.call({ ...list, headers: { traceparent: unsampled } });
  const cancel = { method: "POST", path: cancelPath, token, body: { booking: line.booking } };
  assert.equal((await service.call(cancel)).status, 200);
  assert.equal((await service.call(cancel)).status, 400);
  await service.call({ path: "/v1/unknown-traced" });
  const { clientId, clientSecret } = await service.credential();
  const secrets = [
    token,
    clientId,
    clientSecret,
    line.booking,
    "CUST-TRACED",
    "request-traced",
    "unknown-traced",
    productionHost,
    "acme",
    "127.0.0.1",
    "collector",
  ];
  return { service, secrets };
}
