import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { call } from "./harness/call.ts";
import { askOperator, assertNotReady } from "./harness/operator.ts";
import { execute } from "./harness/query.ts";
import { acmeWith, booking, cancelPath, fetchPath, tokenPath } from "./harness/seed.ts";
import { startTestService, type TestService } from "./harness/service.ts";
import { engine } from "./harness/test-database.ts";
import { until } from "./harness/until.ts";

describe("the operator's listener", () => {
  test("says that the process is alive and ready", async () => {
    await using service = await startTestService();
    for (const path of ["/livez", "/healthz", "/readyz", "/openapi.json/", "/openapi.json/?x=/"]) {
      const answer = await askOperator(service, path);
      assert.equal(answer.status, 200);
      assert.match(answer.headers["content-type"] ?? "", /^application\/json\b/);
    }
  });

  test("answers 404 to what a monitor may ask for and this service has not", async () => {
    await using service = await startTestService();
    for (const path of [
      "/health",
      "/robots.txt",
      "/.well-known/security.txt",
      "/api",
      "/atx",
      "/metrics/",
    ]) {
      for (const accept of ["application/json", "text/html", "*/*"]) {
        const headers = { accept };
        const answer = await call(service.operator, { path, host: "localhost", headers });
        assert.equal(answer.status, 404, path);
        assert.match(answer.headers["content-type"] ?? "", /^application\/json\b/);
      }
    }
  });

  for (const [state, change, back] of [
    [
      "older",
      "create table kept as select * from schema_migration; delete from schema_migration",
      "insert into schema_migration select * from kept; drop table kept",
    ],
    [
      "newer",
      "insert into schema_migration (name, applied_at) values ('9999-future', 1)",
      "delete from schema_migration where name = '9999-future'",
    ],
  ] as const) {
    test(`is not ready while the schema is ${state} than the program, and says so`, async () => {
      await using service = await startTestService();
      execute(service.databaseUrl, change);
      await assertNotReady(service, new RegExp(`schema is ${state}`));
      assert.equal((await askOperator(service, "/livez")).status, 200);
      execute(service.databaseUrl, back);
      assert.equal((await askOperator(service, "/readyz")).status, 200);
    });
  }

  test("R7 serves nothing of the interface", async () => {
    await using service = await startTestService();
    const token = await service.token();
    for (const path of [tokenPath, `${fetchPath}?external_id=x`, cancelPath, "/v1", "/v1/"]) {
      for (const method of ["GET", "POST", "OPTIONS"]) {
        for (const host of ["api.acme.example", "localhost"]) {
          const answer = await call(service.operator, { method, path, host, token });
          assert.equal(answer.status, 404, `${method} ${path} at ${host}`);
        }
      }
    }
  });
});

describe("the operator's metrics", () => {
  const canary = "CANARY-f3a1";
  let service: TestService;
  let token: string;
  let text: string;

  before(async () => {
    const line = booking(`${canary}-person`);
    service = await startTestService([acmeWith([line])], {
      TRUSTED_PROXIES: "127.0.0.1",
      RATE_LIMIT_REQUESTS_PER_MINUTE: "3",
    });
    token = await service.token();
    const list = `${fetchPath}?external_id=${canary}-person`;
    const from = (address: string) => ({ "x-forwarded-for": address, "x-request-id": canary });
    const requests = [
      [from("203.0.113.1"), { path: list, token }],
      [from("203.0.113.1"), { path: list }],
      [from("203.0.113.1"), { path: list, token: `bst_${canary}` }],
      [from("203.0.113.1"), { path: list, token }],
      [from("203.0.113.1"), { path: list, token }],
      [from("203.0.113.2"), { path: `${fetchPath}?${canary}=1`, token }],
      [from("203.0.113.2"), { ...cancel(line.booking), token }],
      [from("203.0.113.2"), { ...cancel(line.booking), token }],
      [from("203.0.113.3"), { path: `/v1/${canary}?${canary}` }],
      [from("203.0.113.3"), { path: `/${canary}/%zz` }],
      [from("203.0.113.3"), { path: tokenPath, method: "PUT" }],
      [from("203.0.113.3"), { ...cancel(canary), token }],
      [from("203.0.113.3"), tokenRequest({ client_id: canary })],
      [from("203.0.113.3"), tokenRequest({ client_id: canary, client_secret: `${canary}-secret` })],
    ] as const;
    for (const [headers, request] of requests) await service.call({ ...request, headers });
    // An answer is counted once it was sent, which may be after it was read. The token is another answer.
    const counts = /^booking_http_requests_total\{.*\} (\d+)$/gm;
    text = await until(async () => {
      const shown = (await askOperator(service, "/metrics")).text;
      const counted = [...shown.matchAll(counts)].reduce(
        (sum, [, count]) => sum + Number(count),
        0,
      );
      return counted > requests.length && shown;
    });
  });
  after(() => service[Symbol.asyncDispose]());

  const listing = "interactions:fetchContactBookings";
  const cancelling = "interactions:cancelInteractionBooking";

  test("are rendered once for all who ask within a tenth of a second", async () => {
    const startedAt = performance.now();
    const asked = Array.from({ length: 50 }, () => askOperator(service, "/metrics"));
    const answers = await Promise.all(asked);
    // A rendering uses processor time, which the metrics show.
    const rendered = new Set(answers.map((answer) => answer.text));
    assert.ok(answers.every(({ status }) => status === 200));
    assert.ok(rendered.size <= 2 + (performance.now() - startedAt) / 90, `${rendered.size} times`);
  });

  test("count the answers by endpoint and status", () => {
    for (const [endpoint, status, count] of [
      [listing, 200, 1],
      [listing, 401, 2],
      [listing, 429, 2],
      [listing, 500, 1],
      [cancelling, 200, 1],
      [cancelling, 400, 1],
      [cancelling, 500, 1],
      ["oauth:token", 400, 1],
      ["none", 404, 1],
      ["none", 405, 1],
    ] as const) {
      const labels = `{endpoint="${endpoint}",status="${status}"}`;
      assert.equal(sample(`booking_http_requests_total${labels}`), count, labels);
      assert.equal(sample(`booking_http_request_duration_seconds_count${labels}`), count, labels);
    }
    // The harness asks for tokens of its own, so here there are more.
    assert.ok(sample('booking_http_requests_total{endpoint="oauth:token",status="200"}') >= 1);
    assert.ok(sample('booking_http_requests_total{endpoint="oauth:token",status="500"}') >= 1);
  });

  test("count the refusals by endpoint and reason", () => {
    for (const [endpoint, reason] of [
      [listing, "token-missing"],
      [listing, "token-refused"],
      [listing, "parameter-missing"],
      [cancelling, "ticket-already-cancelled"],
      [cancelling, "booking-malformed"],
      ["oauth:token", "client-credentials-missing"],
      ["none", "not-found"],
      ["none", "method-not-allowed"],
    ] as const) {
      const labels = `{endpoint="${endpoint}",reason="${reason}"}`;
      assert.equal(sample(`booking_refusals_total${labels}`), 1, labels);
    }
    const limited = `booking_refusals_total{endpoint="${listing}",reason="rate-limited"}`;
    assert.equal(sample(limited), 2);
    assert.equal(sample(`booking_rate_limited_total{endpoint="${listing}"}`), 2);
  });

  test("time the database's statements, and tell how the process is", () => {
    assert.ok(sample("booking_database_statement_duration_seconds_count") > 0);
    assert.ok(sample("booking_database_statement_duration_seconds_sum") > 0);
    assert.ok(sample("process_resident_memory_bytes") > 0);
  });

  test("are the Prometheus text format", async () => {
    const answer = await askOperator(service, "/metrics");
    assert.equal(answer.status, 200);
    assert.match(answer.headers["content-type"] ?? "", /^text\/plain; version=0\.0\.4\b/);
    for (const line of answer.text.trimEnd().split("\n")) {
      assert.match(line, /^(# (HELP|TYPE) \S+ .+|\w+(\{.*\})? \S+|)$/);
    }
  });

  test("P14 R90 hold nothing of a caller: no external id, token, secret, path or address", async () => {
    const { clientId, clientSecret } = await service.credential();
    for (const secret of [canary, token, clientId, clientSecret, "203.0.113"]) {
      assert.ok(!text.includes(secret), `the metrics hold ${secret}`);
    }
    // What a business watches names its account, and nothing else does.
    const [ofAccounts = [], own = []] = [true, false].map((isOfAccount) =>
      text
        .split("\n")
        .filter((line) => line.startsWith("booking_"))
        .filter((line) => line.startsWith("booking_changes_total{") === isOfAccount),
    );
    assert.ok(ofAccounts.every((line) => /^\w+\{account="[\w/-]+",change="\w+"\} \d+$/.test(line)));
    assert.ok(!own.some((line) => line.includes("acme")));
    const labels = own.flatMap((line) =>
      [...line.matchAll(/[{,](\w+)="/g)].map(([, name]) => name),
    );
    const known = ["endpoint", "status", "reason", "le", "version"];
    assert.deepEqual(new Set(labels), new Set(engine === "sqlite" ? known : [...known, "pool"]));
  });

  /** The value of one series; not a number when there is none. */
  function sample(series: string): number {
    const line = text.split("\n").find((each) => each.startsWith(`${series} `));
    return Number(line?.slice(series.length) ?? Number.NaN);
  }
});

function cancel(id: string) {
  return { method: "POST", path: cancelPath, body: { booking: id } };
}

function tokenRequest(fields: Record<string, string>) {
  return {
    method: "POST",
    path: tokenPath,
    body: { audience: "CANARY-f3a1", grant_type: "client_credentials", ...fields },
  };
}
