import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { freePort } from "../harness/free-port.ts";
import { oidcClient, startIdentityProvider } from "../harness/identity-provider.ts";
import { acmePath, callApi, openDesk } from "../harness/operator-api.ts";
import { query } from "../harness/query.ts";
import { acme, startTestService, type TestService } from "../harness/service.ts";
import { WanderingBrowser } from "../harness/wandering-browser.ts";

const roles = JSON.stringify([
  { value: "booking-admins", role: "admin" },
  { value: "front-desk", role: "staff", accounts: ["acme/production", "acme/uat"] },
]);

let service: TestService;
let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
let console: string;
before(async () => {
  const port = await freePort();
  console = `http://localhost:${port}`;
  provider = await startIdentityProvider(`${console}/operator/v1/session/oidc/callback`);
  service = await startTestService([{ name: acme, hosts: ["api.acme.example"] }], {
    OPERATOR_PORT: String(port),
    ...oidcSettings(),
  });
});

const oidcSettings = () => ({
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: oidcClient.id,
  OIDC_CLIENT_SECRET: oidcClient.secret,
  OIDC_CONSOLE_URL: console,
  OIDC_ROLES: roles,
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await provider.close();
});

const start = () =>
  `${console}/operator/v1/session/oidc?from=${encodeURIComponent("/slots?day=1")}`;
const isBack = (url: URL) => url.origin === console && !url.pathname.startsWith("/operator/");

/** Signs in as one of the provider's people; nobody is denied by the provider. */
async function signIn(person: string, browser = new WanderingBrowser()) {
  if (person !== "") browser.setCookie(provider.issuer, "person", person);
  const { url } = await browser.go(start(), isBack);
  return { browser, at: `${url.pathname}${url.search}` };
}

function cookieOf(browser: WanderingBrowser): Record<string, string> {
  const secret = browser.cookies(console).get("booking_session");
  return { cookie: `booking_session=${secret}` };
}

describe("B321 signing in with an identity provider", () => {
  test("gives the session of a key: role, accounts, changes with their token, and an end", async () => {
    const { browser, at } = await signIn("ada");
    assert.equal(at, "/slots?day=1");
    const headers = cookieOf(browser);
    const shown = await callApi(service, { path: "/session", headers });
    assert.equal(shown.status, 200, shown.text);
    const { operator, csrf_token: token } = shown.json;
    assert.deepEqual(
      [operator.name, operator.role, operator.accounts],
      ["oidc:ada@acme.example", "admin", null],
    );
    const change = {
      method: "DELETE",
      path: `${acmePath}/endpoints/interactions:fetchContactBookings`,
    };
    assert.equal((await callApi(service, { ...change, headers })).status, 403);
    const changed = await callApi(service, {
      ...change,
      headers: { ...headers, "x-csrf-token": token },
    });
    assert.equal(changed.status, 200, changed.text);
    const actors = query(
      service.databaseUrl,
      "select actor, action, subject, details from audit_event",
    );
    const of = (action: string) => actors.find((row) => row["action"] === action);
    assert.equal(of("endpoint disabled")?.["actor"], "operator: oidc:ada@acme.example");
    assert.match(String(of("operator admitted")?.["details"]), /"subject":"ada","role":"admin"/);

    const sessions = await callApi(service, { path: "/session/all", headers });
    assert.deepEqual(
      sessions.json.items.map((each: { current: boolean }) => each.current),
      [true],
    );
    const out = {
      method: "DELETE",
      path: "/session",
      headers: { ...headers, "x-csrf-token": token },
    };
    assert.equal((await callApi(service, out)).status, 204);
    assert.equal((await callApi(service, { path: "/session", headers })).status, 401);
    const [ended] = query(
      service.databaseUrl,
      "select actor, subject, details from audit_event where action = 'session ended'",
    );
    assert.deepEqual(
      [ended?.["actor"], ended?.["subject"]],
      ["operator: oidc:ada@acme.example", "oidc:ada@acme.example"],
    );
    assert.match(String(ended?.["details"]), /"session":"[0-9a-f-]{36}","signed_out":true/);
  });

  test("B322 ends at the provider too, for the browser that signs out there", async () => {
    const { browser } = await signIn("ada");
    browser.removeCookie(provider.issuer, "person");
    const { url: still } = await browser.go(start(), isBack);
    assert.equal(still.pathname, "/slots", "the provider does not know the browser any more");

    const { url, answer } = await browser.go(`${console}/operator/v1/session/oidc/end`);
    assert.equal(url.origin, provider.issuer);
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      client_id: oidcClient.id,
      post_logout_redirect_uri: `${console}/sign-in`,
    });
    // No ID token names the session, so the provider asks the person.
    const page = await answer.text();
    const [, action = ""] = /action="([^"]+)"/.exec(page) ?? [];
    const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
    const form = new URLSearchParams({ xsrf, logout: "yes" });
    const { url: back } = await browser.go(action, (at) => at.origin === console, form);
    assert.equal(back.href, `${console}/sign-in`);
    const { url: again } = await browser.go(start(), isBack);
    assert.equal(`${again.pathname}${again.search}`, "/sign-in?provider=refused");
  });

  test("gives the accounts of the role only, and none that does not exist", async () => {
    const { browser } = await signIn("finn");
    const { json } = await callApi(service, { path: "/session", headers: cookieOf(browser) });
    assert.deepEqual([json.operator.role, json.operator.accounts], ["staff", ["acme/production"]]);
  });

  test("names nobody by an address that the provider calls unverified", async () => {
    const { browser } = await signIn("eve");
    const { json } = await callApi(service, { path: "/session", headers: cookieOf(browser) });
    assert.equal(json.operator.name, "oidc:eve");
  });

  test("lets nobody in without a role, nor whom the provider denies", async () => {
    for (const [person, failure] of [
      ["nora", "no-role"],
      ["", "refused"],
    ] as const) {
      const { browser, at } = await signIn(person);
      assert.equal(at, `/sign-in?provider=${failure}`);
      assert.deepEqual([...browser.cookies(console)], []);
    }
  });

  test("takes an answer once, and only from the browser and within the time of its question", async () => {
    const browser = new WanderingBrowser();
    browser.setCookie(provider.issuer, "person", "ada");
    const isCallback = (url: URL) => url.pathname.endsWith("/callback");
    const { url: answer } = await browser.go(start(), isCallback);
    const [[name, value] = ["", ""]] = [...browser.cookies(console)];
    assert.equal(name, "booking_sign_in");
    const failureOf = async (cookie: string | null, url = answer) => {
      const other = new WanderingBrowser();
      if (cookie !== null) other.setCookie(console, name, cookie);
      const { url: at } = await other.go(url.href, isBack);
      assert.deepEqual([...other.cookies(console)], []);
      return at.search;
    };
    assert.equal(await failureOf(null), "?provider=expired");
    assert.equal(await failureOf(`${value}x`), "?provider=expired");
    const [content = "", signature = ""] = value.split(".");
    const attempt = JSON.parse(Buffer.from(content, "base64url").toString());
    assert.ok(attempt.endsAt <= Date.now() + 10 * 60_000);
    const later = Buffer.from(JSON.stringify({ ...attempt, endsAt: Infinity })).toString(
      "base64url",
    );
    assert.equal(await failureOf(`${later}.${signature}`), "?provider=expired");
    // Another browser's question: its state is another.
    const other = new WanderingBrowser();
    await other.go(start(), () => true);
    assert.equal(await failureOf(other.cookies(console).get(name) ?? ""), "?provider=refused");
    assert.equal((await browser.go(answer.href, isBack)).url.pathname, "/slots");
    assert.equal(await failureOf(value), "?provider=refused");
  });

  test("goes back to pages of the console only", async () => {
    const elsewhere = [
      "//evil.example/",
      "https://evil.example/",
      "/\\evil.example",
      "slots",
      "/\n",
    ];
    for (const from of elsewhere) {
      const browser = new WanderingBrowser();
      browser.setCookie(provider.issuer, "person", "ada");
      const path = `/operator/v1/session/oidc?from=${encodeURIComponent(from)}`;
      const { url } = await browser.go(`${console}${path}`, isBack);
      assert.equal(url.href, `${console}/`, from);
    }
  });

  test("sets cookies with __Host- behind TLS, where no script reads them", async () => {
    const proxied = new WanderingBrowser({ [console]: { "x-forwarded-proto": "https" } });
    proxied.setCookie(provider.issuer, "person", "ada");
    const first = await proxied.ask(new URL(start()));
    const [attempt = ""] = first.headers.getSetCookie();
    assert.match(
      attempt,
      /^__Host-booking_sign_in=.*; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
    const { answer } = await proxied.go(first.headers.get("location") ?? "", isBack);
    const cookies = answer.headers.getSetCookie();
    assert.match(cookies[0] ?? "", /^__Host-booking_sign_in=; Path=\/; Max-Age=0; /);
    assert.match(
      cookies[1] ?? "",
      /^__Host-booking_session=[\w-]{43}; .*; HttpOnly; SameSite=Strict; Secure$/,
    );
  });

  test("a session is worth what the settings of the moment give, and nothing without a provider", async () => {
    const { browser } = await signIn("ada");
    const headers = cookieOf(browser);
    const shown = await callApi(service, { path: "/session", headers });
    assert.equal(shown.json.operator.role, "admin");
    const changed = async (more: Readonly<Record<string, string>>) => {
      const settings = { ...oidcSettings(), ...more, DATABASE_URL: service.databaseUrl };
      await using restarted = await startTestService([], { ...settings, OPERATOR_PORT: "0" });
      const now = await callApi(restarted, { path: "/session", headers });
      const made = await callApi(restarted, {
        method: "POST",
        path: "/operators",
        headers: { ...headers, "x-csrf-token": shown.json.csrf_token },
        body: { name: "another", role: "admin" },
      });
      return [now.status, now.json.operator?.role, made.status];
    };
    const viewers = [{ value: "booking-admins", role: "viewer" }];
    assert.deepEqual(await changed({ OIDC_ROLES: JSON.stringify(viewers) }), [200, "viewer", 403]);
    const none = [{ value: "others", role: "admin" }];
    assert.deepEqual(await changed({ OIDC_ROLES: JSON.stringify(none) }), [401, undefined, 401]);
    const again = cookieOf((await signIn("ada")).browser);
    assert.equal((await callApi(service, { path: "/session", headers: again })).status, 200);
    Object.assign(headers, again);
    assert.deepEqual(await changed({ OIDC_ISSUER: "" }), [401, undefined, 401]);
  });

  test("leaves keys as they are, and is named to the console", async () => {
    const desk = await openDesk(service);
    assert.equal((await desk.ask("GET", "/accounts")).status, 200);
    const ways = await fetch(`${console}/operator/v1/session/ways`);
    assert.deepEqual(await ways.json(), { provider: new URL(provider.issuer).host });
  });
});
