import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { freePort } from "../harness/free-port.ts";
import { startLyingProvider, toldRole, type Lies } from "../harness/lying-provider.ts";
import { callApi, openDesk } from "../harness/operator-api.ts";
import { acme, startTestService, type TestService } from "../harness/service.ts";
import { WanderingBrowser } from "../harness/wandering-browser.ts";

let service: TestService;
let provider: Awaited<ReturnType<typeof startLyingProvider>>;
let console: string;
before(async () => {
  const port = await freePort();
  console = `http://localhost:${port}`;
  provider = await startLyingProvider("booking-console");
  service = await startTestService([{ name: acme, hosts: ["api.acme.example"] }], {
    OPERATOR_PORT: String(port),
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: "booking-console",
    OIDC_CONSOLE_URL: console,
    OIDC_ROLES: JSON.stringify([{ value: toldRole, role: "viewer" }]),
  });
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await provider.close().catch(() => {});
});

/** Where the browser stands in the end, and whether it has a session. */
async function signIn(lies: Lies): Promise<readonly [at: string, hasSession: boolean]> {
  provider.lie(lies);
  const browser = new WanderingBrowser();
  const isBack = (url: URL) => url.origin === console && !url.pathname.startsWith("/operator/");
  const { url } = await browser.go(`${console}/operator/v1/session/oidc`, isBack);
  return [`${url.pathname}${url.search}`, browser.cookies(console).has("booking_session")];
}

const seconds = () => Math.floor(Date.now() / 1000);

describe("B321 an identity provider", () => {
  test("that does not describe itself is called unavailable, and is asked again the next time", async () => {
    assert.deepEqual(await signIn({ discoveryStatus: 503 }), [
      "/sign-in?provider=unavailable",
      false,
    ]);
    assert.deepEqual(await signIn({}), ["/", true]);
  });

  for (const [what, lies] of [
    ["of another issuer", () => ({ claims: { iss: "http://localhost:1" } })],
    ["for another audience", () => ({ claims: { aud: "another-client" } })],
    ["for other audiences beside this one", () => ({ claims: { aud: ["booking-console", "x"] } })],
    ["with another nonce", () => ({ claims: { nonce: "another" } })],
    ["without a nonce", () => ({ claims: { nonce: undefined } })],
    ["that ended two minutes ago", () => ({ claims: { exp: seconds() - 120 } })],
    ["signed with another key", () => ({ isForged: true })],
    ["without a signature", () => ({ algorithm: "none" })],
    ["signed with the published key as a secret", () => ({ algorithm: "HS256" })],
    ["whose subject is no text", () => ({ claims: { sub: 1 } })],
  ] as const satisfies readonly (readonly [string, () => Lies])[]) {
    test(`is refused with an ID token ${what}`, async () => {
      assert.deepEqual(await signIn(lies()), ["/sign-in?provider=refused", false]);
    });
  }

  for (const [what, answer] of [
    ["of another issuer", { iss: "http://localhost:1" }],
    ["that names no issuer, where the provider says that it does", { iss: null }],
    ["with another state", { state: "another" }],
    ["without a state", { state: null }],
    ["without a code", { code: null }],
    ["that refuses", { code: null, error: "access_denied" }],
    ["that holds an ID token itself", { id_token: "e30.e30." }],
  ] as const satisfies readonly (readonly [string, Lies["answer"]])[]) {
    test(`exchanges no code for an answer ${what}`, async () => {
      const before = provider.exchanges();
      assert.deepEqual(await signIn({ answer }), ["/sign-in?provider=refused", false]);
      assert.equal(provider.exchanges(), before);
    });
  }

  test("gets a state, a nonce and a challenge of each attempt alone, and the challenge's verifier", async () => {
    provider.lie({});
    const asked: URLSearchParams[] = [];
    const tried = provider.verifiers.length;
    for (let tries = 0; tries < 2; tries += 1) {
      const browser = new WanderingBrowser();
      const isAuthorize = (url: URL) => url.origin === provider.issuer;
      const start = `${console}/operator/v1/session/oidc`;
      const { url } = await browser.go(start, isAuthorize);
      asked.push(url.searchParams);
      await browser.go(url.href, (at) => at.pathname === "/");
    }
    for (const name of ["state", "nonce", "code_challenge"]) {
      const told = asked.map((each) => each.get(name) ?? "");
      assert.ok(told.every((each) => each.length >= 43) && new Set(told).size === 2, name);
    }
    assert.deepEqual(
      provider.verifiers.slice(tried).map((each) =>
        createHash("sha256")
          .update(each ?? "")
          .digest("base64url"),
      ),
      asked.map((each) => each.get("code_challenge")),
    );
    assert.deepEqual(
      asked.map((each) => each.get("code_challenge_method")),
      ["S256", "S256"],
    );
  });

  test("gives a session once for one way back, however often the same browser returns", async () => {
    provider.lie({});
    const browser = new WanderingBrowser();
    const isCallback = (url: URL) => url.pathname.endsWith("/callback");
    const { url: answer } = await browser.go(`${console}/operator/v1/session/oidc`, isCallback);
    const exchanged = provider.exchanges();
    await browser.go(answer.href, (url) => url.pathname === "/");
    const session = browser.cookies(console).get("booking_session");
    const { url: at } = await browser.go(answer.href, (url) => url.pathname === "/sign-in");
    assert.equal(at.search, "?provider=expired");
    assert.equal(browser.cookies(console).get("booking_session"), session);
    assert.equal(provider.exchanges(), exchanged + 1);
  });

  test("gives no session by two cookies of attempts, of which another site may have set one", async () => {
    provider.lie({});
    const browser = new WanderingBrowser();
    const isCallback = (url: URL) => url.pathname.endsWith("/callback");
    const { url: answer } = await browser.go(`${console}/operator/v1/session/oidc`, isCallback);
    const attempt = browser.cookies(console).get("booking_sign_in") ?? "";
    const exchanged = provider.exchanges();
    for (const cookie of [
      `booking_sign_in=${attempt}; booking_sign_in=${attempt}`,
      `booking_sign_in=${attempt.split(".")[0]}`,
      `booking_sign_in=${attempt}.`.replace(/\.[^.]*\.$/, "."),
      "booking_sign_in=.",
    ]) {
      const back = await fetch(answer, { headers: { cookie }, redirect: "manual" });
      assert.equal(back.headers.get("location"), "/sign-in?provider=expired", cookie);
    }
    assert.equal(provider.exchanges(), exchanged);
  });

  for (const roles of [{}, { 0: toldRole }, [[toldRole]], 1, true, `${toldRole} `, [], null]) {
    test(`gives no role by a claim that is ${JSON.stringify(roles)}`, async () => {
      assert.deepEqual(await signIn({ claims: { roles } }), ["/sign-in?provider=no-role", false]);
    });
  }

  test("may name a person by any text", async () => {
    for (const sub of ["a\0b", "\ud83d\ude00".repeat(120), "x".repeat(5_000), "\u202e'; --"]) {
      assert.deepEqual(await signIn({ claims: { sub } }), ["/", true], JSON.stringify(sub));
    }
  });

  test("may have a clock that differs by less than a minute", async () => {
    const behind = { claims: { iat: seconds() - 330, exp: seconds() - 30 } };
    assert.deepEqual(await signIn(behind), ["/", true]);
  });

  test("that gives no tokens is called unavailable where it fails, and refuses where it says no", async () => {
    assert.deepEqual(await signIn({ tokenStatus: 502 }), ["/sign-in?provider=unavailable", false]);
  });

  test("that signs nobody out leaves the browser at the console", async () => {
    provider.lie({});
    const end = await fetch(`${console}/operator/v1/session/oidc/end`, { redirect: "manual" });
    assert.deepEqual([end.status, end.headers.get("location")], [303, "/sign-in"]);
  });

  test("that is gone is called unavailable, and keeps no key from signing in", async () => {
    provider.lie({});
    const browser = new WanderingBrowser();
    const isCallback = (url: URL) => url.pathname.endsWith("/callback");
    const { url: answer } = await browser.go(`${console}/operator/v1/session/oidc`, isCallback);
    await provider.close();
    const { url: at } = await browser.go(answer.href, (url) => url.pathname === "/sign-in");
    assert.equal(at.search, "?provider=unavailable");
    const desk = await openDesk(service);
    const body = JSON.stringify({ key: desk.key });
    const headers = { "content-type": "application/json" };
    const begun = await fetch(`${console}/operator/v1/session`, { method: "POST", headers, body });
    assert.equal(begun.status, 201);
  });
});

test("B94 failures to sign in with an identity provider are counted by their address", async () => {
  await using limited = await startTestService([{ name: acme, hosts: ["api.acme.example"] }], {
    OIDC_ISSUER: "http://localhost:1",
    OIDC_CLIENT_ID: "booking-console",
    OIDC_CONSOLE_URL: "http://localhost:1",
    OIDC_ROLES: JSON.stringify([{ value: toldRole, role: "viewer" }]),
    RATE_LIMIT_OPERATOR_FAILED_PER_MINUTE: "3",
  });
  const statuses: number[] = [];
  for (let tries = 0; tries < 4; tries += 1) {
    const path = tries % 2 === 0 ? "/session/oidc" : "/session/oidc/callback?code=x&state=y";
    const answer = await fetch(`${limited.operator}/operator/v1${path}`, { redirect: "manual" });
    statuses.push(answer.status);
  }
  assert.deepEqual(statuses, [303, 303, 303, 429]);
});

test("B94 an address past its limit of failures costs the provider no more", async () => {
  await using opened = new AsyncDisposableStack();
  const lying = await startLyingProvider("booking-console");
  opened.defer(lying.close);
  const port = await freePort();
  const site = `http://localhost:${port}`;
  const limits = {
    OPERATOR_PORT: String(port),
    OIDC_ISSUER: lying.issuer,
    OIDC_CLIENT_ID: "booking-console",
    OIDC_CONSOLE_URL: site,
    OIDC_ROLES: JSON.stringify([{ value: toldRole, role: "viewer" }]),
    RATE_LIMIT_OPERATOR_FAILED_PER_MINUTE: "3",
  };
  opened.use(await startTestService([{ name: acme, hosts: ["api.acme.example"] }], limits));
  lying.lie({ isForged: true });
  const statuses: number[] = [];
  for (let tries = 0; tries < 5; tries += 1) {
    const browser = new WanderingBrowser();
    const isEnd = (url: URL) => url.pathname === "/sign-in";
    const { answer } = await browser.go(`${site}/operator/v1/session/oidc`, isEnd);
    statuses.push(answer.status);
  }
  assert.deepEqual([statuses, lying.exchanges()], [[303, 303, 303, 429, 429], 3]);
});

describe("an identity provider of its own kind", () => {
  const secret = "a-secret with :/+ and more";

  /** Signs in at a provider that describes itself so; the console shows where the browser stands in the end. */
  async function signInAt(lies: Lies, roleClaim = "roles") {
    const port = await freePort();
    const at = `http://localhost:${port}`;
    const own = await startLyingProvider("booking-console");
    own.lie(lies);
    await using other = await startTestService([], {
      OPERATOR_PORT: String(port),
      OIDC_ISSUER: own.issuer,
      OIDC_CLIENT_ID: "booking-console",
      OIDC_CLIENT_SECRET: secret,
      OIDC_CONSOLE_URL: at,
      OIDC_ROLE_CLAIM: roleClaim,
      OIDC_ROLES: JSON.stringify([{ value: toldRole, role: "viewer" }]),
    });
    const isBack = (url: URL) => url.origin === at && !url.pathname.startsWith("/operator/");
    let browser = new WanderingBrowser();
    let { url, answer } = await browser.go(`${at}/operator/v1/session/oidc`, isBack);
    // A database under load may be too busy for a while.
    for (let tries = 0; tries < 5 && answer.status === 503; tries += 1) {
      browser = new WanderingBrowser();
      ({ url, answer } = await browser.go(`${at}/operator/v1/session/oidc`, isBack));
    }
    const cookie = `booking_session=${browser.cookies(at).get("booking_session") ?? ""}`;
    const shown = await callApi(other, { path: "/session", headers: { cookie } });
    const [sent] = own.secrets;
    await own.close();
    return { place: `${url.pathname}${url.search}`, name: shown.json.operator?.name, sent };
  }

  for (const [what, methods, inBody] of [
    ["names no way", undefined, false],
    ["takes HTTP Basic alone", ["client_secret_basic"], false],
    ["takes the body as well", ["client_secret_basic", "client_secret_post"], true],
    ["takes the body alone", ["client_secret_post"], true],
  ] as const) {
    test(`that ${what} gets the client's secret ${inBody ? "in the body" : "in the header"}`, async () => {
      const description = { token_endpoint_auth_methods_supported: methods };
      const { place, sent } = await signInAt({ description });
      assert.equal(place, "/");
      assert.ok(sent !== undefined);
      assert.deepEqual([sent[0] === null, sent[1]], [inBody, inBody ? secret : null]);
    });
  }

  test("is asked at userinfo where the ID token lacks the roles or a verified name", async () => {
    const userInfo = { email: "ada@acme.example", email_verified: true, roles: [toldRole] };
    const at = { userInfo, description: { userinfo_endpoint: "" } };
    const signedIn = async (claims: Lies["claims"]) =>
      (await signInAt({ ...at, ...(claims !== undefined && { claims }) })).name;
    assert.equal(await signedIn({}), "oidc:ada@acme.example");
    assert.equal(await signedIn({ email: "a@b.example" }), "oidc:ada@acme.example");
    assert.equal(await signedIn({ roles: undefined }), "oidc:ada@acme.example");
    const verified = { email: "a@b.example", email_verified: true };
    assert.equal(await signedIn(verified), "oidc:a@b.example");
  });

  test("that says nothing at userinfo leaves the subject as the name", async () => {
    const description = { userinfo_endpoint: "" };
    assert.equal((await signInAt({ description })).name, "oidc:ada");
  });

  test("that answers for another person at userinfo lets nobody in", async () => {
    const userInfo = { sub: "finn", email: "finn@acme.example", email_verified: true };
    const { place, name } = await signInAt({ userInfo, description: { userinfo_endpoint: "" } });
    assert.deepEqual([place, name], ["/sign-in?provider=refused", undefined]);
  });
});
