import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Answer, call } from "../harness/call.ts";
import { acmePath, assertProblem, callApi, openDesk, type Desk } from "../harness/operator-api.ts";
import { startServerProcess } from "../harness/process.ts";
import { catalogue, fetchPath, productionHost, tokenPath } from "../harness/seed.ts";
import { acme, audit, startTestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

const list = "interactions:fetchContactBookings";
const other = {
  name: { tenant: "other", environment: "uat" },
  hosts: ["api.other.example"],
} as const;
const accounts = [{ name: acme, hosts: [productionHost], data: catalogue }, other];

/** What was just counted is shown as soon as its step is over. */
function shownWhen(desk: Desk, path: string, isThere: (json: any) => boolean): Promise<any> {
  return until(async () => {
    const { status, text, json } = await desk.ask("GET", path);
    assert.equal(status, 200, text);
    return isThere(json) && json;
  });
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe("the overview", () => {
  test("tells requests, refusals and latencies step by step, and P28 to whom they concern", async () => {
    await using service = await startTestService(accounts);
    const token = await service.token();
    const [admin, own, foreign] = [
      await openDesk(service, "viewer"),
      await openDesk(service, "viewer", [acme]),
      await openDesk(service, "viewer", [other.name]),
    ];
    for (let index = 0; index < 4; index += 1) {
      await service.call({ path: `${fetchPath}?external_id=x`, token });
    }
    await service.call({ path: fetchPath, token });
    await service.call({ path: `${fetchPath}?external_id=x`, token: "bst_wrong" });
    await service.call({ path: "/v1/nowhere", host: "unknown.example" });
    await service.call({ path: `${fetchPath}?external_id=x`, host: "api.other.example" });
    const path = "/overview?window=5m";
    const shown = await shownWhen(admin, path, ({ totals: { requests_by_endpoint: seen } }) => {
      return seen[list] >= 7 && seen["none"] >= 1;
    });
    assert.equal(shown.api, service.api);
    assert.equal(shown.step_seconds, 2);
    assert.equal((Date.parse(shown.to) - Date.parse(shown.from)) / 1000, 300);
    assert.equal(shown.incomplete, false);
    const perSecond = shown.requests_per_second[list];
    assert.equal(perSecond.length, 150);
    assert.equal(sum(perSecond) * 2, 7);
    assert.equal(shown.totals.requests_by_endpoint[list], 7);
    assert.equal(shown.totals.requests_by_endpoint["none"], 1);
    assert.ok(shown.totals.requests_by_endpoint["oauth:token"] >= 1);
    // A new client may be asked for a token before it is known.
    delete shown.totals.refusals_by_reason["credentials-refused"];
    assert.deepEqual(shown.totals.refusals_by_reason, {
      "not-found": 1,
      "parameter-missing": 1,
      "token-missing": 1,
      "token-refused": 1,
    });
    assert.equal(sum(shown.refusals_per_second["parameter-missing"]) * 2, 1);
    for (const endpoint of ["all", list]) {
      const { p50, p90, p99 } = shown.totals.latency_ms[endpoint];
      assert.ok(0 < p50 && p50 <= p90 && p90 <= p99, endpoint);
      const steps = shown.latency_ms[endpoint].p50;
      assert.equal(steps.length, 150);
      assert.ok(steps.includes(null) && steps.some((step: number | null) => step !== null));
    }

    const seen = await shownWhen(own, path, ({ totals }) => totals.requests_by_endpoint[list] >= 6);
    assert.equal(seen.totals.requests_by_endpoint[list], 6);
    assert.equal(seen.totals.requests_by_endpoint["none"], undefined);
    const theirs = await shownWhen(foreign, path, ({ totals }) => totals.requests >= 1);
    assert.deepEqual(theirs.totals.refusals_by_reason, { "token-missing": 1 });
    const one = await shownWhen(
      admin,
      `${path}&account=other/uat`,
      ({ totals }) => totals.requests > 0,
    );
    assert.equal(one.totals.requests, 1);
    const asked = (account: string) =>
      own.ask("GET", `/overview?account=${account}`, undefined, { "x-request-id": "same" });
    const [unknown, hidden] = [await asked("nobody/uat"), await asked("other/uat")];
    assertProblem(hidden, 404, "unknown-account");
    assert.equal(hidden.text, unknown.text);
    assertProblem(await own.ask("GET", "/overview?window=2h"), 400, "malformed");
  });

  test("is that of all server processes together", async () => {
    await using prepared = await startTestService(accounts);
    const { key } = await openDesk(prepared);
    const credential = await prepared.credential();
    await using server = await startServerProcess(prepared.databaseUrl, { PROCESSES: "2" });
    const ask = (path: string): Promise<Answer> => call(server.api, { path });
    const body = {
      client_id: credential.clientId,
      client_secret: credential.clientSecret,
      audience: credential.audience,
      grant_type: "client_credentials",
    };
    const answeredBy = () => {
      const lines = server.lines.map((line) => JSON.parse(line)).filter(({ status }) => status);
      return new Set(lines.flatMap(({ process }) => process ?? []));
    };
    // The operating system chooses the process of each connection.
    let asked = 0;
    await until(async () => {
      await ask(`${fetchPath}?external_id=x`);
      asked += 1;
      return asked >= 6 && answeredBy().size === 2;
    });
    await call(server.api, { method: "POST", path: tokenPath, body });
    const desk: Desk = {
      key,
      ask: (method, path) => callApi(server, { method, path, token: key }),
    };
    const path = "/overview?window=5m";
    const { totals } = await shownWhen(desk, path, (json) => json.totals.requests > asked);
    assert.deepEqual(totals.refusals_by_reason, { "token-missing": asked });
    assert.equal(totals.requests_by_endpoint["oauth:token"], 1);
    assert.deepEqual(answeredBy(), new Set([1, 2]));
  });
});

test("requests to the operator API are in the metrics, by operation, status and reason", async () => {
  await using service = await startTestService(accounts);
  const desk = await openDesk(service, "viewer");
  await desk.ask("GET", "/accounts");
  await desk.ask("GET", "/accounts/x/uat");
  await desk.ask("POST", `${acmePath}/credentials`, {});
  for (const [name, days] of [
    ["weekend", 3],
    ["season", 60],
  ] as const) {
    const expiresAt = Date.now() + days * 86_400_000;
    const made = { id: name, name, keyHash: name, keyPrefix: "", accounts: null };
    const rights = { role: "viewer", scopes: [], interactions: null, expiresAt } as const;
    await service.store.operators.create(audit(), { ...made, ...rights });
  }
  const metrics = (await call(service.operator, { path: "/metrics", host: "localhost" })).text;
  assert.match(
    metrics,
    /^booking_operator_key_seconds_left\{operator="weekend"\} 2\d{5}(\.\d+)?$/m,
  );
  assert.doesNotMatch(metrics, /season/);
  for (const line of [
    /^booking_operator_request_duration_seconds_count\{operation="listAccounts",status="200"\} 1$/m,
    /^booking_operator_request_duration_seconds_count\{operation="showAccount",status="404"\} 1$/m,
    /^booking_operator_refusals_total\{operation="createCredential",reason="role-too-low"\} 1$/m,
  ]) {
    assert.match(metrics, line);
  }
  assert.doesNotMatch(metrics, /booking_http_requests_total\{endpoint="listAccounts"/);
});
