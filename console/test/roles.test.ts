import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { catalogue } from "../../test/harness/seed.ts";
import { acme } from "../../test/harness/service.ts";
import { assertAccessible } from "./assert-accessible.ts";
import { startConsoleUnderTest, type ConsoleUnderTest } from "./console-under-test.ts";

const at = "/at/acme/production";

/** What changes something, page by page: who may do it sees its button, and nobody else. */
const buttons = [
  { path: "/accounts", button: "New account", everywhere: true },
  { path: `${at}/account`, button: "Add", everywhere: true },
  { path: `${at}/account`, button: "Remove api.acme.example", everywhere: true },
  { path: `${at}/account`, button: "Switch off: Cancel a booking", everywhere: false },
  { path: `${at}/credentials`, button: "New credential", everywhere: false },
  { path: `${at}/credentials`, button: /^Rotate bsc_/, everywhere: false },
  { path: `${at}/credentials`, button: /^Revoke bsc_/, everywhere: false },
  { path: "/operators", button: "New operator", everywhere: true },
  { path: `${at}/bookings`, button: "Book for a contact", everywhere: false, agent: true },
] as const;

const who = [
  { role: "admin", everywhere: true },
  { role: "admin", everywhere: false },
  { role: "agent", everywhere: true },
  { role: "staff", everywhere: true },
  { role: "viewer", everywhere: true },
  { role: "viewer", everywhere: false },
] as const;

describe("roles in the console", () => {
  let shown: ConsoleUnderTest;
  before(async () => {
    const other = { name: { tenant: "other", environment: "uat" }, hosts: ["other.example"] };
    shown = await startConsoleUnderTest([
      { name: acme, hosts: ["api.acme.example"], data: catalogue },
      other as typeof other & { name: typeof acme },
    ]);
    await shown.service.credential();
  });
  after(() => shown?.[Symbol.asyncDispose]());

  for (const { role, everywhere } of who) {
    const words = `${role} of ${everywhere ? "all accounts" : "one account"}`;
    test(`P28 a ${words} sees the buttons that he may press, and no others`, async () => {
      const page = await shown.signIn({ role, ...(!everywhere && { accounts: [acme] }) });
      await page.getByText(role, { exact: true }).waitFor();
      for (const { path, button, everywhere: needsAll, ...of } of buttons) {
        await goTo(page, path);
        const isHigh = role === "admin" || (role === "agent" && "agent" in of);
        const may = isHigh && (everywhere || !needsAll);
        const found = page.getByRole("button", { name: button, exact: true });
        if (may) await found.waitFor();
        assert.equal(await found.count(), may ? 1 : 0, `${path}: ${String(button)}`);
        if (path === `${at}/credentials`) await page.getByText(/^bss_/).waitFor();
      }
      const offered = page.getByLabel("Account", { exact: true }).getByRole("option");
      await offered.filter({ hasText: "acme/production" }).waitFor({ state: "attached" });
      const names = await offered.allInnerTexts();
      assert.equal(names.includes("other/uat"), everywhere);
      const operators = await page.getByRole("link", { name: "Operators" }).count();
      assert.equal(operators, role === "admin" && everywhere ? 1 : 0);
      if (!everywhere) {
        await page.goto("/at/other/uat/account");
        await page.getByText("There is no such account.").waitFor();
        await assertAccessible(page, "an account that is not there");
      }
      await page.context().close();
    });
  }

  test("an admin of all ends anybody's session, others see and end their own", async () => {
    const theirs = await shown.signIn({ role: "viewer" }, "/sessions");
    const rows = theirs.getByRole("table", { name: "Sessions" }).getByRole("row");
    await rows.nth(1).getByText("this browser").waitFor();
    assert.equal(await rows.count(), 2);
    const name = await rows.nth(1).locator("strong").innerText();
    const page = await shown.signIn({}, "/sessions");
    await page.getByText("These are the sessions of all operators.").waitFor();
    await assertAccessible(page, "sessions");
    await page
      .getByRole("button", { name: new RegExp(`^End the session of ${name} since [A-Z]`) })
      .click();
    await page.getByText("The session has ended.").waitFor();
    await seesItsEnd(theirs, "Audit log");
    await theirs.context().close();
    await page.context().close();
  });

  test("an operator is made, signs in with the key that was shown, and is revoked", async () => {
    const page = await shown.signIn({}, "/operators");
    await page.getByRole("button", { name: "New operator" }).click();
    await page.getByRole("button", { name: "Make the operator" }).click();
    await page.getByText("Choose at least one, or all.").waitFor();
    await assertAccessible(page, "a new operator, with faults");
    await page.getByLabel("Name").fill("door-1");
    await page.getByLabel("staff", { exact: true }).check();
    await page.getByRole("checkbox", { name: "acme/production" }).check();
    await page.getByRole("button", { name: "Make the operator" }).click();
    const key = await page.getByRole("group", { name: "Operator key" }).innerText();
    await page
      .getByText("npx booking operator create door-1 --role staff --account acme/production")
      .waitFor();
    await assertAccessible(page, "a new key");
    await page.getByRole("button", { name: "I have kept the key" }).click();
    await page.getByRole("row", { name: /door-1/ }).waitFor();
    await assertAccessible(page, "operators");

    const door = await shown.open();
    await door.getByLabel("Operator key").fill(key);
    await door.getByRole("button", { name: "Sign in" }).click();
    await door.getByText("door-1").waitFor();

    await page.getByRole("button", { name: "Change the rights of door-1" }).click();
    const dialog = page.getByRole("dialog", { name: "Change the rights of door-1" });
    assert.equal(await dialog.getByLabel("staff", { exact: true }).isChecked(), true);
    assert.equal(await dialog.getByRole("checkbox", { name: "acme/production" }).isChecked(), true);
    await assertAccessible(page, "the rights of an operator");
    await dialog.getByLabel("viewer", { exact: true }).check();
    await dialog.getByLabel("All, also those to come").check();
    await dialog.getByRole("button", { name: "Change the rights" }).click();
    await page.getByText("The rights of door-1 are changed.").waitFor();
    await page.getByRole("row", { name: /door-1.*viewer.*all/ }).waitFor();

    await page.getByRole("button", { name: "New operator" }).click();
    const name = page.getByLabel("Name");
    await name.fill("door-1");
    await page.getByLabel("All, also those to come").check();
    await page.getByRole("button", { name: "Make the operator" }).click();
    const fault = page.getByRole("dialog").getByRole("alert");
    await fault.waitFor();
    const described = (await name.getAttribute("aria-describedby")) ?? "";
    assert.ok(described.split(" ").includes((await fault.getAttribute("id")) ?? "none"));
    await page.locator("input[name=name]:focus[aria-invalid=true]").waitFor();
    await assertAccessible(page, "a name that the service refuses");
    await name.fill("door-2");
    await fault.waitFor({ state: "detached" });
    await page.getByLabel("Only this", { exact: true }).check();
    await page.getByRole("button", { name: "Make the operator" }).click();
    await page.getByText("Choose at least one.").waitFor();
    await page.getByRole("checkbox", { name: /^book / }).check();
    await page.getByLabel("Only these campaigns").fill("pk_summer, pk_winter");
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel("The key ends on").fill(day);
    await assertAccessible(page, "an operator with scopes");
    await page.getByRole("button", { name: "Make the operator" }).click();
    const flags = `--scope book --interaction pk_summer --interaction pk_winter --expires ${day}T00:00:00Z`;
    await page.getByText(`npx booking operator create door-2 ${flags}`).waitFor();
    await page.getByRole("button", { name: "I have kept the key" }).click();
    const limited = page.getByRole("row", { name: /door-2/ });
    await limited.getByText("pk_summer, pk_winter").waitFor();
    await limited.getByText("soon").waitFor();

    await page.getByRole("button", { name: "Revoke door-1" }).click();
    await page.getByLabel("Type the name to confirm").fill("door-1");
    await page.keyboard.press("Enter");
    await page.getByText("Revoked (1)").waitFor();
    await seesItsEnd(door, "Accounts");
    await page.context().close();
    await door.context().close();
  });

  test("a new page has its title, its heading has the focus, and the keyboard gets everywhere", async () => {
    const page = await shown.signIn();
    await page
      .locator(":focus")
      .filter({ hasText: /^Overview$/ })
      .waitFor({ state: "attached" });
    await page.reload();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "To the page");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Audit log" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Audit log" }).waitFor();
    await page.locator("h1:focus").waitFor({ state: "attached" });
    assert.equal(await focused(page), "Audit log");
    assert.equal(await page.title(), "Audit log · Booking console");
    await page.goto("/audit/no/such/page");
    await page.getByRole("heading", { name: "There is no such page" }).waitFor();
    await assertAccessible(page, "no such page");
    await page.context().close();
  });

  test("on a telephone the menu opens, leads on and closes", async () => {
    const page = await shown.signIn({}, "/", {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    assert.equal(await page.getByRole("link", { name: "Audit log" }).count(), 0);
    await page.getByRole("button", { name: "Menu" }).tap();
    await assertAccessible(page, "the open menu");
    await page.getByLabel("Appearance").selectOption("dark");
    assert.equal(await page.getAttribute("html", "data-theme"), "dark");
    await page.getByRole("link", { name: "Audit log" }).tap();
    await page.getByRole("heading", { name: "Audit log" }).waitFor();
    assert.equal(await page.getByRole("link", { name: "Audit log" }).count(), 0);
    await page.context().close();
  });

  test("the browser had nothing to complain about", () => assert.deepEqual(shown.troubles, []));
});

/** By the address, as somebody who was sent a link; everything that the page asks for is there. */
async function goTo(page: Page, path: string): Promise<void> {
  if (new URL(page.url()).pathname !== path) await page.goto(path);
  await page.locator("#main h1").waitFor();
  await page.locator(".skeleton").first().waitFor({ state: "detached" });
}

/** A page whose session has ended says so at its next request: that of this link, or an earlier one of its own. */
async function seesItsEnd(page: Page, link: string): Promise<void> {
  const clicked = page.getByRole("link", { name: link, exact: true }).click();
  clicked.catch(() => {});
  await page.getByText("Your session has ended").waitFor();
}

function focused(page: Page): Promise<unknown> {
  return page.evaluate("document.activeElement.innerText");
}
