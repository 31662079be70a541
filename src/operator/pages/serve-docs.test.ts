import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { fastify } from "fastify";
import { buildDocs } from "../../../scripts/build-docs.ts";
import { call } from "../../../test/harness/call.ts";
import { startTestService, type TestService } from "../../../test/harness/service.ts";
import { serveDocs } from "./serve-pages.ts";

describe("the documentation on the operator's listener", () => {
  let service: TestService;
  before(async () => {
    assert.notEqual(await buildDocs(), "no build packages");
    service = await startTestService();
  });
  after(() => service[Symbol.asyncDispose]());
  const ask = (path: string) => call(service.operator, { path, host: "localhost" });

  test("has pages, their folders and their files, each with its type", async () => {
    const page = /^text\/html; charset=utf-8$/;
    for (const [path, type] of [
      ["/docs/", page],
      ["/docs/calling.html", page],
      ["/docs/decisions/", page],
      ["/docs/search.js", /^text\/javascript/],
      ["/docs/site.css", /^text\/css/],
      ["/docs/search-index.json", /^application\/json/],
      ["/docs/growth.svg", /^image\/svg/],
    ] as const) {
      const { status, headers } = await ask(path);
      assert.equal(status, 200, path);
      assert.match(headers["content-type"] ?? "", type);
      assert.doesNotMatch(String(headers["content-security-policy"]), /unsafe|\*|http/);
    }
    const bare = await ask("/docs");
    assert.equal(bare.status, 308);
    assert.equal(bare.headers["location"], "/docs/");
  });

  test("serves no other file of the program", async () => {
    for (const path of [
      "/docs/../package.json",
      "/docs/..%2f..%2fpackage.json",
      "/docs/%2e%2e/%2e%2e/package.json",
      "/docs/.made-of",
      "/docs/gone.html",
      "/docs/index.html/gone.html",
      `/docs/${"a/".repeat(4000)}`,
      `/docs/${"a".repeat(5000)}.html`,
    ]) {
      const { status, text } = await ask(path);
      assert.equal(status, 404, path);
      assert.doesNotMatch(text, /"name"/);
    }
  });

  test("says how it is built, where it is not", async () => {
    const server = fastify();
    serveDocs(server, "nowhere");
    const page = await server.inject("/docs/");
    assert.equal(page.statusCode, 404);
    assert.match(page.body, /npm run docs:build/);
  });

  test("R7 is not served to callers", async () => {
    for (const path of ["/docs", "/docs/", "/docs/calling.html"]) {
      assert.equal((await service.call({ path })).status, 404);
    }
  });
});
