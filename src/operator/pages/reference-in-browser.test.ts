import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { buildConsole } from "../../../scripts/build-console.ts";
import { axeViolations } from "../../../test/harness/axe-violations.ts";
import { closeBrowser, openBrowser } from "../../../test/harness/browser.ts";
import { startTestService, type TestService } from "../../../test/harness/service.ts";

const wide = { width: 1440, height: 1000 };
const phone = { width: 360, height: 740 };

describe("the reference in a browser", () => {
  let service: TestService;
  let browser: Browser;
  before(async () => {
    assert.notEqual(await buildConsole(), "no build packages");
    service = await startTestService();
    browser = await openBrowser();
  });
  after(async () => {
    await closeBrowser(browser);
    await service?.[Symbol.asyncDispose]();
  });

  async function open(options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await page.goto(`${service.operator}/reference`);
    return page;
  }

  test("loads from this listener alone, and breaks no rule of its policy", async () => {
    const page = await browser.newPage();
    const requested: string[] = [];
    const troubles: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    page.on("console", (message) => troubles.push(message.text()));
    page.on("pageerror", (error) => troubles.push(error.message));
    await page.goto(`${service.operator}/reference`);
    assert.deepEqual(
      requested.filter((url) => !url.startsWith("data:")).toSorted(),
      ["", "/copy.js", "/style.css", "/tabs.js"].map(
        (path) => `${service.operator}/reference${path}`,
      ),
    );
    assert.deepEqual(troubles, []);
    await page.close();
  });

  for (const [name, viewport] of Object.entries({ wide, phone })) {
    for (const colorScheme of ["light", "dark"] as const) {
      test(`axe finds nothing: ${name}, ${colorScheme}`, async () => {
        const page = await open({ viewport, colorScheme });
        // The folded parts of the page are checked too.
        await page.evaluate("document.querySelectorAll('details').forEach((d) => (d.open = true))");
        assert.deepEqual(await axeViolations(page), []);
        await page.context().close();
      });
    }
  }

  test("fits a phone: nothing makes the page scroll sideways", async () => {
    for (const width of [320, 360, 768]) {
      const page = await open({ viewport: { width, height: 700 } });
      await page.evaluate("document.querySelectorAll('details').forEach((d) => (d.open = true))");
      assert.equal(await page.evaluate("document.documentElement.scrollWidth"), width);
      await page.context().close();
    }
  });

  test("can be read without its script", async () => {
    const page = await open({ javaScriptEnabled: false });
    const text = await page.locator("main").innerText();
    for (const said of [
      "/v1/interactions:cancelInteractionBooking",
      "curl -s 'https://{base_url}/v1/oauth:token'",
      "A second cancel is a 400",
      "slot_duration_in_minutes",
      "Idempotency-Key",
    ]) {
      assert.ok(text.includes(said), said);
    }
    assert.equal(await page.locator("button").count(), 0);
    await page.context().close();
  });

  test("shows a call in the language that the reader chose last", async () => {
    const page = await open({});
    const tabs = page.getByRole("tablist", { name: "Language of the call" });
    assert.equal(await tabs.count(), 3);
    const shown = page.locator("#requestToken ~ .samples figure:visible");
    assert.match(await shown.innerText(), /curl -s/);
    await tabs.first().getByRole("tab", { name: "curl" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.match(await shown.innerText(), /urllib\.request/);
    for (const selected of await page.getByRole("tab", { selected: true }).all()) {
      assert.equal(await selected.innerText(), "Python");
    }
    await page.reload();
    assert.match(await shown.innerText(), /urllib\.request/);
    await page.context().close();
  });

  test("can be used from the keyboard: past the contents, and copying a call", async () => {
    const page = await open({});
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate("document.activeElement.textContent"), "Skip to the content");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate("document.activeElement.id"), "content");
    const first = page.locator("figure.code").first();
    for (let presses = 0; presses < 10; presses += 1) {
      await page.keyboard.press("Tab");
      if (await first.locator("button:focus").count()) break;
    }
    await page.keyboard.press("Enter");
    await first.getByText("Copied").waitFor();
    await page.context().close();
  });
});
