import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { until } from "../../test/harness/until.ts";
import { startConsoleUnderTest } from "./console-under-test.ts";

const run = promisify(execFile);

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const copied = (page: Page, label: string) =>
  page.getByRole("group", { name: label, exact: true }).innerText();

test("R2 R21 R45 from an empty installation, with the browser only, to a booking that its contact lists and cancels", async () => {
  await using shown = await startConsoleUnderTest([]);
  const link = new URL((await shown.service.signInLink(false)) ?? "");
  const page = await shown.open(`${link.pathname}${link.hash}`);
  await button(page, "I have kept it, go on").click();

  // An account, in the way that the overview names.
  await page.getByRole("link", { name: "Make an account" }).click();
  await button(page, "New account").click();
  await field(page, "Tenant").fill("acme");
  await field(page, "API hosts").fill("127.0.0.1");
  await button(page, "Make the account").click();
  await page.getByRole("heading", { name: "Hosts and endpoints" }).waitFor();

  const menu = page.getByRole("navigation", { name: "Pages" });
  await menu.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("link", { name: "To the campaigns" }).click();
  await button(page, "New campaign").first().click();
  await field(page, "Public key").fill("pk_spring");
  if ((await field(page, "Group").count()) > 0) {
    await field(page, "Group").selectOption("A new group…");
  }
  await field(page, "New group: unique key").fill("acme-fr");
  await field(page, "New group: display name").fill("Acme France");
  await field(page, "Time zone").fill("Europe/Paris");
  await field(page, "Languages").fill("fr, en");
  await field(page, "Default language").selectOption("French (fr)");
  await field(page, "First activity: id").fill("tasting");
  await field(page, "First activity: title (fr)").fill("Dégustation");
  await button(page, "Save campaign").click();
  await page.getByRole("heading", { name: "pk_spring" }).waitFor();
  await button(page, "Add ticket type").click();
  await field(page, "Id").fill("standard");
  await field(page, "Display name").fill("Standard");
  await button(page, "Save ticket type").click();
  await page.getByRole("listitem").filter({ hasText: "Standard" }).waitFor();

  // Slots, every Saturday of a month by the clock of Paris.
  await menu.getByRole("link", { name: "Slots" }).click();
  await button(page, "Add by weekly pattern").first().click();
  for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Sunday"]) {
    await field(page, day).uncheck();
  }
  await field(page, "Saturday").check();
  await field(page, "First day").fill("2031-05-01");
  await field(page, "Last day").fill("2031-05-31");
  await field(page, "Capacity").fill("8");
  await field(page, "Times").selectOption("At these times");
  await field(page, "These times").fill("10:00");
  await button(page, "Preview").click();
  await button(page, "Add 5 slots").click();
  await page.getByText("5 slots added.").first().waitFor();

  // A booking.
  await menu.getByRole("link", { name: "Bookings" }).click();
  await button(page, "Book for a contact").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("External id of the contact").fill("CUST-1");
  await dialog.getByLabel("Campaign").selectOption("pk_spring");
  await dialog.getByLabel("Activity").selectOption({ label: "Dégustation (fr)" });
  await dialog.getByLabel("Slot (times in Europe/Paris)").selectOption({ index: 1 });
  await dialog.getByLabel("Ticket type").selectOption("standard");
  await dialog.getByRole("button", { name: "Book", exact: true }).click();
  await dialog.getByText("Confirmed booking: CUST-1").waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();

  // A credential, and the three calls with what the console prints.
  await menu.getByRole("link", { name: "Credentials" }).click();
  await button(page, "New credential").click();
  await button(page, "Make the credential").click();
  const token = await copied(page, "Get a token");
  const list = await copied(page, "List a contact's bookings");
  const cancel = await copied(page, "Cancel a booking");
  const paste = async (...lines: string[]) =>
    JSON.parse((await run("bash", ["-c", lines.join("\n")])).stdout) as Record<string, any>;
  // A new client is known everywhere within a second.
  await until(async () => {
    const { stdout } = await run("bash", ["-c", `${token}\necho $TOKEN`]);
    return stdout.trim() !== "";
  });
  const { bookings, total_count } = await paste(token, list);
  assert.equal(total_count, 1);
  const [first] = bookings;
  assert.equal(first.activity.title, "Dégustation");
  assert.equal(first.booking_status, "CONFIRMED");
  assert.equal(first.interaction.timezone, "Europe/Paris");
  assert.match(cancel, /BOOKING/);
  assert.deepEqual(await paste(token, cancel.replace("BOOKING", first.booking)), {});
  assert.equal((await paste(token, list)).bookings[0].booking_status, "CANCELLED");
  // The second time it says why not.
  assert.equal((await paste(token, cancel.replace("BOOKING", first.booking))).code, 9);
  assert.deepEqual(shown.troubles, []);
});
