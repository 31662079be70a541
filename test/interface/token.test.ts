import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { after, before, describe, test } from "node:test";
import { startTestService, type TestService } from "../harness/service.ts";
import {
  acmeUatWith,
  acmeWith,
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

  const basic = (id = "", secret = "") => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
  });

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

  test("A29 id and secret may come by HTTP Basic where the body has no secret", async () => {
    const { client_id, client_secret, ...rest } = good as Record<string, string>;
    const right = basic(client_id, client_secret);
    assert.equal((await ask(rest, right)).status, 200);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    assert.equal(
      (await ask(new URLSearchParams(rest).toString(), { ...form, ...right })).status,
      200,
    );
    assert.equal((await ask(rest, basic(client_id, "wrong"))).status, 500);
    // The same client id may stand in the body as well (RFC 6749, 2.3.1).
    assert.equal((await ask({ ...rest, client_id }, right)).status, 200);
    const withId = new URLSearchParams({ ...rest, client_id: client_id ?? "" }).toString();
    assert.equal((await ask(withId, { ...form, ...right })).status, 200);
    assert.equal((await ask({ ...rest, client_id: "another" }, right)).status, 400);
    assert.equal((await ask({ ...rest, client_id }, basic(client_id, ""))).status, 400);
    // A body with a secret of its own counts alone.
    assert.equal((await ask({ ...rest, client_secret }, right)).status, 400);
    assert.equal((await ask({ ...good, client_secret: "wrong" }, right)).status, 500);
    assert.equal((await ask(good, basic("x", "y"))).status, 200);
    assert.equal((await ask(rest, basic("", client_secret))).status, 400);
  });

  test("A28 beside a form or HTTP Basic a missing audience is the credential's own", async () => {
    const { client_id, client_secret, grant_type } = good as Record<string, string>;
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const bySecret = { client_id: client_id ?? "", client_secret: client_secret ?? "" };
    const asForm = (fields: Record<string, string>) =>
      ask(new URLSearchParams({ grant_type: grant_type ?? "", ...fields }).toString(), form);
    const header = basic(client_id, client_secret);
    assert.equal((await asForm(bySecret)).status, 200);
    assert.equal((await asForm({ ...bySecret, audience: "" })).status, 200);
    assert.equal((await ask({ grant_type }, header)).status, 200);
    assert.equal((await ask(`grant_type=${grant_type}`, { ...form, ...header })).status, 200);
    // A wrong one is refused, and so is one that is no text.
    assert.equal((await asForm({ ...bySecret, audience: "https://x.example" })).status, 500);
    assert.equal((await ask({ grant_type, audience: "https://x.example" }, header)).status, 500);
    assert.equal((await ask({ grant_type, audience: 5 }, header)).status, 500);
    // The secret has to be right all the same, and in JSON the audience has to be there.
    assert.equal((await ask({ grant_type }, basic(client_id, "wrong"))).status, 500);
    assert.equal((await ask({ ...bySecret, grant_type }, form)).status, 500);
    assert.equal((await ask({ ...bySecret, grant_type, audience: "" })).status, 500);
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
