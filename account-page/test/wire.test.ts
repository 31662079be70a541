import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, describe, test } from "node:test";
import { call, type Answer } from "../../test/harness/call.ts";
import { customers, lines, startPageUnderTest, type PageUnderTest } from "./page-under-test.ts";

const formType = { "content-type": "application/x-www-form-urlencoded" };

describe("the account page over HTTP", () => {
  let shop: PageUnderTest;
  before(async () => {
    shop = await startPageUnderTest();
  });
  after(() => shop[Symbol.asyncDispose]());

  const host = () => new URL(shop.url).host;
  const get = (path: string, headers: Record<string, string> = {}) =>
    call(shop.url, { path, host: host(), headers });
  const post = (path: string, fields: Record<string, string>, headers = {}) =>
    call(shop.url, {
      method: "POST",
      path,
      host: host(),
      headers: { ...formType, ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  const cookieOf = (answer: Answer) =>
    answer.headers["set-cookie"]?.[0]?.split(";", 1)[0] ?? assert.fail("no cookie");

  /** The cookie of a customer's session, and the token of its forms. */
  async function signIn(key: string, headers = {}): Promise<{ cookie: string; token: string }> {
    const answer = await post("/sign-in", { customer: key }, headers);
    assert.equal(answer.status, 303);
    const cookie = cookieOf(answer);
    const { text } = await get("/bookings", { cookie });
    return { cookie, token: /name="token" value="([^"]+)"/.exec(text)?.[1] ?? "" };
  }

  const confirmPath = (key: string) =>
    `/bookings/${lines[key]?.booking}/cancel?start=${lines[key]?.slot_starting_at}`;
  const cancelPath = (key: string) => `/bookings/${lines[key]?.booking}/cancel`;

  test("a form that another site sent is refused, and cancels nothing", async () => {
    const { cookie, token } = await signIn("script");
    assert.equal((await get(confirmPath("script"), { cookie })).status, 200);
    const forgeries: [fields: Record<string, string>, headers: Record<string, string>][] = [
      [{}, { cookie }],
      [{ token: "" }, { cookie }],
      [{ token: `${token}x` }, { cookie }],
      [{ token: token.replace(/^./, (first) => (first === "_" ? "-" : "_")) }, { cookie }],
      [{ token: (await signIn("script")).token }, { cookie }],
      [{ token }, { cookie, "sec-fetch-site": "cross-site" }],
      [{ token }, { cookie, "sec-fetch-site": "same-site" }],
      [{ token }, { cookie, origin: "https://evil.example" }],
      [{ token }, { cookie, origin: "null" }],
    ];
    for (const [fields, headers] of forgeries) {
      const answer = await post(cancelPath("script"), fields, headers);
      assert.equal(answer.status, 403, JSON.stringify([fields, headers]));
      assert.match(answer.text, /This form is out of date/);
    }
    assert.equal((await shop.show(lines["script"])).status, "CONFIRMED");
    // The same request with every part right, so that the refusals have no other reason.
    const right = { cookie, origin: shop.url, "sec-fetch-site": "same-origin" };
    const answer = await post(cancelPath("script"), { token }, right);
    assert.equal(answer.status, 303);
    assert.equal((await shop.show(lines["script"])).status, "CANCELLED");
  });

  test("nobody is signed in, or out, by another site", async () => {
    const elsewhere = { "sec-fetch-site": "cross-site" };
    assert.equal((await post("/sign-in", { customer: "ada" }, elsewhere)).status, 403);
    const { cookie } = await signIn("ada");
    assert.equal((await post("/sign-out", {}, { cookie })).status, 403);
    assert.equal((await get("/bookings", { cookie })).status, 200);
  });

  test("R84 a customer can neither see nor cancel another's booking", async () => {
    const { cookie, token } = await signIn("nobody");
    const seen = await get(confirmPath("other"), { cookie });
    assert.equal(seen.status, 404);
    assert.match(seen.text, /We cannot find this booking/);
    const answer = await post(cancelPath("other"), { token }, { cookie });
    assert.equal(answer.headers.location, "/bookings");
    assert.equal((await shop.show(lines["other"])).status, "CONFIRMED");
    const hidden = await get(`/bookings/${lines["other"]?.booking}/outcome`, { cookie });
    assert.equal(hidden.status, 303);
  });

  test("A35 a form that is sent twice is one cancel", async () => {
    const { cookie, token } = await signIn("twice");
    await get(confirmPath("twice"), { cookie });
    const clicks = [1, 2, 3].map(() => post(cancelPath("twice"), { token }, { cookie }));
    for (const { status } of await Promise.all(clicks)) assert.equal(status, 303);
    const outcome = await get(`/bookings/${lines["twice"]?.booking}/outcome`, { cookie });
    assert.match(outcome.text, /Your booking is cancelled/);
    assert.equal((await shop.show(lines["twice"])).cancels, 1);
  });

  test("who has signed out, or was never in, is sent to the sign-in", async () => {
    const { cookie, token } = await signIn("ada");
    assert.equal((await post("/sign-out", { token }, { cookie })).status, 303);
    for (const header of [cookie, "session=made-up", "session=", "other=1"]) {
      for (const path of ["/bookings", "/bookings/past", confirmPath("ada")]) {
        const answer = await get(path, { cookie: header });
        assert.deepEqual([answer.status, answer.headers.location], [303, "/sign-in"]);
      }
      const answer = await post(cancelPath("ada"), { token }, { cookie: header });
      assert.equal(answer.headers.location, "/sign-in");
    }
    assert.equal((await shop.show(lines["ada"])).status, "CONFIRMED");
  });

  test("the session's cookie is out of reach of scripts and other sites", async () => {
    const answer = await post("/sign-in", { customer: "ada" });
    const [set = ""] = answer.headers["set-cookie"] ?? [];
    assert.match(set, /^session=[\w-]{32}; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test("a sign-in begins a session of its own, whatever cookie the browser had, and ends that one", async () => {
    const planted = `session=${"a".repeat(32)}`;
    const { cookie: first } = await signIn("ada", { cookie: planted });
    const { cookie: second } = await signIn("ada", { cookie: first });
    for (const [cookie, status] of Object.entries({ [planted]: 303, [first]: 303, [second]: 200 }))
      assert.equal((await get("/bookings", { cookie })).status, status, cookie);
  });

  test("every answer forbids scripts, frames, caches and whatever comes from elsewhere", async () => {
    const { cookie } = await signIn("ada");
    const answers = [
      await get("/sign-in"),
      await get("/bookings", { cookie }),
      await get("/nowhere"),
      await get("/sign-out"),
      await post("/sign-in", { customer: "x".repeat(20_000) }),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 404, 405, 413],
    );
    for (const { headers } of answers) {
      const policy = String(headers["content-security-policy"]);
      assert.match(policy, /^default-src 'none'; style-src 'self';/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /unsafe|script-src|\*|http|data:/);
      assert.equal(headers["x-content-type-options"], "nosniff");
      assert.equal(headers["cache-control"], "no-store");
      assert.equal(headers["referrer-policy"], "same-origin");
      assert.match(String(headers["x-request-id"]), /^[\w-]{36}$/);
    }
  });

  test("style and icon are kept by browsers, under an address of their content", async () => {
    const { text } = await get("/sign-in");
    const addresses = [...text.matchAll(/href="(\/assets\/[^"]+)"/g)].map(([, address]) => address);
    assert.equal(addresses.length, 2);
    for (const address of addresses) {
      const answer = await get(address ?? "");
      assert.equal(answer.status, 200);
      assert.match(String(answer.headers["cache-control"]), /immutable/);
    }
    assert.doesNotMatch(text, /<script|<style|style="|\son\w+="/);
  });

  test("what is not a form, or too long a one, is refused without being read", async () => {
    const json = { method: "POST", path: "/sign-in", host: host(), body: { customer: "ada" } };
    assert.equal((await call(shop.url, json)).status, 415);
    const chunked = await rawAnswer(
      `POST /sign-in HTTP/1.1\r\nHost: ${host()}\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
        `Transfer-Encoding: chunked\r\n\r\n8000\r\n${"x".repeat(0x8000)}\r\n0\r\n\r\n`,
    );
    assert.match(chunked, /^HTTP\/1\.1 413 /);
    const huge = await rawAnswer(
      `GET / HTTP/1.1\r\nHost: ${host()}\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`,
    );
    assert.match(huge, /^HTTP\/1\.1 431 /);
  });

  test("odd targets and methods get the page of what is not found", async () => {
    for (const target of [
      "//",
      "/bookings/",
      "/bookings/x/y",
      "/%00",
      "http://elsewhere/",
      "/..",
      "*",
    ]) {
      const answer = await rawAnswer(
        `GET ${target} HTTP/1.1\r\nHost: ${host()}\r\nConnection: close\r\n\r\n`,
      );
      assert.match(answer, /^HTTP\/1\.1 (404|303|400) /, target);
      assert.doesNotMatch(answer, /location: (\/\/|http)/i, target);
    }
    const put = await call(shop.url, { method: "PUT", path: "/bookings", host: host() });
    assert.deepEqual([put.status, put.headers.allow], [405, "GET, HEAD"]);
    const head = await call(shop.url, { method: "HEAD", path: "/sign-in", host: host() });
    assert.deepEqual([head.status, head.text], [200, ""]);
  });

  test("choosing a language leads back to the same page of ours, wherever that was", async () => {
    const answer = await get("/bookings/past?page=2&language=fr");
    assert.equal(answer.headers.location, "/bookings/past?page=2");
    assert.match(String(answer.headers["set-cookie"]), /^language=fr; /);
    const unknown = await get("/sign-in?language=%0d%0aset-cookie:x");
    assert.equal(unknown.headers["set-cookie"], undefined);
    // Two slashes at the start of a path would lead to another host.
    const tricky = await get("//evil.example/sign-in?language=fr");
    assert.doesNotMatch(tricky.headers.location ?? "", /evil/);
  });

  test("text is text, never markup", async () => {
    const { text } = await get("/sign-in?x=%22%3E%3Cscript%3E", { "accept-language": "<script>" });
    assert.ok(text.includes("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;"));
    assert.doesNotMatch(text, /<script/);
  });

  test("no page shows other customers", async () => {
    const { cookie } = await signIn("ada");
    const paths = ["/bookings", "/bookings/past", "/bookings/cancelled", confirmPath("ada")];
    for (const path of paths) {
      const { text } = await get(path, { cookie });
      assert.ok(text.includes("shop-ada"), "the scan sees the page");
      for (const { externalId } of customers) {
        if (externalId !== "shop-ada") assert.ok(!text.includes(externalId), path);
      }
    }
    const { text } = await get("/sign-in");
    assert.doesNotMatch(text, /shop-/);
  });

  test("R90 the log tells requests by their ids, and no secret, cookie, customer or booking", async () => {
    const { cookie, token } = await signIn("keys");
    await get(confirmPath("keys"), { cookie });
    await post(cancelPath("keys"), { token }, { cookie });
    const told = JSON.stringify(shop.log);
    assert.match(told, /"path":"\/bookings\/:booking\/cancel","status":303/);
    const secrets = [...shop.secrets(), cookie.slice("session=".length), token];
    for (const secret of [...secrets, "shop-", lines["keys"]?.booking ?? ""]) {
      assert.ok(!told.includes(secret));
    }
  });

  test("a fault of our own is a page with a reference, and no more", async () => {
    const { cookie } = await signIn("many");
    const many = customers.find(({ key }) => key === "many") ?? assert.fail();
    const { name } = many;
    Object.defineProperty(many, "name", {
      configurable: true,
      get: () => assert.fail("words for nobody else"),
    });
    const answer = await get("/bookings", { cookie });
    Object.defineProperty(many, "name", { value: name });
    assert.equal(answer.status, 500);
    assert.match(answer.text, /Something is wrong on our side/);
    assert.doesNotMatch(answer.text, /Error|\.ts|node:|nobody else/);
    const reference = String(answer.headers["x-request-id"]);
    assert.ok(answer.text.includes(reference));
    assert.ok(
      shop.log.some(
        ({ message, fields }) => message === "fault" && fields["requestId"] === reference,
      ),
    );
  });

  /** The whole answer to these bytes. */
  function rawAnswer(bytes: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(shop.url).port), "127.0.0.1", () =>
        socket.write(bytes),
      );
      let text = "";
      socket.setTimeout(20_000, () => socket.destroy(new Error("no answer")));
      socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
      socket.on("error", reject);
      socket.on("close", () => resolve(text));
    });
  }
});

test("behind TLS the cookie is for this very host and for TLS alone", async () => {
  const publicUrl = new URL("https://account.example.com");
  await using shop = await startPageUnderTest({ publicUrl });
  const answer = await call(shop.url, {
    method: "POST",
    path: "/sign-in",
    host: "account.example.com",
    headers: { ...formType, origin: "https://account.example.com" },
    body: "customer=ada",
  });
  assert.equal(answer.status, 303);
  const [set = ""] = answer.headers["set-cookie"] ?? [];
  assert.match(set, /^__Host-session=[\w-]{32}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  assert.match(String(answer.headers["strict-transport-security"]), /max-age/);
  // A cookie that was set without TLS, or by a neighbouring host, is ignored.
  const plain = set.split(";", 1)[0]?.replace("__Host-", "") ?? "";
  const other = await call(shop.url, { path: "/bookings", host: "x", headers: { cookie: plain } });
  assert.equal(other.headers.location, "/sign-in");
});
