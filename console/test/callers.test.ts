import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { catalogue, booking, withSlots } from "../../test/harness/seed.ts";
import { until } from "../../test/harness/until.ts";
import { assertAccessible } from "./assert-accessible.ts";
import { startConsoleUnderTest, type ConsoleUnderTest } from "./console-under-test.ts";

const run = promisify(execFile);
const data = [...catalogue, ...withSlots([booking("CUST-1"), booking("CUST-2")])];

/** Pastes lines into a shell, one after the other, as a person does. */
async function paste(...lines: string[]): Promise<string> {
  return (await run("bash", ["-c", lines.join("\n")])).stdout;
}

const copied = (page: Page, label: string) =>
  page.getByRole("group", { name: label, exact: true }).innerText();

describe("accounts and credentials in the console", () => {
  let shown: ConsoleUnderTest;
  before(async () => {
    shown = await startConsoleUnderTest([
      { name: { tenant: "full", environment: "uat" }, hosts: ["uat.full.example"], data },
    ]);
  });
  after(() => shown?.[Symbol.asyncDispose]());

  test("the account box says that the accounts load, and which one it has when they came", async () => {
    const page = await shown.signIn();
    const answers = Promise.withResolvers<void>();
    await page.route("**/operator/v1/accounts?*", async (route) => {
      await answers.promise;
      await route.continue();
    });
    await page.reload();
    const box = page.getByLabel("Account", { exact: true });
    await box.waitFor();
    assert.equal(await box.locator("option").innerText(), "Loading the accounts…");
    answers.resolve();
    await box
      .getByRole("option", { name: "full/uat", selected: true })
      .waitFor({ state: "attached" });
    await page.unroute("**/operator/v1/accounts?*");
    await page.close();
  });

  test("R54 R55 R56 an account and a credential are made, and what the page prints calls the service", async () => {
    const page = await shown.signIn({}, "/accounts");
    await page.getByRole("button", { name: "New account" }).click();
    const dialog = page.getByRole("dialog", { name: "New account" });
    await dialog.getByRole("button", { name: "Make the account" }).click();
    await dialog.getByText("Name at least one host").waitFor();
    await assertAccessible(page, "a new account, with faults");
    await dialog.getByLabel("Tenant").fill("acme");
    await dialog.getByLabel("API hosts").fill("https://api.acme.example/");
    await dialog.getByText("is no host name").waitFor();
    await dialog.getByLabel("API hosts").fill("api.acme.example, 127.0.0.1");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Hosts and endpoints" }).waitFor();
    await page.getByText("api.acme.example", { exact: true }).waitFor();
    await assertAccessible(page, "the account's page");

    await page.getByRole("link", { name: "Credentials", exact: true }).first().click();
    await page.getByText("No credential yet").waitFor();
    await page.getByRole("button", { name: "New credential" }).click();
    await page.getByRole("button", { name: "Make the credential" }).click();
    await page.getByRole("heading", { name: "Keep this secret now" }).waitFor();
    await assertAccessible(page, "a new secret");
    // It lasts: neither Escape nor a click beside it loses the secret.
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    const secret = await copied(page, "Client secret");
    assert.match(secret, /^bss_/);
    assert.equal(
      await copied(page, "The same on the command line"),
      "npx booking credential create acme/development",
    );

    // By its name, on the machine of the service, and by the address of this machine.
    assert.match(
      await copied(page, "Get a token"),
      /^ANSWER=\$\(curl -sS https:\/\/api\.acme\.example\/v1\/oauth:token/,
    );
    const choices = page.getByLabel("Call it at").getByRole("option");
    for (const words of [/as api\.acme\.example$/, /^http:\/\/127\.0\.0\.1:\d+$/]) {
      const option = choices.filter({ hasText: words }).first();
      await page.getByLabel("Call it at").selectOption(await option.innerText());
      const list = await copied(page, "List a contact's bookings");
      const token = await copied(page, "Get a token");
      await until(async () => (await paste(token, 'echo "$TOKEN"')).trim() !== "");
      const answer = await paste(token, list);
      assert.deepEqual(JSON.parse(answer), { page_number: 1, page_size: 100 });
    }
    await page.getByRole("button", { name: "I have kept the secret" }).click();
    await page.getByRole("region", { name: /^Client bsc_/ }).waitFor();
    assert.ok(!(await page.content()).includes(secret), "the secret stays on the page");
    await assertAccessible(page, "credentials");
    await page.context().close();
  });

  test("a client has a label, which is changed and taken away", async () => {
    const { clientId } = await shown.service.credential("uat.full.example");
    const page = await shown.signIn({}, "/at/full/uat/credentials");
    const card = page.getByRole("region", { name: `Client ${clientId}` });
    for (const [label, shownAs] of [
      ["<b>Web shop</b>", "<b>Web shop</b>"],
      ["", clientId],
    ] as const) {
      await card.getByRole("button", { name: `Label ${clientId}` }).click();
      await page.getByLabel("Label (optional)").fill(label);
      await assertAccessible(page, "labelling");
      await page.getByRole("button", { name: "Save the label" }).click();
      await card.getByRole("heading", { name: shownAs }).waitFor();
    }
    await page.context().close();
  });

  test("R89 a secret is rotated with an overlap, and its client revoked by typing its id", async () => {
    const { clientId, clientSecret, audience } = await shown.service.credential("uat.full.example");
    const page = await shown.signIn({}, "/at/full/uat/credentials");
    const card = page.getByRole("region", { name: `Client ${clientId}` });
    await card.getByRole("button", { name: `Rotate ${clientId}` }).click();
    await page.getByLabel("For how long").selectOption("a week");
    await assertAccessible(page, "rotating");
    await page.getByRole("button", { name: "Make a new secret" }).click();
    const fresh = await copied(page, "Client secret");
    assert.equal(
      await copied(page, "The same on the command line"),
      `npx booking credential rotate ${clientId} --overlap 7d`,
    );
    await page.getByRole("button", { name: "I have kept the secret" }).click();
    await card.getByText("two live secrets").waitFor();
    await card.getByText(/^ends in (6|7) days$/).waitFor();
    const token = (secret: string) =>
      shown.service.call({
        method: "POST",
        path: "/v1/oauth:token",
        body: {
          client_id: clientId,
          client_secret: secret,
          audience,
          grant_type: "client_credentials",
        },
      });
    assert.equal((await token(clientSecret)).status, 200);
    await until(async () => (await token(fresh)).status === 200, { everyMs: 100 });

    // A third one only at once.
    await card.getByRole("button", { name: `Rotate ${clientId}` }).click();
    await page.getByText("Two secrets are live already").waitFor();
    assert.equal(await page.getByLabel("It goes on for a while").isDisabled(), true);
    await page.getByRole("button", { name: "Leave it as it is" }).click();

    await card.getByRole("button", { name: `Revoke ${clientId}` }).click();
    const asked = page.getByRole("dialog", { name: "Revoke this credential?" });
    await asked.getByRole("button", { name: "Revoke it" }).click();
    await asked.getByText("letter by letter").waitFor();
    await assertAccessible(page, "revoking");
    await asked.getByLabel("Type the client id to confirm").fill(clientId);
    await page.keyboard.press("Enter");
    await page.getByText("No live credential").waitFor();
    await until(async () => (await token(fresh)).status === 500, { everyMs: 100 });
    await page.context().close();
  });

  test("R91 endpoints and hosts are switched with their consequences said", async () => {
    const page = await shown.signIn({}, "/at/full/uat/account");
    const list = "List a contact's bookings";
    await page.getByRole("button", { name: `Switch off: ${list}` }).click();
    const asked = page.getByRole("dialog", { name: `Switch off: ${list}?` });
    await asked.getByText("their customers see no bookings").waitFor();
    await assertAccessible(page, "switching off");
    await asked.getByRole("button", { name: "Switch it off" }).click();
    await page.getByRole("button", { name: `Switch on: ${list}` }).click();
    await page.getByRole("button", { name: `Switch off: ${list}` }).waitFor();

    await page.getByLabel("Another host").fill("Second.Full.Example:443");
    await page.keyboard.press("Enter");
    await page.getByText("second.full.example", { exact: true }).waitFor();
    await page.getByLabel("Another host").fill("api.acme.example");
    await page.keyboard.press("Enter");
    await page.getByText("The host belongs to another account already.").waitFor();
    await page.getByRole("button", { name: "Remove second.full.example" }).click();
    await page.getByRole("button", { name: "Remove the host" }).click();
    await page.getByRole("button", { name: "Remove uat.full.example" }).click();
    await page.getByText("It is the only host of this account").waitFor();
    await page.keyboard.press("Escape");
    await page.context().close();
  });

  test("an account is closed by typing its name; its clients are named by their labels", async () => {
    const page = await shown.signIn({}, "/at/full/uat/credentials");
    await page.getByRole("button", { name: "New credential" }).click();
    await page.getByLabel("Label (optional)").fill("Till");
    await page.getByRole("button", { name: "Make the credential" }).click();
    assert.equal(
      await copied(page, "The same on the command line"),
      "npx booking credential create full/uat --label 'Till'",
    );
    await page.getByRole("button", { name: "I have kept the secret" }).click();
    await page.getByRole("heading", { name: "Till" }).waitFor();

    await page.goto(`${shown.url}/at/full/uat/account`);
    await page.getByRole("button", { name: "Close the account" }).click();
    const asked = page.getByRole("dialog", { name: "Close full/uat?" });
    await asked.getByText("One client: Till").waitFor();
    await asked.getByRole("button", { name: "Close it" }).click();
    await asked.getByText("letter by letter").waitFor();
    await assertAccessible(page, "closing an account");
    await asked.getByLabel("Type the account to confirm").fill("full/uat");
    await page.keyboard.press("Enter");
    await page.getByText("No host yet").waitFor();
    await page.goto(`${shown.url}/at/full/uat/credentials`);
    await page.getByText("No live credential").waitFor();
    await page.context().close();
  });

  test("the browser had nothing to complain about", () => assert.deepEqual(shown.troubles, []));
});
