import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openReceiver, type Receiver } from "../../test/harness/webhook-receiver.ts";
import { until } from "../../test/harness/until.ts";
import { assertAccessible } from "./assert-accessible.ts";
import { startConsoleUnderTest, type ConsoleUnderTest } from "./console-under-test.ts";

describe("webhooks in the console", () => {
  let shown: ConsoleUnderTest;
  let receiver: Receiver;
  before(async () => {
    receiver = await openReceiver();
    shown = await startConsoleUnderTest(undefined, {
      WEBHOOK_SECRET_KEY: Buffer.alloc(32, 1).toString("base64"),
      WEBHOOK_NETWORKS: "127.0.0.0/8",
      WEBHOOK_ALLOW_HTTP: "true",
    });
  });
  after(async () => {
    await shown?.[Symbol.asyncDispose]();
    await receiver?.[Symbol.asyncDispose]();
  });

  test("a webhook is made, tried, given up, paused and removed", async () => {
    const page = await shown.signIn({}, "/at/acme/production/webhooks");
    await page.getByText("No webhook yet").waitFor();
    await page.getByRole("button", { name: "New webhook" }).click();
    await page.getByLabel("Address").fill("crm.example");
    await page.getByRole("button", { name: "Make the webhook" }).click();
    await page.getByText("Write a whole address").waitFor();
    await assertAccessible(page, "a new webhook, with a fault");
    await page.getByLabel("Address").fill("ftp://crm.example");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("“Address” must be an http").waitFor();
    assert.equal(await page.getByText("The request is malformed").count(), 0);
    await page.getByLabel("Address").fill(receiver.url);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Keep this secret now" }).waitFor();
    receiver.secret = await page.getByRole("group", { name: "Secret", exact: true }).innerText();
    assert.match(receiver.secret, /^whsec_/);
    await page.getByRole("button", { name: "I have kept the secret" }).click();
    receiver.answer = () => ({ status: 500, body: "no room" });
    await page.getByRole("button", { name: "Send a test" }).click();
    const log = page.getByRole("table", { name: /^Deliveries of / });
    await log.getByText("500", { exact: true }).waitFor();
    await log.getByText("webhook.test", { exact: true }).click();
    await log.getByText("no room").first().waitFor();
    await assertAccessible(page, "a log of deliveries");
    await page.getByRole("button", { name: /^Give up msg_/ }).click();
    await log.getByText("given up").waitFor();
    receiver.answer = () => ({ status: 200 });
    await page.getByRole("button", { name: /^Post again msg_/ }).click();
    await log.getByText("delivered").waitFor();
    await until(() => receiver.received.length >= 2);
    assert.equal(receiver.forged, 0);
    await page.setViewportSize({ width: 390, height: 900 });
    await assertAccessible(page, "a log of deliveries on a phone");
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText("paused", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByText("active", { exact: true }).waitFor();
    // From a cursor on: what is none is refused with its sentence.
    await page.getByRole("button", { name: "Post again from a change on" }).click();
    await page.getByLabel("Cursor of the change").fill("nonsense");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("alert").waitFor();
    await assertAccessible(page, "posting again, with a fault");
    await page.getByLabel("Cursor of the change").fill("start");
    await page.keyboard.press("Enter");
    await page.getByText("It is posted again.").waitFor();
    await page.getByRole("button", { name: "Remove" }).click();
    const id = await page.getByRole("dialog").locator("code").innerText();
    await page.getByLabel("Type the webhook's id to confirm").fill(id);
    await page.getByRole("button", { name: "Remove it" }).click();
    await page.getByText("No webhook yet").waitFor();
    assert.deepEqual(shown.troubles, []);
    await page.context().close();
  });
});
