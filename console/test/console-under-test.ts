import assert from "node:assert/strict";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { buildConsole } from "../../scripts/build-console.ts";
import type { AccountName } from "../../src/domain/account.ts";
import type { OperatorRole } from "../../src/domain/operator.ts";
import { closeBrowser, openBrowser } from "../../test/harness/browser.ts";
import { openDesk } from "../../test/harness/operator-api.ts";
import {
  startTestService,
  type TestAccount,
  type TestService,
} from "../../test/harness/service.ts";

/** The built console on a real service of its own, in a real browser. */
export interface ConsoleUnderTest extends AsyncDisposable {
  readonly service: TestService;
  /** Where the browser finds it, without a slash at the end. */
  readonly url: string;
  readonly browser: Browser;
  /** A page in a context of its own, watched for trouble; at the sign-in page unless told otherwise. */
  open(path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** The same, signed in over the sign-in page with a new key, and then at `path`. */
  signIn(who?: Who, path?: string, options?: BrowserContextOptions): Promise<Page>;
  /**
   * What the browser complained about on any page, which a test ends by finding empty: errors of
   * scripts, breaches of the content security policy, requests to elsewhere, faults of the service.
   */
  readonly troubles: readonly string[];
}

interface Who {
  readonly role?: OperatorRole;
  /** All accounts unless some are named. */
  readonly accounts?: readonly AccountName[];
}

/** How long something that should happen may take on a machine that is busy. */
const patienceMs = 60_000;

/** Builds the console where its sources have changed, and starts all of it. */
export async function startConsoleUnderTest(
  accounts?: readonly TestAccount[],
  environment?: Record<string, string>,
): Promise<ConsoleUnderTest> {
  assert.notEqual(await buildConsole(), "no build packages");
  await using opened = new AsyncDisposableStack();
  const service = opened.use(await startTestService(accounts, environment));
  const browser = await openBrowser();
  opened.defer(() => closeBrowser(browser));
  const troubles: string[] = [];
  const self: ConsoleUnderTest = {
    service,
    url: service.operator,
    browser,
    troubles,
    open: async (path = "/sign-in", options = {}) => {
      const context = await browser.newContext({
        baseURL: service.operator,
        locale: "en-GB",
        viewport: { width: 1440, height: 900 },
        ...options,
      });
      context.setDefaultTimeout(patienceMs);
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      context.on("page", (page) => watch(page, service.operator, troubles));
      const page = await context.newPage();
      await page.goto(path);
      return page;
    },
    signIn: async ({ role = "admin", accounts: named = null } = {}, path = "/", options = {}) => {
      const { key } = await openDesk(service, role, named);
      const from = path === "/" ? "" : `?${new URLSearchParams({ from: path }).toString()}`;
      const page = await self.open(`/sign-in${from}`, options);
      await page.getByLabel("Operator key").fill(key);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.locator("#main").waitFor();
      return page;
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
  const all = opened.move();
  return self;
}

function watch(page: Page, origin: string, troubles: string[]): void {
  page.on("pageerror", (error) => troubles.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    // The browser tells of every refusal; whether a refusal was right, the page's words show.
    if (/^Failed to load resource: .* status of 4\d\d/.test(message.text())) return;
    troubles.push(`${page.url()}: ${message.text()}`);
  });
  page.on("request", (request) => {
    const { protocol, origin: its } = new URL(request.url());
    if (protocol.startsWith("http") && its !== origin) troubles.push(`asked ${request.url()}`);
  });
}
