import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { runCommandHere } from "../../test/harness/command-here.ts";
import { assertAccessible } from "./assert-accessible.ts";
import { startConsoleUnderTest, type ConsoleUnderTest } from "./console-under-test.ts";

describe("P28 signing in to the console", () => {
  let shown: ConsoleUnderTest;
  before(async () => {
    shown = await startConsoleUnderTest([], { RATE_LIMIT_OPERATOR_FAILED_PER_MINUTE: "20" });
  });
  after(() => shown?.[Symbol.asyncDispose]());

  test("the link of the first run leads in, tells the key once and leaves no trace", async () => {
    const link = new URL((await shown.service.signInLink(false)) ?? "");
    const page = await shown.open(`${link.pathname}${link.hash}`);
    await page.getByRole("heading", { name: "Welcome" }).waitFor();
    assert.equal(page.url(), `${shown.url}/sign-in`);
    await assertAccessible(page, "welcome");
    const key = await page.getByRole("group", { name: "Operator key" }).innerText();
    assert.match(key, /^bsk_/);
    await page.getByRole("button", { name: "Copy Operator key" }).click();
    await page.getByText("Copied.").waitFor();
    assert.equal(await page.evaluate("navigator.clipboard.readText()"), key);
    await page.getByRole("button", { name: "I have kept it, go on" }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.getByText("Nothing is here yet").waitFor();
    await assertAccessible(page, "an empty installation");

    // The key is the way back in; the link is none any more.
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Operator key").fill(` ${key}\n`);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.goto("about:blank");
    await page.goto(`${link.pathname}${link.hash}`);
    await page.getByRole("alert").getByText("A sign-in link works once").waitFor();
    assert.equal(page.url(), `${shown.url}/sign-in`);
    await page.context().close();
  });

  test("a wrong key is told in words, and the page that was asked for comes afterwards", async () => {
    const page = await shown.open("/audit?actor=jo");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    assert.equal(await page.title(), "Sign in · Booking console");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Paste your key here").waitFor();
    await page.getByLabel("Operator key").fill("bsk_wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("This key is not good").waitFor();
    await assertAccessible(page, "a wrong key");
    const words = ["operator", "create", "back", "--role", "viewer", "--json"];
    const { key } = (await runCommandHere(shown.service.databaseUrl, words)).json;
    await page.getByLabel("Operator key").fill(key);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Audit log" }).waitFor();
    assert.equal(page.url(), `${shown.url}/audit?actor=jo`);
    await page.context().close();
  });

  test("a session that ended leads to the sign-in page, and back", async () => {
    const page = await shown.signIn({}, "/accounts");
    await page.getByRole("heading", { name: "Accounts", exact: true }).waitFor();
    // What a restart of the service, or twelve hours, do.
    await page.context().clearCookies();
    await page.getByRole("link", { name: "Audit log" }).click();
    await page.getByText("Your session has ended").waitFor();
    await assertAccessible(page, "an ended session");
    const words = ["operator", "create", "again", "--role", "admin", "--json"];
    const { key } = (await runCommandHere(shown.service.databaseUrl, words)).json;
    await page.getByLabel("Operator key").fill(key);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Audit log" }).waitFor();
    await page.context().close();
  });

  test("another window that signs in as somebody else is noticed before anything is changed", async () => {
    const page = await shown.signIn({}, "/accounts");
    await page.getByRole("button", { name: "New account" }).click();
    await page.getByLabel("Tenant").fill("acme");
    await page.getByLabel("API hosts").fill("api.acme.example");
    const words = ["operator", "create", "other-window", "--role", "admin", "--json"];
    const { key } = (await runCommandHere(shown.service.databaseUrl, words)).json;
    const other = await page.context().newPage();
    await other.goto("/sign-in");
    await other.getByLabel("Operator key").fill(key);
    await other.getByRole("button", { name: "Sign in" }).click();
    await other.getByRole("heading", { name: "Overview" }).waitFor();
    await page.getByRole("button", { name: "Make the account" }).click();
    await page.getByText("Another window has signed in as other-window").waitFor();
    assert.deepEqual(await shown.service.store.accounts.list(), []);
    await page.context().close();
  });

  test("a browser that names its language in a way it does not understand shows every page", async () => {
    const page = await shown.open();
    // As Chromium does on a machine with LANG=C.UTF-8.
    await page.context().addInitScript(`Object.defineProperty(Navigator.prototype, "language",
      { get: () => "en-US@posix" })`);
    const words = ["operator", "create", "posix", "--role", "viewer", "--json"];
    const { key } = (await runCommandHere(shown.service.databaseUrl, words)).json;
    await page.reload();
    assert.equal(
      await page.evaluate("Navigator.prototype.__lookupGetter__('language')()"),
      "en-US@posix",
    );
    await page.getByLabel("Operator key").fill(key);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.getByText("Nothing is here yet").waitFor();
    await page.context().close();
  });

  test("too many wrong keys: the page says how long to wait", async () => {
    const page = await shown.open();
    // Wrong keys of the tests before may have begun a window that ends among these.
    await page.evaluate(`(async () => {
      const guess = { method: "POST", headers: { "content-type": "application/json" },
        body: '{"key":"bsk_guess"}' };
      while ((await fetch("/operator/v1/session", guess)).status !== 429);
    })()`);
    await page.getByLabel("Operator key").fill("bsk_wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Too many wrong keys came from this address").waitFor();
    await page.getByText(/Possible again in \d+ s/).waitFor();
    assert.equal(await page.getByRole("button", { name: "Sign in" }).isDisabled(), true);
    await page.context().close();
  });

  test("the browser had nothing to complain about", () => assert.deepEqual(shown.troubles, []));
});
