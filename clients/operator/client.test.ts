import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { operatorClient, type OperatorClient } from "booking-service-operator";
import { openDesk } from "../../test/harness/operator-api.ts";
import { startTestService, type TestService } from "../../test/harness/service.ts";

const path = { tenant: "acme", environment: "production" };
const group = "/operator/v1/accounts/{tenant}/{environment}/groups/{unique_key}";

describe("the client of the operator API", () => {
  let service: TestService;
  let client: OperatorClient;
  before(async () => {
    service = await startTestService();
    const { key } = await openDesk(service);
    client = operatorClient({ server: service.operator, key });
  });
  after(() => service[Symbol.asyncDispose]());

  test("gives an answer with its type, and the operator whose key it has", async () => {
    const { data, response } = await client.GET("/operator/v1/whoami");
    assert.equal(response.status, 200);
    const role: "admin" | "agent" | "staff" | "viewer" | undefined = data?.role;
    assert.equal(role, "admin");
  });

  test("changes a record under the ETag that was read, and is refused under another", async () => {
    const params = { path: { ...path, unique_key: "client" } };
    const made = await client.PUT(group, {
      params: { ...params, header: { "If-None-Match": "*" } },
      body: { display_name: "Made" },
    });
    assert.equal(made.response.status, 201, JSON.stringify(made.error));
    const change = (etag: string) =>
      client.PUT(group, {
        params: { ...params, header: { "If-Match": etag } },
        body: { display_name: "Changed" },
      });
    const etag = made.response.headers.get("etag") ?? assert.fail("no ETag");
    assert.equal((await change(etag)).data?.display_name, "Changed");
    const { error, response } = await change(etag);
    assert.equal(response.status, 412);
    assert.equal(error?.type, "urn:booking-service:problem:changed-meanwhile");
  });

  test("sends a data file as it is, and reads one as text", async () => {
    const line = { kind: "group", unique_key: "from-file", display_name: "From a file" };
    const started = await client.POST("/operator/v1/accounts/{tenant}/{environment}/imports", {
      params: { path, query: { dry_run: true } },
      headers: { "content-type": "application/x-ndjson" },
      body: `${JSON.stringify(line)}\n`,
    });
    assert.equal(started.response.status, 202, JSON.stringify(started.error));
    assert.equal(started.data?.dry_run, true);
    const exported = await client.GET("/operator/v1/accounts/{tenant}/{environment}/export", {
      params: { path },
      parseAs: "text",
    });
    assert.match(exported.data ?? "", /^\{"kind":"group"/);
  });

  test("sends a list as a repeated parameter", async () => {
    const { data, error } = await client.GET(
      "/operator/v1/accounts/{tenant}/{environment}/bookings",
      { params: { path, query: { status: ["CONFIRMED", "WAITLIST"], limit: 1 } } },
    );
    assert.equal(error, undefined);
    assert.ok(Array.isArray(data?.items));
  });

  test("gives a refusal as a problem, not as an exception", async () => {
    const wrong = operatorClient({ server: service.operator, key: "bsk_wrong" });
    const { data, error, response } = await wrong.GET("/operator/v1/whoami");
    assert.deepEqual([data, response.status], [undefined, 401]);
    assert.equal(error?.type, "urn:booking-service:problem:key-refused");
  });

  test("sends its key to this machine, or over TLS, and nowhere else", () => {
    for (const server of ["http://operator.booking.example", "ftp://localhost", "nonsense"]) {
      assert.throws(() => operatorClient({ server, key: "bsk_x" }), TypeError, server);
    }
    operatorClient({ server: "https://operator.booking.example", key: "bsk_x" });
    operatorClient({ server: "http://[::1]:8081", key: "bsk_x" });
  });

  test("follows no redirect, which could take the key elsewhere", async () => {
    const seen: (string | undefined)[] = [];
    const redirecting = operatorClient({
      server: service.operator,
      key: "bsk_x",
      fetch: async (request) => {
        seen.push(request.redirect);
        return Response.json({});
      },
    });
    await redirecting.GET("/operator/v1/whoami");
    assert.deepEqual(seen, ["error"]);
  });
});
