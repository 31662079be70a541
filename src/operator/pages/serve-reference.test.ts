import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { fastify } from "fastify";
import { buildConsole } from "../../../scripts/build-console.ts";
import { call } from "../../../test/harness/call.ts";
import { committedDocument } from "../../../test/harness/documented-answers.ts";
import { startTestService, type TestService } from "../../../test/harness/service.ts";
import { serveReference } from "./serve-pages.ts";

describe("the reference on the operator's listener", () => {
  let service: TestService;
  before(async () => {
    assert.notEqual(await buildConsole(), "no build packages");
    service = await startTestService();
  });
  after(() => service[Symbol.asyncDispose]());

  const ask = (path: string, method = "GET") =>
    call(service.operator, { path, method, host: "localhost" });

  test("is the committed document as JSON, and a page for people", async () => {
    const document = await ask("/openapi.json");
    assert.equal(document.status, 200);
    assert.match(document.headers["content-type"] ?? "", /^application\/json\b/);
    assert.equal(document.text, readFileSync(committedDocument, "utf8"));
    const page = await ask("/reference");
    assert.equal(page.status, 200);
    assert.match(page.headers["content-type"] ?? "", /^text\/html; charset=utf-8$/);
    assert.equal((await ask("/reference/")).text, page.text);
  });

  test("forbids every script and style that this listener does not serve itself", async () => {
    for (const path of [
      "/reference",
      "/reference/style.css",
      "/reference/copy.js",
      "/reference/tabs.js",
    ]) {
      const { headers } = await ask(path);
      const policy = String(headers["content-security-policy"]);
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
      assert.doesNotMatch(policy, /unsafe|\*|http/);
      assert.equal(headers["x-content-type-options"], "nosniff");
    }
  });

  test("says how it is built, where it is not", async () => {
    const server = fastify();
    serveReference(server, "/nowhere");
    const page = await server.inject("/reference");
    assert.equal(page.statusCode, 404);
    assert.match(page.body, /npm run console:build/);
    assert.equal((await server.inject("/openapi.json")).statusCode, 200);
  });

  test("R7 is not served to callers", async () => {
    for (const path of ["/openapi.json", "/reference", "/v1/openapi.json"]) {
      assert.equal((await service.call({ path })).status, 404);
    }
  });
});
