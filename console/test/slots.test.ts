import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { acmePath, openDesk, type Desk } from "../../test/harness/operator-api.ts";
import { booking, catalogue } from "../../test/harness/seed.ts";
import { acme } from "../../test/harness/service.ts";
import { assertAccessible } from "./assert-accessible.ts";
import { startConsoleUnderTest, type ConsoleUnderTest } from "./console-under-test.ts";

const at = "/at/acme/production/slots";
const tasting = { interaction: "pk_summer", activity: "tasting" } as const;
const fullAt = "2030-05-01T08:00:00Z";

const waiting = (externalId: string, bookedAt: string, ...names: readonly (string | null)[]) =>
  booking(externalId, {
    booking_status: "WAITLIST",
    booked_at: bookedAt,
    tickets: names.map((name) => ({ attendee: { display_name: name } })),
  });

describe("slots in the console", () => {
  let shown: ConsoleUnderTest;
  let desk: Desk;
  before(async () => {
    const data = [
      ...catalogue,
      { kind: "slot", ...tasting, starting_at: fullAt, capacity: 2 },
      { kind: "slot", ...tasting, starting_at: "2030-05-02T12:00:00Z", capacity: 4 },
      booking("CUST-IN", {
        tickets: [
          { attendee: { display_name: "<i>Ada</i>", checked_in_at: "2025-05-01T07:58:00Z" } },
          { attendee: { display_name: "Bob" } },
        ],
      }),
      waiting("CUST-SECOND", "2025-04-03T08:00:00Z", null),
      waiting("CUST-FIRST", "2025-04-02T08:00:00Z", "Zoe", null),
    ];
    shown = await startConsoleUnderTest([{ name: acme, hosts: ["api.acme.example"], data }]);
    desk = await openDesk(shown.service);
  });
  after(() => shown?.[Symbol.asyncDispose]());

  const button = (page: Page, name: string | RegExp) =>
    page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });
  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
  const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
  const slotInApi = `${acmePath}/interactions/pk_summer/activities/tasting/slots/${fullAt}`;
  const slotPage = `/at/acme/production/slot?${new URLSearchParams({ ...tasting, at: fullAt }).toString()}`;

  /** The preview has the focus: it is heard, and Enter does nothing more. */
  const isFocused = (page: Page, heading: string) =>
    page.locator("h3:focus").filter({ hasText: heading }).waitFor();

  /** Starts of an activity's slots between two days. */
  async function starts(activity: string, from: string, to: string): Promise<string[]> {
    const query = `interaction=pk_summer&activity=${activity}&from=${from}T00:00:00Z&to=${to}T00:00:00Z`;
    const { json } = await desk.ask("GET", `${acmePath}/slots?${query}`);
    return json.items.map(
      (slot: { starting_at: string; host?: string; capacity: number }) =>
        `${slot.starting_at} ${slot.host ?? "-"} ${slot.capacity}`,
    );
  }

  async function done(page: Page): Promise<void> {
    await page.context().close();
    assert.deepEqual(shown.troubles, []);
  }

  test("B66 a weekly pattern over the night in spring is previewed, told and added", async () => {
    const page = await shown.signIn({}, `${at}?activity=workshop&from=2031-03-24&weeks=1`);
    await said(page, "No slots in these weeks");
    await assertAccessible(page, "no slots");
    await button(page, "Add by weekly pattern").click();
    await field(page, "Ann").check();
    await field(page, "Bob").check();
    for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]) {
      await field(page, day).uncheck();
    }
    await field(page, "Saturday").check();
    await field(page, "Sunday").check();
    await field(page, "First day").fill("2031-03-24");
    await field(page, "Last day").fill("2031-03-30");
    await field(page, "Capacity").fill("3");
    await field(page, "Times").selectOption("One slot, as long as the range");
    await field(page, "First start").fill("01:00");
    await field(page, "End").fill("04:00");
    await button(page, "Preview").click();
    await said(page, /by the clock that is 120 minutes/);
    await assertAccessible(page, "a pattern over a clock change");
    await field(page, "Where clocks change during a slot").selectOption("it lasts its minutes");
    await button(page, "Preview").click();
    await said(page, /the slot lasts 180 minutes as ever/);
    await field(page, "Times").selectOption("At these times");
    await field(page, "These times").fill("1:30, 2:30, 25:00");
    await said(page, /“25:00” is no time of day/);
    await field(page, "These times").fill("1:30, 2:30");
    await button(page, "Preview").click();
    await said(page, /Sunday,? 30 March 2031: clocks in Europe\/Paris are put forward over 02:30/);
    await assertAccessible(page, "a pattern's preview");
    assert.deepEqual(await starts("workshop", "2031-03-24", "2031-04-01"), []);
    // What was previewed is what can be added: another capacity is previewed again.
    await field(page, "Capacity").fill("5");
    assert.equal(await button(page, /^Add \d/).count(), 0);
    await button(page, "Preview").click();
    await button(page, "Add 6 slots").click();
    await said(page, "6 slots added.");
    assert.deepEqual(await starts("workshop", "2031-03-24", "2031-04-01"), [
      "2031-03-29T00:30:00Z ann 5",
      "2031-03-29T00:30:00Z bob 5",
      "2031-03-29T01:30:00Z ann 5",
      "2031-03-29T01:30:00Z bob 5",
      "2031-03-30T00:30:00Z ann 5",
      "2031-03-30T00:30:00Z bob 5",
    ]);
    await said(page, /clocks jump from 02:00 to 03:00/);
    await button(page, /Sat,? 29 Mar 2031, 01:00–02:00: 2 slots, 10 of 10 seats free/).waitFor();
    await assertAccessible(page, "the heat map");
    await done(page);
  });

  test("B66 of an hour that comes twice in autumn either one can be chosen", async () => {
    const page = await shown.signIn({}, `${at}?activity=tasting&from=2031-10-20&weeks=1`);
    await button(page, "Add one slot").click();
    await field(page, "Day").fill("2031-10-26");
    await field(page, "Time").fill("02:30");
    await field(page, "Capacity").fill("4");
    await field(page, "Which of the two").selectOption({ index: 1 });
    await assertAccessible(page, "one slot");
    await button(page, "Add slot").click();
    await said(page, /^Slot added: Sun,? 26 Oct 2031, 02:30 CET\.$/);
    assert.deepEqual(await starts("tasting", "2031-10-20", "2031-10-28"), [
      "2031-10-26T01:30:00Z - 4",
    ]);
    await done(page);
  });

  test("one slot ends by the clock or after its minutes, where clocks change on its night", async () => {
    const page = await shown.signIn({}, `${at}?activity=tasting&from=2032-03-22&weeks=1`);
    await button(page, "Add one slot").click();
    await field(page, "Day").fill("2032-03-27");
    await field(page, "Time").fill("01:00");
    await field(page, "Capacity").fill("4");
    await field(page, "Length").selectOption("So many minutes");
    await field(page, "Minutes").fill("180");
    const by = field(page, "Where clocks change during a slot");
    assert.equal(await by.count(), 0, "no clock changes on that day");
    await field(page, "Day").fill("2032-03-28");
    await by.selectOption("it ends by the clock");
    await field(page, "Length").selectOption("No set length");
    assert.equal(await by.count(), 0, "without a length there is nothing to choose");
    await field(page, "Length").selectOption("So many minutes");
    await assertAccessible(page, "one slot on the night of a clock change");
    await button(page, "Add slot").click();
    await said(page, /^Slot added: Sun,? 28 Mar 2032, 01:00 CET\.$/);
    const query = "interaction=pk_summer&activity=tasting&from=2032-03-27T00:00:00Z";
    const { json } = await desk.ask("GET", `${acmePath}/slots?${query}&to=2032-03-29T00:00:00Z`);
    assert.deepEqual(
      json.items.map((slot: any) => slot.slot_duration_in_minutes),
      [120],
      "01:00 to 04:00 by the clocks",
    );
    await done(page);
  });

  test("a spreadsheet is checked first, its bad row named, and imported once it is mended", async () => {
    const page = await shown.signIn({}, `${at}?activity=tasting&from=2031-05-05&weeks=1`);
    await button(page, "Upload CSV").click();
    const file = (rows: string) => ({
      name: "slots.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`starting_at,capacity\n${rows}`),
    });
    await field(page, "CSV file").setInputFiles(
      file("2031-05-05 09:30,8\n2031-05-06 09:30,<b>many</b>\n"),
    );
    await button(page, "Check the file").click();
    const row = page.getByRole("group", { name: "Bad lines" }).getByRole("row").nth(1);
    await row.getByText(/many/).waitFor();
    const words = (await row.innerText()).replace(/\s+/g, " ");
    assert.match(words, /^3 slot .* capacity an integer .* 2031-05-06 09:30,<b>many<\/b>$/);
    await assertAccessible(page, "bad rows");
    assert.equal(await button(page, /^Import/).count(), 0);

    await field(page, "CSV file").setInputFiles(file("2031-05-05 09:30,8\n2031-05-06 09:30,9\n"));
    await button(page, "Check the file").click();
    await said(page, "All rows are good. Nothing has been changed yet.");
    assert.deepEqual(await starts("tasting", "2031-05-05", "2031-05-08"), []);
    await button(page, "Import 2 rows").click();
    await said(page, "slots.csv is imported.");
    assert.deepEqual(await starts("tasting", "2031-05-05", "2031-05-08"), [
      "2031-05-05T07:30:00Z - 8",
      "2031-05-06T07:30:00Z - 9",
    ]);

    // The map can be walked without a mouse, and a slot opened from it.
    await button(page, /Mon,? 5 May 2031, 09:00–10:00/).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Tasting" }).waitFor();
    await said(page, /Tue,? 6 May 2031, 09:30 CEST/);
    await done(page);
  });

  test("a template for the spreadsheet is handed over as a file", async () => {
    const page = await shown.signIn({}, `${at}?activity=tasting`);
    await button(page, "Upload CSV").click();
    const coming = page.waitForEvent("download");
    await button(page, "Download a template").click();
    assert.equal((await coming).suggestedFilename(), "slots.csv");
    await done(page);
  });

  test("A40 the waitlist stands in order with why not yet; capacity is raised, the first promoted", async () => {
    const page = await shown.signIn({}, slotPage);
    const entries = page.getByRole("region", { name: "Waitlist" }).getByRole("listitem");
    await entries.first().getByText("none is free.").waitFor();
    const order = await entries.getByRole("link").allInnerTexts();
    assert.deepEqual(order, ["Zoe and 1 more", "CUST-SECOND"]);
    await said(page, "CUST-FIRST, 2 tickets");
    await said(page, "1 of 2 have checked in");
    // Stored text is text.
    await page.getByText("<i>Ada</i>").waitFor();
    assert.equal(await page.locator("#main i").count(), 0);
    await page.locator("canvas").waitFor();
    await assertAccessible(page, "a slot");

    await button(page, "Promote the first").click();
    await page.getByRole("dialog").getByText("Zoe and 1 more: confirmed now").waitFor();
    await button(page, "Promote").last().click();
    await said(page, /It needs 2 seats and 0 are free/);
    await page.keyboard.press("Escape");

    await button(page, "Change slot").first().click();
    await field(page, "Capacity").fill("4");
    await said(page, "2 seats will be free.");
    await said(page, /stay where they are: the campaign promotes by hand/);
    // Somebody else is faster.
    const path = `${acmePath}/interactions/pk_summer/activities/tasting/slots/${fullAt}`;
    const put = await desk.ask("PUT", path, { capacity: 3 }, { "if-match": "*" });
    assert.equal(put.status, 200, put.text);
    await button(page, "Change slot").last().click();
    await said(page, "Somebody changed it meanwhile");
    await button(page, "Keep mine").click();
    assert.equal(await field(page, "Capacity").inputValue(), "4");
    await button(page, "Change slot").last().click();
    await said(page, "Capacity changed from 3 to 4.");

    await button(page, "Promote the first").click();
    await button(page, "Promote").last().click();
    await said(page, "Confirmed: Zoe and 1 more.");
    await page
      .getByRole("region", { name: "Confirmed bookings" })
      .getByText("CUST-FIRST")
      .waitFor();
    await entries.nth(1).waitFor({ state: "detached" });
    assert.deepEqual(await entries.getByRole("link").allInnerTexts(), ["CUST-SECOND"]);
    await done(page);
  });

  test("A88 of a ticket type the slot's own limit and its length are changed, and what is left is shown", async () => {
    const path = `${acmePath}/interactions/pk_summer/activities/tasting/ticket-types/vip`;
    const type = { display_name: "VIP", has_limited_capacity: true, capacity_per_slot: 3 };
    const put = await desk.ask("PUT", path, type, { "if-none-match": "*" });
    assert.equal(put.status, 201, put.text);
    const page = await shown.signIn({}, slotPage);
    const types = page.getByRole("region", { name: "Seats by ticket type" });
    const row = async (name: string) =>
      (await types.getByRole("row", { name }).innerText()).split(/\s*\t\s*|\n+/).filter(Boolean);
    await types.getByText("3, as the ticket type says").waitFor();
    assert.deepEqual(await row("VIP"), ["VIP", "0", "0", "0", "3, as the ticket type says"]);
    await assertAccessible(page, "ticket types of a slot");
    await button(page, "Change slot").click();
    await field(page, "Length in minutes").fill("90");
    await field(page, "VIP").fill("2");
    await said(page, "VIP: 2 are left below its limit.");
    await said(page, "Its bookings show 90 minutes.");
    // Three are confirmed of the type that had no limit.
    await field(page, "Standard").fill("1");
    await said(page, /^Standard: \d are taken, \d more than there would be/);
    assert.equal(await button(page, "Change slot").last().isDisabled(), true);
    await assertAccessible(page, "limits of ticket types");
    await field(page, "Standard").fill("");
    await button(page, "Change slot").last().click();
    await said(page, "The slot is changed.");
    await types.getByText("2 in this slot").waitFor();
    const slot = await desk.ask("GET", slotInApi);
    assert.equal(slot.json.slot_duration_in_minutes, 90);
    assert.deepEqual(slot.json.ticket_types, {
      vip: { capacity: 2, taken: 0, free: 2, own: true, waiting: 0 },
    });
    await button(page, "Change slot").click();
    await field(page, "VIP").fill("");
    await said(page, "VIP: 3 are left below its limit.");
    await button(page, "Change slot").last().click();
    await types.getByText("3, as the ticket type says").waitFor();

    // The map shows one type alone.
    await page.goto(`${new URL(page.url()).origin}${at}?activity=tasting&from=2030-04-29&weeks=1`);
    await button(page, /14:00–15:00: 4 of 4 seats free, VIP: 3 of 3 left/).waitFor();
    await field(page, "Seats left for").selectOption("VIP");
    await button(page, /14:00–15:00: 3 of 3 seats free/).waitFor();
    await assertAccessible(page, "the heat map of a ticket type");
    const coming = page.waitForEvent("download");
    await button(page, "Download as CSV").click();
    assert.equal((await coming).suggestedFilename(), "slots.csv");
    await done(page);
  });

  test("a pattern keeps a range whole, and a new slot has a length and a limit of its own", async () => {
    const page = await shown.signIn({}, `${at}?activity=tasting&from=2031-06-02&weeks=1`);
    await button(page, "Add by weekly pattern").click();
    await field(page, "First day").fill("2031-06-02");
    await field(page, "Last day").fill("2031-06-02");
    await field(page, "Capacity").fill("3");
    await field(page, "Times").selectOption("One slot, as long as the range");
    await field(page, "First start").fill("09:00");
    await field(page, "End").fill("12:00");
    await button(page, "Preview").click();
    await isFocused(page, "What will be added");
    await button(page, "Add 1 slot").click();
    await said(page, "1 slot added.");
    await button(page, "Add one slot").click();
    await field(page, "Day").fill("2031-06-03");
    await field(page, "Time").fill("09:00");
    await field(page, "Capacity").fill("4");
    await field(page, "Length").selectOption("So many minutes");
    await field(page, "Minutes").fill("20");
    await field(page, "VIP").fill("1");
    await assertAccessible(page, "one slot with its length");
    await button(page, "Add slot").click();
    await said(page, /^Slot added: Tue,? 3 Jun 2031/);
    const query = "interaction=pk_summer&activity=tasting&from=2031-06-02T00:00:00Z";
    const { json } = await desk.ask("GET", `${acmePath}/slots?${query}`);
    const made = json.items.filter(({ starting_at: each }: any) => each < "2031-06-05");
    assert.deepEqual(
      made.map((slot: any) => [slot.slot_duration_in_minutes, slot.ticket_types.vip]),
      [
        [180, { capacity: 3, taken: 0, free: 3, own: false, waiting: 0 }],
        [20, { capacity: 1, taken: 0, free: 1, own: true, waiting: 0 }],
      ],
    );
    await done(page);
  });

  test("slots with free seats beside a waitlist are filtered out of all", async () => {
    const path = `${acmePath}/interactions/pk_summer/activities/tasting/slots/${fullAt}`;
    const put = await desk.ask("PUT", path, { capacity: 5 }, { "if-match": "*" });
    assert.equal(put.status, 200, put.text);
    const page = await shown.signIn({ role: "viewer" }, `${at}?from=2030-04-29&weeks=1&view=table`);
    const rows = page.getByRole("table").getByRole("row");
    await rows.nth(2).waitFor();
    await field(page, "Seats").selectOption("Free while people wait");
    await rows.nth(2).waitFor({ state: "detached" });
    await rows.nth(1).getByText("1 ticket waits").waitFor();
    await field(page, "Weeks").selectOption("1 week");
    await button(page, "Later").click();
    await said(page, "No free seats beside a waitlist");
    assert.match(page.url(), /seats=waiting/);
    await done(page);
  });

  test("B61 a capacity below what is taken is on purpose only, and told", async () => {
    const page = await shown.signIn({}, slotPage);
    await button(page, "Change slot").click();
    await field(page, "Capacity").fill("1");
    const submit = button(page, "Change slot").last();
    assert.equal(await submit.isDisabled(), true);
    await page.getByLabel(/^Overbook on purpose by \d/).check();
    await assertAccessible(page, "overbooking");
    await submit.click();
    await said(page, /overbooked by \d/);
    await button(page, "Remove slot").click();
    await button(page, "Remove slot").last().click();
    await said(page, /There are still bookings of it/);
    await done(page);
  });

  test("P28 a viewer sees map, table and slot, and no button that changes them", async () => {
    const page = await shown.signIn({ role: "viewer" }, `${at}?from=2030-04-29&weeks=1`);
    const cell = button(page, /Thu,? 2 May 2030, 14:00–15:00: 4 of 4 seats free/);
    await cell.waitFor();
    assert.equal(await button(page, /Add|Upload/).count(), 0);
    assert.equal(await button(page, /add one/).count(), 0);
    await field(page, "Show as").selectOption("Table");
    await page.getByRole("region", { name: "Slots, times in Europe/Paris" }).waitFor();
    await assertAccessible(page, "slots as a table");
    await page.getByRole("link", { name: /2 May 2030, .* Tasting/ }).click();
    await page.getByRole("heading", { name: "Tasting" }).waitFor();
    await said(page, "Nobody waits.");
    assert.deepEqual(await page.locator("#main").getByRole("button").allInnerTexts(), []);
    await done(page);
  });

  test("a slot is closed after a dry run that names its bookings; who is there only on purpose", async () => {
    const page = await shown.signIn({}, slotPage);
    await button(page, "Close slot").click();
    await said(page, "3 bookings will be cancelled:");
    const names = page.getByRole("region", { name: "Bookings that are cancelled" });
    assert.deepEqual((await names.getByRole("listitem").allInnerTexts()).toSorted(), [
      "<i>Ada</i> and Bob CUST-IN, checked in",
      "CUST-SECOND on the waitlist",
      "Zoe and 1 more CUST-FIRST",
    ]);
    const submit = button(page, "Close and cancel 3 bookings");
    assert.equal(await submit.isDisabled(), true);
    await field(page, "Reason (optional)").fill("the venue is shut");
    await assertAccessible(page, "closing");
    await page.getByLabel(/^Attendees have checked in/).check();
    await submit.click();
    await said(page, "Slot closed: 3 bookings cancelled.");
    await page.locator(".slot-facts").getByText("closed", { exact: true }).waitFor();
    await said(page, "Reason: the venue is shut");
    await button(page, "Reopen slot").waitFor();
    assert.equal(await button(page, "Close slot").count(), 0);
    await said(page, "Cancelled (3)");
    const found = await desk.ask("GET", `${acmePath}/bookings?external_id=CUST-SECOND`);
    const [{ booking_status: status, history }] = found.json.items;
    assert.deepEqual([status, history.at(-1).details.reason], ["CANCELLED", "the venue is shut"]);
    await done(page);
  });
});
