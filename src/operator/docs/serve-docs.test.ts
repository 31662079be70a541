import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { fastify } from "fastify";
import type { Browser } from "playwright-core";
import { buildDocs } from "../../../scripts/build-docs.ts";
import { axeViolations } from "../../../test/harness/axe-violations.ts";
import { closeBrowser, openBrowser } from "../../../test/harness/browser.ts";
import { call } from "../../../test/harness/call.ts";
import { startTestService, type TestService } from "../../../test/harness/service.ts";
import { serveDocs } from "./serve-docs.ts";

describe("the documentation on the operator's listener", () => {
  let service: TestService;
  let browser: Browser;
  before(async () => {
    assert.notEqual(await buildDocs(), "no build packages");
    service = await startTestService();
    browser = await openBrowser();
  });
  after(async () => {
    await closeBrowser(browser);
    await service?.[Symbol.asyncDispose]();
  });
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

  test("finds a decision by its words, and asks nobody but this listener", async () => {
    const page = await browser.newPage();
    const requested: string[] = [];
    const troubles: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    page.on("console", (message) => troubles.push(message.text()));
    page.on("pageerror", (error) => troubles.push(error.message));
    await page.goto(`${service.operator}/docs/`);
    await page.getByLabel("Search the documentation").fill("waitlist promotion");
    const first = page.locator("#search-results a").first();
    await first.waitFor();
    await first.click();
    await page.waitForURL(/\/docs\/.+\.html/);
    assert.deepEqual(troubles, []);
    for (const url of requested) assert.ok(/^(data:|http:\/\/127\.0\.0\.1:)/.test(url), url);
    await page.close();
  });

  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds nothing: ${colorScheme}`, async () => {
      const context = await browser.newContext({ colorScheme });
      const page = await context.newPage();
      for (const path of ["", "operating.html", "operator-api.html"]) {
        await page.goto(`${service.operator}/docs/${path}`);
        assert.deepEqual(await axeViolations(page), [], path);
      }
      await context.close();
    });
  }

  test("fits a phone: nothing makes the page scroll sideways", async () => {
    const context = await browser.newContext({ viewport: { width: 360, height: 700 } });
    const page = await context.newPage();
    for (const path of ["", "operating.html", "performance.html", "operator-api.html"]) {
      await page.goto(`${service.operator}/docs/${path}`);
      assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 360, path);
    }
    await context.close();
  });
});
