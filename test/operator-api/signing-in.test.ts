import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { buildConsole } from "../../scripts/build-console.ts";
import { call, type Answer, type Call } from "../harness/call.ts";
import { acmePath, assertProblem, callApi, openDesk, type Desk } from "../harness/operator-api.ts";
import { query } from "../harness/query.ts";
import { acme, audit, startTestService, type TestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

let service: TestService;
let desk: Desk;
before(async () => {
  service = await startTestService();
  desk = await openDesk(service);
});
after(() => service[Symbol.asyncDispose]());

function signIn(key: string, headers: Record<string, string> = {}): Promise<Answer> {
  return callApi(service, { method: "POST", path: "/session", body: { key }, headers });
}

function cookieOf(answer: Answer): string {
  return answer.headers["set-cookie"]?.[0]?.split(";")[0] ?? assert.fail("no cookie");
}

/** A change that a session may make. */
function change(headers: Record<string, string>): Promise<Answer> {
  const path = `${acmePath}/endpoints/interactions:fetchContactBookings`;
  return callApi(service, { method: "PUT", path, headers });
}

describe("a key", () => {
  test("lets its operator in, and when it was used is known", async () => {
    const own = await openDesk(service);
    assert.equal((await own.ask("GET", "/accounts")).status, 200);
    const prefix = own.key.slice(0, 8);
    const used = () =>
      query(service.databaseUrl, "select key_prefix, last_used_at from operator").find(
        (row) => row["key_prefix"] === prefix,
      )?.["last_used_at"];
    assert.ok(Number(await until(used)) > 0);
  });

  for (const [name, authorization, problem] of [
    ["no key", undefined, "key-missing"],
    ["another scheme", "Basic abc", "key-missing"],
    ["an empty key", "Bearer ", "key-missing"],
    ["a wrong key", `Bearer bsk_${"x".repeat(49)}`, "key-refused"],
  ] as const) {
    test(`${name} is answered 401`, async () => {
      const headers = authorization === undefined ? {} : { authorization };
      const answer = await callApi(service, { path: "/accounts", headers });
      assertProblem(answer, 401, problem);
      assert.match(answer.headers["www-authenticate"] ?? "", /^Bearer/);
    });
  }

  test("is dead as soon as it is revoked, and so are its sessions", async () => {
    const own = await openDesk(service, "viewer");
    const cookie = cookieOf(await signIn(own.key));
    const { operator } = (await callApi(service, { path: "/session", headers: { cookie } })).json;
    const found = (await service.store.operators.find(operator.name)) ?? assert.fail();
    await service.store.operators.revoke(audit(), found);
    assertProblem(await own.ask("GET", "/accounts"), 401, "key-refused");
    assertProblem(
      await callApi(service, { path: "/accounts", headers: { cookie } }),
      401,
      "key-refused",
    );
  });
});

describe("P28 a session", () => {
  test("is begun with a key, by a cookie that no script and no other site can use", async () => {
    const answer = await signIn(desk.key);
    assert.equal(answer.status, 201);
    const [cookie = ""] = answer.headers["set-cookie"] ?? [];
    assert.match(cookie, /^booking_session=[\w-]{43}; Path=\/operator\/; Max-Age=43200; /);
    assert.match(cookie, /; HttpOnly; SameSite=Strict$/);
    assert.ok(!answer.text.includes(desk.key));
    const seen = await callApi(service, {
      path: "/session",
      headers: { cookie: cookieOf(answer) },
    });
    assert.deepEqual(seen.json, answer.json);
  });

  test("has a cookie of this host alone, and HSTS, where the way here began with TLS", async () => {
    const tls = { "x-forwarded-proto": "https" };
    const answer = await signIn(desk.key, tls);
    const sent = answer.headers["set-cookie"]?.[0] ?? "";
    assert.match(sent, /^__Host-booking_session=[\w-]{43}; Path=\/; .*; Secure$/);
    assert.equal(answer.headers["strict-transport-security"], "max-age=31536000");
    const cookie = cookieOf(answer);
    const ask = (headers: Record<string, string>) =>
      callApi(service, { path: "/session", headers });
    assert.equal((await ask({ cookie, ...tls })).status, 200);
    // A page of another host, or without TLS, could have set a cookie without the prefix.
    const planted = cookie.replace("__Host-", "");
    assertProblem(await ask({ cookie: planted, ...tls }), 401, "key-missing");
    assertProblem(await ask({ cookie }), 401, "key-missing");
    assert.equal((await signIn(desk.key)).headers["strict-transport-security"], undefined);
  });

  test("takes the place of the one that the browser had", async () => {
    const cookie = cookieOf(await signIn(desk.key));
    const again = cookieOf(await signIn(desk.key, { cookie }));
    const ask = (sent: string) => callApi(service, { path: "/session", headers: { cookie: sent } });
    assertProblem(await ask(cookie), 401, "key-refused");
    assert.equal((await ask(again)).status, 200);
  });

  test("is listed, and ended one by one, by its own operator or an admin of all", async () => {
    const [own, other] = [
      await openDesk(service, "viewer"),
      await openDesk(service, "admin", [acme]),
    ];
    const [first, second] = [await signIn(own.key), await signIn(own.key)];
    const headers = { cookie: cookieOf(second), "x-csrf-token": second.json.csrf_token };
    const listed = await callApi(service, { path: "/session/all", headers });
    const items: { session: string; current: boolean }[] = listed.json.items;
    assert.deepEqual(
      items.map(({ current }) => current),
      [true, false],
    );
    const path = `/session/all/${items[1]?.session}`;
    assertProblem(await other.ask("DELETE", path), 404, "unknown-session");
    assert.equal((await callApi(service, { method: "DELETE", path, headers })).status, 204);
    assertProblem(
      await callApi(service, { path: "/session", headers: { cookie: cookieOf(first) } }),
      401,
      "key-refused",
    );
    assert.equal((await callApi(service, { path: "/session", headers })).status, 200);

    const admin = await openDesk(service, "admin");
    const everybody = (await admin.ask("GET", "/session/everybody")).json.items;
    const theirs = everybody.find((each: any) => each.session === items[0]?.session);
    const { json: shown } = await callApi(service, { path: "/session", headers });
    assert.deepEqual([theirs.operator, theirs.current], [shown.operator.name, false]);
    assert.equal((await admin.ask("DELETE", `/session/all/${theirs.session}`)).status, 204);
    const { json: told } = await admin.ask("GET", "/audit-events?action=session+ended");
    const [byAdmin, bySelf] = told.items;
    assert.deepEqual(
      [byAdmin.subject, byAdmin.details, bySelf.actor],
      [
        shown.operator.name,
        { session: theirs.session, signed_out: false },
        `operator: ${shown.operator.name}`,
      ],
    );
    assert.notEqual(byAdmin.actor, bySelf.actor);
    assertProblem(await callApi(service, { path: "/session", headers }), 401, "key-refused");
  });

  test("changes nothing without its own token, nor on behalf of another site", async () => {
    const answer = await signIn(desk.key);
    const cookie = cookieOf(answer);
    const token: string = answer.json.csrf_token;
    const other = (await signIn(desk.key)).json.csrf_token;
    for (const headers of [
      {},
      { "x-csrf-token": "" },
      { "x-csrf-token": other },
      { "x-csrf-token": `${token}x` },
      { "x-csrf-token": token, origin: "https://evil.example" },
      { "x-csrf-token": token, origin: "null" },
      { "x-csrf-token": token, "sec-fetch-site": "cross-site" },
      { "x-csrf-token": token, "sec-fetch-site": "same-site" },
    ]) {
      assertProblem(await change({ cookie, ...headers }), 403, "forged");
    }
    const good = { cookie, "x-csrf-token": token };
    assert.equal((await change(good)).status, 200);
    const fromHere = { origin: "http://localhost", "sec-fetch-site": "same-origin" };
    assert.equal((await change({ ...good, ...fromHere })).status, 200);
  });

  test("is not begun by another site's form", async () => {
    assertProblem(await signIn(desk.key, { origin: "https://evil.example" }), 403, "forged");
    assertProblem(await signIn(desk.key, { "sec-fetch-site": "cross-site" }), 403, "forged");
    const form = { "content-type": "text/plain" };
    assertProblem(await signIn(desk.key, form), 415, "media-type");
  });

  test("ends with signing out", async () => {
    const answer = await signIn(desk.key);
    const cookie = cookieOf(answer);
    const headers = { cookie, "x-csrf-token": answer.json.csrf_token };
    const out = await callApi(service, { method: "DELETE", path: "/session", headers });
    assert.equal(out.status, 204);
    assert.match(out.headers["set-cookie"]?.[0] ?? "", /Max-Age=0/);
    assertProblem(
      await callApi(service, { path: "/session", headers: { cookie } }),
      401,
      "key-refused",
    );
  });

  test("is not known by a made-up or doubled cookie", async () => {
    const cookie = cookieOf(await signIn(desk.key));
    for (const sent of [`booking_session=${"a".repeat(43)}`, "booking_session="]) {
      const answer = await callApi(service, { path: "/session", headers: { cookie: sent } });
      assertProblem(answer, 401, "key-refused");
    }
    const doubled = { cookie: `${cookie}; booking_session=x` };
    assertProblem(
      await callApi(service, { path: "/session", headers: doubled }),
      401,
      "key-missing",
    );
  });
});

describe("B94 requests without a good key", () => {
  const from = (own: TestService, address: string, request: Call) =>
    callApi(own, { ...request, headers: { ...request.headers, "x-forwarded-for": address } });
  const tries: Readonly<Record<string, Call>> = {
    "a wrong key at sign-in": { method: "POST", path: "/session", body: { key: "bsk_guess" } },
    "a malformed sign-in": { method: "POST", path: "/session", body: { kez: 1 } },
    "a sign-in body of 4 KB": { method: "POST", path: "/session", body: { key: "x".repeat(4096) } },
    "a wrong code": { method: "POST", path: "/session/code", body: { code: "bsl_guess" } },
    "a call with a wrong key": { path: "/accounts", token: "bsk_guess" },
    "a call without a key": { path: "/accounts" },
    "an unknown session": { path: "/accounts", headers: { cookie: "booking_session=x" } },
  };

  test("are counted by address whatever they fail for, and past the limit 429", async () => {
    await using own = await startTestService(undefined, {
      TRUSTED_PROXIES: "127.0.0.1",
      RATE_LIMIT_OPERATOR_FAILED_PER_MINUTE: "2",
    });
    for (const [index, [name, request]] of Object.entries(tries).entries()) {
      const address = `203.0.113.${index + 1}`;
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const { status } = await from(own, address, request);
        assert.ok(status >= 400 && status < 429, `${name}: ${status}`);
      }
      const refused = await from(own, address, request);
      assertProblem(refused, 429, "too-many-attempts");
      assert.ok(Number(refused.headers["retry-after"]) >= 1);
      assert.equal(refused.headers["www-authenticate"], undefined);
    }
  });

  test("never lock out a good key or session of the same address", async () => {
    await using own = await startTestService(undefined, {
      RATE_LIMIT_OPERATOR_FAILED_PER_MINUTE: "1",
    });
    const keyed = await openDesk(own);
    await callApi(own, { path: "/accounts" });
    assertProblem(await callApi(own, { path: "/accounts" }), 429, "too-many-attempts");
    assert.equal((await keyed.ask("GET", "/accounts")).status, 200);
    const body = { key: keyed.key };
    const signedIn = await callApi(own, { method: "POST", path: "/session", body });
    assert.equal(signedIn.status, 201);
    const headers = { cookie: cookieOf(signedIn) };
    assert.equal((await callApi(own, { path: "/accounts", headers })).status, 200);
    // A mistake of an operator with a key does not count.
    assertProblem(await keyed.ask("GET", "/accounts?limit=x"), 400, "malformed");
  });

  test("may send 4 KB to sign in, and no more is read", async () => {
    const body = { key: "x".repeat(979_000) };
    for (const path of ["/session", "/session/code"]) {
      assertProblem(await callApi(service, { method: "POST", path, body }), 413, "body-too-large");
    }
  });
});

describe("P28 an API host", () => {
  /** Where the operator API is not there, its document says nothing of the answer. */
  const callAt = (request: Call) =>
    call(service.operator, { host: "localhost", ...request, path: `/operator/v1${request.path}` });

  test("leads nowhere on the operator's side, by whichever header it is named", async () => {
    const paths = ["/accounts", "/session", "/openapi.json"];
    for (const path of paths) {
      for (const host of ["api.acme.example", "API.acme.example:8081", "api.acme.example."]) {
        const answer = await callAt({ path, host, token: desk.key });
        assert.equal(answer.status, 404, `${path} at ${host}`);
        assert.ok(!answer.text.includes("acme"));
      }
      const headers = { "x-forwarded-host": "x.example, api.acme.example" };
      const answer = await callAt({ path, token: desk.key, headers });
      assert.equal(answer.status, 404);
    }
    const signedIn = await callAt({
      method: "POST",
      path: "/session",
      host: "api.acme.example",
      body: { key: desk.key },
    });
    assert.equal(signedIn.status, 404);
    assert.equal(signedIn.headers["set-cookie"], undefined);
  });

  test("leads to health and figures, which machines ask for, and to nothing else", async () => {
    await buildConsole();
    for (const [path, status] of [
      ["/livez", 200],
      ["/readyz", 200],
      ["/metrics", 200],
      ["/reference", 404],
      ["/openapi.json", 404],
    ] as const) {
      const answer = await call(service.operator, { path, host: "api.acme.example" });
      assert.equal(answer.status, status, path);
      assert.equal((await call(service.operator, { path, host: "localhost" })).status, 200, path);
    }
  });

  test("is one as soon as an account has it", async () => {
    const host = "late.acme.example";
    const look = () => callAt({ path: "/accounts", host, token: desk.key });
    assert.equal((await look()).status, 200);
    await service.store.accounts.addHost(
      audit(),
      (await service.store.accounts.identify(acme)) ?? assert.fail(),
      host,
    );
    assert.equal((await look()).status, 404);
  });
});

describe("P28 every answer", () => {
  test("is kept nowhere and framed nowhere, and no other site may read it", async () => {
    const answers = [
      await desk.ask("GET", "/accounts"),
      await callApi(service, { path: "/accounts" }),
      await callApi(service, { path: "/nowhere", headers: { origin: "https://evil.example" } }),
      await callApi(service, { method: "OPTIONS", path: "/accounts" }),
    ];
    for (const { headers } of answers) {
      assert.equal(headers["cache-control"], "no-store");
      assert.match(String(headers["content-security-policy"]), /default-src 'none'/);
      assert.doesNotMatch(String(headers["content-security-policy"]), /unsafe/);
      assert.equal(headers["x-content-type-options"], "nosniff");
      assert.match(String(headers["x-request-id"]), /^[\w-]{36}$/);
      const cors = Object.keys(headers).filter((name) => name.startsWith("access-control"));
      assert.deepEqual(cors, []);
    }
  });

  test("carries the request's own id where it is a good one", async () => {
    const good = await desk.ask("GET", "/accounts", undefined, { "x-request-id": "mine-1" });
    assert.equal(good.headers["x-request-id"], "mine-1");
    const bad = await desk.ask("GET", "/accounts", undefined, { "x-request-id": "a b" });
    assert.notEqual(bad.headers["x-request-id"], "a b");
  });
});
