import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { after, before, describe, mock, test } from "node:test";
import { rotateCredential } from "../../src/usecases/operator/credentials.ts";
import { audit, startTestService, type TestService } from "../harness/service.ts";
import {
  acmeUatWith,
  acmeWith,
  fetchPath,
  otherHost,
  otherWith,
  productionHost,
  tokenPath,
  uatHost,
} from "../harness/seed.ts";

interface Fields {
  client_id?: unknown;
  client_secret?: unknown;
  audience?: unknown;
  grant_type?: unknown;
}

describe("requesting a token", () => {
  let service: TestService;
  let good: Required<Fields>;
  before(async () => {
    service = await startTestService([acmeWith([]), acmeUatWith([]), otherWith([])], {
      RATE_LIMIT_REFUSED_TOKENS_PER_MINUTE: "0",
    });
    good = await fieldsOf(productionHost);
  });
  after(() => service[Symbol.asyncDispose]());

  async function fieldsOf(host: string) {
    const issued = await service.credential(host);
    return {
      client_id: issued.clientId,
      client_secret: issued.clientSecret,
      audience: issued.audience,
      grant_type: "client_credentials",
    };
  }
  const ask = (
    body: object | string,
    headers: Record<string, string> = {},
    host = productionHost,
  ) => service.call({ method: "POST", path: tokenPath, body, headers, host });

  test("R2 R18 R19 R20 R50 answers with exactly the token response", async () => {
    const answer = await ask(good);
    assert.equal(answer.status, 200);
    assert.deepEqual(Object.keys(answer.json), ["access_token", "token_type", "expires_in"]);
    assert.ok(answer.json.access_token.length > 0);
    assert.equal(answer.json.token_type, "Bearer");
    assert.equal(answer.json.expires_in, 3600);
    assert.match(answer.headers["content-type"] ?? "", /^application\/json/);
    assert.equal(answer.headers["cache-control"], "no-store");
  });

  test("R53 needs no Authorization header, and a stale one does not matter", async () => {
    assert.equal((await ask(good, { authorization: "Bearer stale" })).status, 200);
  });

  test("R54 R55 R95 A30 without a client_id or client_secret the answer is 400", async () => {
    const { client_id, client_secret, ...rest } = good;
    const bodies: (object | string)[] = [
      { ...rest },
      { ...rest, client_id },
      { ...rest, client_secret },
      { ...good, client_id: "" },
      { ...good, client_secret: "" },
      { ...good, client_id: 7 },
      { ...good, client_secret: ["x"] },
      { ...good, client_secret: null },
      {},
      [],
      "",
      "not json",
      "null",
      '"text"',
      "{",
    ];
    for (const body of bodies) {
      const answer = await ask(body);
      assert.equal(answer.status, 400, JSON.stringify(body));
      assert.equal(answer.json.code, 3);
      assert.match(
        answer.json.message,
        /^client_(id|secret)( and client_secret)? (is|are) required/,
      );
    }
  });

  test("R55 R96 refused credentials are 500 and do not tell which part is wrong", async () => {
    const uat = await fieldsOf(uatHost);
    const texts = new Set<string>();
    for (const fields of [
      { ...good, client_id: "bsc_unknown" },
      { ...good, client_secret: "wrong" },
      { ...good, client_secret: uat.client_secret },
      { ...good, client_secret: `${String(good.client_secret)} ` },
      { ...good, client_id: uat.client_id },
      { ...good, client_id: "__proto__" },
    ]) {
      const answer = await ask(fields);
      assert.equal(answer.status, 500);
      assert.equal(answer.json.code, 16);
      texts.add(answer.text);
    }
    assert.equal(texts.size, 1);
  });

  test("R56 A28 a wrong or missing audience is 500", async () => {
    for (const audience of [undefined, "", "https://elsewhere.example", 5, null]) {
      const answer = await ask({ ...good, audience });
      assert.equal(answer.status, 500, String(audience));
      assert.equal(answer.json.code, 16);
    }
  });

  test("R57 A28 any grant_type but client_credentials is 500", async () => {
    for (const grant_type of [undefined, "", "password", "CLIENT_CREDENTIALS", 1]) {
      const answer = await ask({ ...good, grant_type });
      assert.equal(answer.status, 500, String(grant_type));
      assert.match(answer.json.message, /grant_type/);
    }
  });

  test("R58 A31 the same token comes again with the same expires_in", async () => {
    const first = await ask(good);
    await sleep(1_100);
    assert.equal((await ask(good)).text, first.text);
  });

  test("A31 callers that ask at the same time get the same token", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(good)));
    assert.equal(new Set(answers.map((answer) => answer.text)).size, 1);
  });

  test("A29 a form is read as well, whatever else the JSON contract says", async () => {
    const form = new URLSearchParams(good as Record<string, string>).toString();
    const type = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" };
    assert.equal((await ask(form, type)).status, 200);
    assert.equal((await ask(form)).status, 400);
  });

  test("A29 a body that begins with { is JSON, whatever its Content-Type says", async () => {
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const { status, json } = await ask(good, type);
    assert.equal(status, 200);
    assert.equal(json.token_type, "Bearer");
    assert.equal((await ask(`\n ${JSON.stringify(good)}`, type)).status, 200);
    assert.equal((await ask(`{"client_id":`, type)).status, 400);
  });

  test("A29 id and secret may come by HTTP Basic where the body has neither", async () => {
    const { client_id, client_secret, ...rest } = good as Record<string, string>;
    const basic = (id = "", secret = "") => ({
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
    });
    const right = basic(client_id, client_secret);
    assert.equal((await ask(rest, right)).status, 200);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    assert.equal(
      (await ask(new URLSearchParams(rest).toString(), { ...form, ...right })).status,
      200,
    );
    assert.equal((await ask(rest, basic(client_id, "wrong"))).status, 500);
    // A body with credentials of its own counts alone.
    assert.equal((await ask({ ...rest, client_id }, right)).status, 400);
    assert.equal((await ask({ ...good, client_secret: "wrong" }, right)).status, 500);
    assert.equal((await ask(good, basic("x", "y"))).status, 200);
    assert.equal((await ask(rest, basic("", client_secret))).status, 400);
  });

  test("R95 the 400 names what is missing, and nothing else", async () => {
    const { client_id, client_secret, ...rest } = good as Record<string, string>;
    const messageOf = async (body: object) => (await ask(body)).json.message;
    assert.match(await messageOf({ ...rest, client_id }), /^client_secret is required/);
    assert.match(await messageOf({ ...rest, client_secret }), /^client_id is required/);
    assert.match(await messageOf(rest), /^client_id and client_secret are required/);
  });

  test("R110 A61 the body is read as JSON whatever the Content-Type says", async () => {
    for (const type of [
      "text/plain",
      "application/xml",
      "garbage",
      "application/json; charset=x",
    ]) {
      assert.equal((await ask(good, { "content-type": type })).status, 200, type);
    }
  });

  test("R6 A26 credentials of another environment, tenant or host are refused", async () => {
    for (const host of [uatHost, otherHost, "unknown.example", "localhost"]) {
      assert.equal((await ask(good, {}, host)).status, 500, host);
    }
    assert.equal((await ask(good, {}, `${productionHost.toUpperCase()}:443`)).status, 200);
  });

  test("A17 ignored fields are named, on a production account too", async () => {
    const named = await ask({ ...(await fieldsOf(uatHost)), scope: "x", a: 1 }, {}, uatHost);
    assert.equal(named.headers["x-ignored-parameters"], "scope, a");
    assert.equal((await ask({ ...good, scope: "x" })).headers["x-ignored-parameters"], "scope");
  });
});

describe("a token's life", () => {
  test("R58 R107 ends when expires_in says so, and halfway a new one is given", async () => {
    await using service = await startTestService([acmeWith([])], { TOKEN_LIFETIME_SECONDS: "3" });
    const list = async (token: string) =>
      (await service.call({ path: `${fetchPath}?external_id=x`, token })).status;
    await service.credential();
    // The clock stands at each of these moments, so that no token dies of a slow machine.
    const start = Date.now();
    const at = (ms: number) => mock.timers.setTime(start + ms);
    mock.timers.enable({ apis: ["Date"], now: start });
    try {
      const first = await service.token();
      at(1_500);
      assert.equal(await service.token(), first);
      at(1_501);
      const second = await service.token();
      assert.notEqual(second, first);
      at(2_999);
      assert.equal(await list(first), 200);
      at(3_000);
      assert.equal(await list(first), 401);
      assert.equal(await list(second), 200);
    } finally {
      mock.timers.reset();
    }
  });

  test("R58 R107 A33 a clock that is set back or forward ends nothing early, and nothing late", async () => {
    await using service = await startTestService([acmeWith([])]);
    const list = async (token: string) =>
      (await service.call({ path: `${fetchPath}?external_id=x`, token })).status;
    const { clientId } = await service.credential();
    const first = await service.token();
    const at = async (step: number, work: () => Promise<void>) => {
      mock.timers.enable({ apis: ["Date"], now: Date.now() + step });
      await work().finally(() => mock.timers.reset());
    };
    const hours = 3_600_000;
    await at(-2 * hours, async () => {
      assert.equal(await list(first), 200);
      // The token of the future is not given again: its expires_in would be wrong.
      const second = await service.token();
      assert.notEqual(second, first);
      assert.equal(await list(second), 200);
    });
    await at(2 * hours, async () => {
      assert.equal(await list(first), 401);
      assert.equal(await list(await service.token()), 200);
    });
    const third = await service.token();
    await rotateCredential(service.store, audit(), clientId, 24 * hours);
    await sleep(1_000);
    await at(-2 * hours, async () => assert.equal(await list(third), 200));
    await at(25 * hours, async () => assert.equal(await list(third), 401));
  });

  test("R99 A47 a clock that is set back or forward gives no second limit, and prolongs none", async () => {
    const environment = { RATE_LIMIT_REQUESTS_PER_MINUTE: "3" };
    await using service = await startTestService([acmeWith([])], environment);
    const token = await service.token();
    const list = () => service.call({ path: `${fetchPath}?external_id=x`, token });
    const guess = () =>
      service.call({
        method: "POST",
        path: tokenPath,
        body: { client_id: "x", client_secret: "y", audience: "z", grant_type: "g" },
      });
    for (let request = 0; request < 3; request += 1) assert.equal((await list()).status, 200);
    while ((await guess()).status !== 429);
    const hours = 3_600_000;
    for (const step of [-2 * hours, -90_000, 0, 90_000, 2 * hours]) {
      mock.timers.enable({ apis: ["Date"], now: Date.now() + step });
      const answers = [await list(), await guess()];
      mock.timers.reset();
      for (const { status, headers } of answers) {
        assert.equal(status, 429, `the clock was set by ${step} ms`);
        assert.ok(Number(headers["retry-after"]) <= 60, String(headers["retry-after"]));
      }
    }
  });

  test("is known to every process on the same database", async () => {
    await using service = await startTestService([acmeWith([])]);
    const { startService } = await import("../../src/service/start-service.ts");
    const { readSettings } = await import("../../src/service/settings.ts");
    const token = await service.token();
    const second = await startService(
      readSettings({
        DATABASE_URL: service.databaseUrl,
        PORT: "0",
        OPERATOR_PORT: "0",
        LOG_LEVEL: "silent",
      }),
    );
    try {
      const { call } = await import("../harness/call.ts");
      const path = `${fetchPath}?external_id=x`;
      assert.equal((await call(second.api, { path, token, host: productionHost })).status, 200);
      assert.equal((await call(second.api, { path, token, host: otherHost })).status, 401);
    } finally {
      await second.close();
    }
  });
});
