import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { after, before, describe, test } from "node:test";
import { isRefused } from "../../src/domain/refusal.ts";
import { createCredential, switchEndpoint, addApiHost, operate } from "../harness/operate.ts";
import { audit, startTestService, type TestService } from "../harness/service.ts";
import {
  acmeUatWith,
  acmeWith,
  booking,
  cancelPath,
  fetchPath,
  newBookingId,
  otherHost,
  otherWith,
  productionHost,
  tokenPath,
  uatHost,
} from "../harness/seed.ts";

const endpoints = [
  { method: "GET", path: `${fetchPath}?external_id=shared` },
  { method: "POST", path: cancelPath, body: { booking: newBookingId() } },
] as const;

describe("access", () => {
  const own = booking("shared");
  let service: TestService;
  before(async () => {
    service = await startTestService([
      acmeWith([own]),
      acmeUatWith([booking("shared"), booking("shared")]),
      otherWith([]),
    ]);
  });
  after(() => service[Symbol.asyncDispose]());

  test("R2 R94 A21 A22 a call with no token at all gets 401 with error and message", async () => {
    for (const endpoint of endpoints) {
      for (const headers of [
        {},
        { authorization: "" },
        { authorization: "Bearer" },
        { authorization: "Bearer " },
        { authorization: "Basic abc" },
      ] as Record<string, string>[]) {
        const answer = await service.call({
          ...endpoint,
          headers,
        });
        assert.equal(answer.status, 401);
        assert.deepEqual(answer.json, {
          error: "Unauthorized",
          message: "Authorization bearer token is required",
        });
        assert.match(answer.headers["www-authenticate"] ?? "", /^Bearer/);
      }
    }
  });

  test("R93 R97 a token that is not good gets 401 with code and message", async () => {
    const token = await service.token();
    const forged = `bst_${"A".repeat(49)}`;
    for (const endpoint of endpoints) {
      for (const bad of ["x", forged, `${token}x`, token.slice(0, -1), `${token} ${token}`]) {
        const answer = await service.call({ ...endpoint, token: bad });
        assert.equal(answer.status, 401);
        assert.deepEqual(Object.keys(answer.json), ["code", "message"]);
        assert.equal(answer.json.code, 16);
      }
    }
  });

  test("R51 a token as a query parameter or cookie does not count", async () => {
    const token = await service.token();
    const path = `${fetchPath}?external_id=x&access_token=${token}`;
    const answer = await service.call({ path, headers: { cookie: `access_token=${token}` } });
    assert.deepEqual(Object.keys(answer.json), ["error", "message"]);
  });

  test("R51 the scheme's case does not matter", async () => {
    const headers = { authorization: `bearer ${await service.token()}` };
    assert.equal((await service.call({ ...endpoints[0], headers })).status, 200);
  });

  test("R6 R59 R87 A26 a token works on the hosts of its own account only", async () => {
    for (const owner of [productionHost, uatHost, otherHost]) {
      const token = await service.token(owner);
      for (const host of [productionHost, uatHost, otherHost, "unknown.example", "localhost"]) {
        for (const endpoint of endpoints) {
          const { status } = await service.call({ ...endpoint, host, token });
          if (host === owner) assert.notEqual(status, 401);
          else assert.equal(status, 401, `${owner} on ${host}`);
        }
      }
    }
  });

  test("R5 R8 P11 the same external id in another account is another person", async () => {
    const total = async (host: string) => {
      const answer = await service.call({
        ...endpoints[0],
        host,
        token: await service.token(host),
      });
      return answer.json.total_count;
    };
    assert.equal(await total(productionHost), 1);
    assert.equal(await total(uatHost), 2);
    assert.equal(await total(otherHost), undefined);
  });

  test("A20 no fault of the request is answered before the token is valid", async () => {
    for (const path of [fetchPath, `${fetchPath}?external_id=&page_size=x`]) {
      assert.equal((await service.call({ path })).status, 401);
      assert.equal((await service.call({ path, token: "x" })).status, 401);
    }
    const answer = await service.call({ method: "POST", path: cancelPath, token: "x", body: "{" });
    assert.equal(answer.status, 401);
  });

  test("R17 R83 a cancel on one account leaves its copy on another alone", async () => {
    const cancel = (host: string, token: string) =>
      service.call({
        method: "POST",
        path: cancelPath,
        host,
        token,
        body: { booking: own.booking },
      });
    assert.equal((await cancel(uatHost, await service.token(uatHost))).status, 500);
    assert.equal((await cancel(productionHost, await service.token())).status, 200);
  });
});

describe("what an operator switches", () => {
  test("R4 R91 A25 endpoints are off until enabled, each for itself, without a restart", async () => {
    const account = { ...acmeWith([]), endpoints: [] };
    await using service = await startTestService([account]);
    const token = await service.token();
    const statuses = async () => {
      const answers = [];
      for (const endpoint of endpoints) answers.push(await service.call({ ...endpoint, token }));
      for (const answer of answers.filter(({ status }) => status === 403)) {
        assert.equal(answer.json.code, 7);
        assert.match(answer.json.message, /not enabled/);
      }
      return answers.map(({ status }) => status);
    };
    const set = async (
      endpoint: "fetchContactBookings" | "cancelInteractionBooking",
      on: boolean,
    ) => {
      await switchEndpoint(service.store, audit(), account.name, `interactions:${endpoint}`, on);
      await sleep(1_000);
    };
    assert.deepEqual(await statuses(), [403, 403]);
    // A92: an account that may not cancel does not hear which bookings it could.
    const applied = async () => {
      const path = `${fetchPath}?external_id=nobody`;
      const { headers } = await service.call({ path, token, headers: { prefer: "cancellable" } });
      return headers["preference-applied"];
    };
    await set("fetchContactBookings", true);
    assert.deepEqual(await statuses(), [200, 403]);
    assert.equal(await applied(), undefined);
    await set("cancelInteractionBooking", true);
    assert.equal(await applied(), "cancellable");
    assert.deepEqual(await statuses(), [200, 500]);
    await set("fetchContactBookings", false);
    assert.deepEqual(await statuses(), [403, 500]);
    // A disabled endpoint is answered before faults of the request, and after an invalid token (A20).
    assert.equal((await service.call({ path: fetchPath, token })).status, 403);
    assert.equal((await service.call({ path: fetchPath, token: "x" })).status, 401);
  });

  test("A58 an account may have several hosts, and its tokens work on all of them", async () => {
    await using service = await startTestService([acmeWith([]), otherWith([])]);
    const token = await service.token();
    const list = async (host: string) =>
      (await service.call({ ...endpoints[0], host, token })).status;
    assert.equal(await list("second.acme.example"), 401);
    const { name } = acmeWith([]);
    await addApiHost(service.store, audit(), name, "second.acme.example");
    await sleep(1_000);
    assert.equal(await list("second.acme.example"), 200);
    assert.equal(await list(productionHost), 200);
    const taken = await addApiHost(service.store, audit(), name, otherHost);
    assert.ok(isRefused(taken));
    const order = { ...name, host: "second.acme.example" };
    await operate(service.store, "removeApiHost", order, { audit: audit() });
    await sleep(1_000);
    assert.equal(await list("second.acme.example"), 401);
  });

  test("B295 a closed account answers nobody, keeps its data, and can be opened again", async () => {
    const line = booking("ann");
    await using service = await startTestService([acmeWith([line]), otherWith([])]);
    const token = await service.token();
    const othersToken = await service.token(otherHost);
    const { store } = service;
    const list = async (host: string, bearer: string) =>
      (await service.call({ ...endpoints[0], host, token: bearer })).status;
    const { name } = acmeWith([]);
    const look = async () => (await store.accounts.find(name)) ?? assert.fail();
    const close = (dry_run: boolean) =>
      operate(store, "closeAccount", { ...name, dry_run }, { audit: audit() });
    const before = await look();
    assert.equal(await list(productionHost, token), 200);

    const dry = await close(true);
    assert.deepEqual(dry.api_hosts, before.apiHosts);
    assert.equal(dry.disabled_endpoints.length, 2);
    assert.equal(dry.revoked_clients.length, 1);
    assert.deepEqual(await look(), before);

    assert.deepEqual(await close(false), { ...dry, dry_run: false });
    await sleep(1_000);
    assert.equal(await list(productionHost, token), 401);
    assert.equal(await list(otherHost, othersToken), 200);
    const { id, apiHosts, enabledEndpoints } = await look();
    assert.deepEqual([apiHosts, enabledEndpoints], [[], []]);
    assert.equal((await store.account(id).findBookings({ limit: 9 })).length, 1);
    assert.deepEqual((await close(false)).revoked_clients, []);
    assert.equal((await store.auditLog.find({ action: "account closed", limit: 9 })).length, 1);

    await addApiHost(store, audit(), name, productionHost);
    await switchEndpoint(store, audit(), name, "interactions:fetchContactBookings", true);
    await sleep(1_000);
    assert.equal(await list(productionHost, token), 401, "the old client stays revoked");
    const client = await createCredential(store, audit(), name, {
      label: "after the closing",
    });
    assert.ok(!isRefused(client));
    await sleep(1_000);
    const { json } = await service.call({
      method: "POST",
      path: tokenPath,
      body: {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        audience: client.audience,
        grant_type: "client_credentials",
      },
    });
    assert.equal(await list(productionHost, json.access_token), 200);
  });

  test("A58 any loopback name reaches an only account while it is a development one", async () => {
    const development = { tenant: "solo", environment: "development" } as const;
    await using service = await startTestService([{ name: development, hosts: ["dev.example"] }]);
    const token = await service.token("dev.example");
    const list = async (host: string) =>
      (await service.call({ ...endpoints[0], host, token })).status;
    for (const host of [
      "localhost",
      "LOCALHOST:8080",
      "127.0.0.1",
      "127.0.0.1:99",
      "[::1]:8080",
      "a.localhost",
      "dev.example",
    ]) {
      assert.equal(await list(host), 200, host);
    }
    assert.equal(await list("elsewhere.example"), 401);
  });
});
