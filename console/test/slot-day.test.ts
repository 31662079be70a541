import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { acmePath, openDesk, type Desk } from "../../test/harness/operator-api.ts";
import { booking, catalogue } from "../../test/harness/seed.ts";
import { acme, importLines } from "../../test/harness/service.ts";
import { assertAccessible } from "./assert-accessible.ts";
import { startConsoleUnderTest, type ConsoleUnderTest } from "./console-under-test.ts";

const tasting = { interaction: "pk_summer", activity: "tasting" } as const;
const workshop = { interaction: "pk_summer", activity: "workshop" } as const;
const slotAt = "2030-05-01T08:00:00Z";
const laterAt = "2030-05-01T10:00:00Z";

describe("a slot's day in the console", () => {
  let shown: ConsoleUnderTest;
  let desk: Desk;
  before(async () => {
    const data = [
      ...catalogue,
      { kind: "slot", ...tasting, starting_at: slotAt, capacity: 6, slot_duration_in_minutes: 45 },
      { kind: "slot", ...tasting, starting_at: laterAt, capacity: 8 },
      ...["ann", "bob"].map((host) => ({
        kind: "slot",
        ...workshop,
        host,
        starting_at: slotAt,
        capacity: 4,
      })),
      booking("CUST-ADA", {
        reference: "ORD-1",
        tickets: [{ attendee: { display_name: "<b>Ada</b>" } }, {}],
      }),
      booking("CUST-BEN", { tickets: [{ attendee: { display_name: "Ben" } }] }),
      booking("CUST-LATER", { slot_starting_at: laterAt, tickets: [{}] }),
      booking("CUST-ANN", { activity: "workshop", host: "ann", tickets: [{}] }),
      booking("CUST-BOB", { activity: "workshop", host: "bob", tickets: [{}] }),
    ];
    shown = await startConsoleUnderTest([{ name: acme, hosts: ["api.acme.example"], data }]);
    desk = await openDesk(shown.service);
  });
  after(() => shown?.[Symbol.asyncDispose]());

  const pageOf = (search: object, under = "") =>
    `/at/acme/production/slot${under}?${new URLSearchParams({ ...search }).toString()}`;
  const slotPage = pageOf({ ...tasting, at: slotAt });
  const button = (page: Page, name: string | RegExp) =>
    page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });
  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
  const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
  const done = async (page: Page) => {
    await page.context().close();
    assert.deepEqual(shown.troubles, []);
  };

  test("names its end, and its people on a sheet to print and as a spreadsheet", async () => {
    const page = await shown.signIn({ role: "viewer" }, slotPage);
    await said(page, /^10:45 CEST$/);
    await said(page, "Confirmed: 2 bookings, 3 tickets");
    await page.getByRole("link", { name: "List of people" }).click();
    await said(page, "Confirmed: 3 people");
    const rows = page.getByRole("row");
    const words = (await rows.allInnerTexts()).map((row) => row.replace(/\s+/g, " ").trim());
    assert.deepEqual(words, [
      "Here Name Ticket Contact Reference",
      "<b>Ada</b> Standard 1 of 2 CUST-ADA ORD-1",
      "Standard 2 of 2 CUST-ADA ORD-1",
      "Ben Standard CUST-BEN",
    ]);
    await assertAccessible(page, "the list of people");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download CSV" }).click(),
    ]);
    const chunks = await (await download.createReadStream()).toArray();
    const csv = Buffer.concat(chunks).toString();
    assert.deepEqual(csv.match(/CUST-\w+/g), ["CUST-ADA", "CUST-BEN"]);
    await page.emulateMedia({ media: "print" });
    assert.equal(await button(page, "Print").isVisible(), false);
    assert.equal(await page.getByRole("navigation").first().isVisible(), false);
    await done(page);
  });

  test("takes a booking for itself, and lets ticked people move together", async () => {
    const page = await shown.signIn({}, slotPage);
    await button(page, "Book here").click();
    await field(page, "External id of the contact").fill("CUST-NEW");
    await field(page, "Ticket type").selectOption("Standard");
    await field(page, "Slot (times in Europe/Paris)")
      .locator("option:checked")
      .filter({ hasText: /3 of 6|3 free/ })
      .waitFor({ state: "attached" });
    await button(page, "Book").click();
    await page.getByRole("heading", { name: "Booked" }).waitFor();
    await button(page, "Close").last().click();
    await said(page, "Confirmed: 3 bookings, 4 tickets");
    for (const who of ["CUST-NEW", "Ben"]) await field(page, `Select ${who}`).check();
    await said(page, "2 selected");
    await button(page, "Move…").click();
    const moving = page
      .getByRole("region", { name: "The selected bookings" })
      .getByRole("listitem");
    await moving.filter({ hasText: /CEST Ben CUST-BEN CONFIRMED/ }).waitFor();
    await moving.filter({ hasText: /CEST CUST-NEW CONFIRMED/ }).waitFor();
    await field(page, "Slot (times in Europe/Paris)").selectOption({ index: 2 });
    await button(page, "Move 2 bookings").click();
    await page.getByText("Moved.").nth(1).waitFor();
    await button(page, "Close").last().click();
    await said(page, "Confirmed: 1 booking, 2 tickets");
    await done(page);
  });

  test("moves with everything in it after a preview, also into a slot with bookings", async () => {
    const page = await shown.signIn({}, pageOf({ ...workshop, host: "ann", at: slotAt }));
    await button(page, "Move slot").click();
    assert.equal(await button(page, "Preview").isDisabled(), true);
    await field(page, "Time").fill("16:30");
    await field(page, "Host").selectOption("Bob");
    await button(page, "Preview").click();
    await said(page, /^It will start Wed,? 1 May 2030, 16:30 CEST\./);
    await said(page, "Its host will be Bob.");
    await page.locator("h3:focus").filter({ hasText: "What will change" }).waitFor();
    await assertAccessible(page, "the preview of a slot that moves");
    const address = page.url();
    // What was previewed is what is done: another time is previewed again.
    await field(page, "Time").fill("10:00");
    await button(page, "Preview").click();
    await page.getByLabel(/^Join it with the slot that is there/).check();
    await button(page, "Preview").click();
    await button(page, "Move the slot with 1 booking").click();
    await said(page, /^The slot is now .*: 1 booking moved\.$/);
    assert.notEqual(page.url(), address);
    await said(page, "Confirmed: 2 bookings, 2 tickets");
    const path = `${acmePath}/interactions/pk_summer/activities/workshop/slots/${slotAt}`;
    const { json } = await desk.ask("GET", `${path}?host=bob`);
    assert.equal(json.taken, 2);
    assert.equal((await desk.ask("GET", `${path}?host=ann`)).status, 404);
    await done(page);
  });

  test("is found by activity and host, and where it is overbooked", async () => {
    const list = "/at/acme/production/bookings";
    const page = await shown.signIn({}, `${list}?interaction=pk_summer`);
    await field(page, "Activity").selectOption("Workshop");
    await field(page, "Host").selectOption("Bob");
    await page.getByRole("row", { name: /CUST-BOB/ }).waitFor();
    await page.getByRole("row", { name: /CUST-ADA/ }).waitFor({ state: "detached" });
    await assertAccessible(page, "bookings of a host");
    await field(page, "Activity").selectOption("All activities");
    await page.getByRole("row", { name: /CUST-ADA/ }).waitFor();

    const of = { ...tasting, slot_starting_at: slotAt, ticket_type: "standard" };
    const order = { ...of, external_id: "CUST-MANY", tickets: 9, overbook: true };
    assert.equal((await desk.ask("POST", `${acmePath}/bookings`, order)).status, 201);
    const week = "/at/acme/production/slots?interaction=pk_summer&from=2030-04-29&weeks=1";
    await page.goto(`${week}&view=table`);
    await page.getByRole("columnheader", { name: "Overbooked by" }).waitFor();
    await field(page, "Seats").selectOption("Overbooked");
    await page.getByRole("row", { name: /12:00 CEST/ }).waitFor({ state: "detached" });
    await page.getByRole("row", { name: /10:00 CEST , Tasting/ }).waitFor();
    await page.goto(`${week}&seats=overbooked&activity=workshop`);
    await said(page, "No overbooked slots");
    await done(page);
  });

  test("names whose limit of a week it passes over when it moves to another one", async () => {
    const { store } = shown.service;
    const { id } = (await store.accounts.find(acme)) ?? assert.fail();
    const campaign = catalogue.find(({ kind }: any) => kind === "interaction");
    const nextAt = "2030-05-08T08:00:00Z";
    await importLines(store, id, [
      { ...campaign, tickets_per_contact: 1, contact_limit_counts: "week" },
      { kind: "slot", ...tasting, starting_at: nextAt, capacity: 4 },
      booking("CUST-LATER", { slot_starting_at: nextAt, tickets: [{}] }),
    ]);
    const page = await shown.signIn({}, pageOf({ ...tasting, at: laterAt }));
    await button(page, "Move slot").click();
    await field(page, "Day").fill("2030-05-09");
    await button(page, "Preview").click();
    const passed = page.getByRole("listitem").filter({ hasText: "2 tickets, 1 at most" });
    assert.equal(await passed.innerText(), "CUST-LATER 2 tickets, 1 at most");
    await assertAccessible(page, "a preview that passes over a limit");
    await done(page);
  });
});
