import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { closeBrowser, openBrowser } from "../../test/harness/browser.ts";
import { startPageUnderTest, type PageUnderTest } from "./page-under-test.ts";

type PageOptions = Parameters<typeof startPageUnderTest>[0] & object;

/** The account page with its service, and a browser whose traffic is watched. */
export interface PageInBrowser extends AsyncDisposable {
  readonly shop: PageUnderTest;
  readonly browser: Browser;
  /** Signs in as a customer, by the name that `page-under-test.ts` gives them. */
  signIn(key: string, options?: BrowserContextOptions): Promise<Page>;
  /** No byte that the page sent so far holds the secret, a token or the client. */
  assertNoSecretSent(): void;
  /** Browsers asked this page alone so far, and complained about nothing but statuses. */
  assertNoTrouble(): void;
}

/** The same for the tests of a suite, from its first to its last. */
export function pageInBrowserOfSuite(options: PageOptions = {}): PageInBrowser {
  let started: PageInBrowser | undefined;
  const visit = {} as PageInBrowser;
  before(async () => {
    started = await startPageInBrowser(options);
    Object.assign(visit, started);
  });
  after(() => started?.[Symbol.asyncDispose]());
  return visit;
}

async function startPageInBrowser(options: PageOptions): Promise<PageInBrowser> {
  await using opened = new AsyncDisposableStack();
  const shop = opened.use(await startPageUnderTest(options));
  const browser = await openBrowser();
  opened.defer(() => closeBrowser(browser));
  const troubles: string[] = [];
  const visited = new Set<string>();
  const all = opened.move();
  return {
    shop,
    browser,
    signIn: async (key, own = {}) => {
      const context = await browser.newContext({ locale: "en-GB", ...own });
      context.setDefaultTimeout(60_000);
      const page = await context.newPage();
      page.on("request", (request) => visited.add(new URL(request.url()).origin));
      page.on("console", (message) => troubles.push(message.text()));
      page.on("pageerror", (error) => troubles.push(error.message));
      await page.goto(shop.url);
      await page.getByRole("button", { name: `Customer ${key}` }).click();
      await page.waitForURL(`${shop.url}/bookings`);
      return page;
    },
    assertNoSecretSent: () => {
      const sent = shop.proxy.sent();
      assert.ok(sent.includes("Your bookings") && sent.includes("shop-ada"), "the scan sees pages");
      const secrets = shop.secrets();
      assert.ok(secrets.length >= 3, "there is a token to look for");
      for (const secret of secrets) assert.ok(!sent.includes(secret), "a secret was sent");
      assert.doesNotMatch(sent, /access_token|client_secret|Bearer/i);
    },
    assertNoTrouble: () => {
      assert.deepEqual([...visited], [shop.url]);
      // A browser reports 404 and 503 as errors, which these tests expect.
      const others = troubles.filter(
        (text) => !text.startsWith("Failed to load resource: the server"),
      );
      assert.deepEqual(others, []);
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
