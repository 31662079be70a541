import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { buildDocs } from "../../../scripts/build-docs.ts";
import { axeViolations } from "../../../test/harness/axe-violations.ts";
import { closeBrowser, openBrowser } from "../../../test/harness/browser.ts";
import { startTestService, type TestService } from "../../../test/harness/service.ts";

describe("the documentation in a browser", () => {
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
