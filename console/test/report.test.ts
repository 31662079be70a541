import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { booking, catalogue, productionHost } from "../../test/harness/seed.ts";
import { acme } from "../../test/harness/service.ts";
import { assertAccessible } from "./assert-accessible.ts";
import { startConsoleUnderTest, type ConsoleUnderTest } from "./console-under-test.ts";

const hour = 3_600_000;
const whole = Math.floor(Date.now() / hour) * hour;
const iso = (at: number) => new Date(at).toISOString().replace(".000Z", "Z");
// The bookings page begins with today, so that what is past is of another day at any hour.
const [past, next, later] = [whole - 26 * hour, whole + 30 * hour, whole + 54 * hour].map(iso);
const slot = (starting_at: string | undefined, capacity: number) => ({
  kind: "slot",
  interaction: "pk_summer",
  activity: "tasting",
  starting_at,
  capacity,
});
const came = { attendee: { checked_in_at: "2024-02-03T00:00:00Z" } };
const at = (who: string, slot_starting_at: string | undefined, more: object = {}) =>
  booking(who, { slot_starting_at, ...more });

describe("a report and many bookings at once, in the console", () => {
  let shown: ConsoleUnderTest;
  let page: Page;
  before(async () => {
    shown = await startConsoleUnderTest([
      {
        name: acme,
        hosts: [productionHost],
        data: [
          ...catalogue,
          slot(past, 8),
          slot(next, 8),
          slot(later, 2),
          at("CAME", past, { tickets: [came, {}] }),
          at("LEFT", past, { booking_status: "CANCELLED" }),
          ...["ANN", "BOB", "CLEO", "=DORA"].map((who) => at(who, next)),
          at("HERE", next, { tickets: [came] }),
        ],
      },
    ]);
    page = await shown.signIn({}, "/at/acme/production/report");
  });
  after(() => shown?.[Symbol.asyncDispose]());

  const rowOf = (who: string) => page.getByRole("row").filter({ hasText: who });
  const tick = (who: string) => rowOf(who).getByRole("checkbox").check();
  const dialog = () => page.getByRole("dialog");
  const textOf = async (begin: () => Promise<void>) => {
    const [download] = await Promise.all([page.waitForEvent("download"), begin()]);
    return readFileSync(await download.path(), "utf8");
  };

  test("the figures of the last weeks lead to their bookings, and are saved as CSV", async () => {
    await page.getByRole("heading", { name: "Report", exact: true }).waitFor();
    const rows = page.getByRole("table", { name: "Report" }).getByRole("row");
    await rows.nth(1).waitFor();
    assert.match(await rows.nth(1).innerText(), /\s1\s+0\s+0\s+1\s+2\s+1\s+1\s+8\s+25 %$/);
    await page.getByText("50 % of the tickets").first().waitFor();
    await page.getByText("Another system, by import").waitFor();
    await assertAccessible(page, "the report");
    const link = page.getByRole("link", { name: "Download CSV" });
    const csv = await textOf(() => link.click());
    assert.match(csv, /^\uFEFFday,confirmed,waiting,/);
    await page.getByLabel("A row for each").selectOption("ticket_type");
    await page.getByRole("link", { name: /Standard/ }).waitFor();
    await assertAccessible(page, "the report by ticket type");
    await page.getByRole("link", { name: /Standard/ }).click();
    await page.getByRole("heading", { name: "Bookings", exact: true }).waitFor();
    await rowOf("CAME").waitFor();
    await rowOf("LEFT").waitFor();
    assert.equal(await rowOf("ANN").count(), 0);
    assert.deepEqual(shown.troubles, []);
  });

  test("days that are asked for often are one choice", async () => {
    await page.goto("/at/acme/production/report");
    const days = page.getByLabel("Days", { exact: true });
    await days.waitFor();
    assert.equal(await days.inputValue(), "last-28");
    await days.selectOption("last-month");
    await page.waitForURL(/from=\d{4}-\d\d-01&to=\d{4}-\d\d-(28|29|30|31)/);
    await page.getByLabel(/^Slots from/).fill("2020-02-01");
    await page.waitForURL(/from=2020-02-01/);
    assert.equal(await days.inputValue(), "own");
    assert.deepEqual(shown.troubles, []);
  });

  test("slots stand as bars, the most tickets first, and each leads to its bookings", async () => {
    await page.goto(`/at/acme/production/report?by=slot&to=${later?.slice(0, 10)}`);
    const bars = page.getByRole("figure", { name: "Tickets by slot" }).getByRole("listitem");
    const links = bars.filter({ has: page.getByRole("link") });
    await links.nth(1).waitFor();
    assert.match(await links.nth(0).innerText(), /\s5$/);
    assert.match(await links.nth(1).innerText(), /\s2$/);
    await assertAccessible(page, "the report by slot");
    await links.nth(0).getByRole("link").click();
    await rowOf("CLEO").waitFor();
    assert.equal(await rowOf("CAME").count(), 0);
    assert.deepEqual(shown.troubles, []);
  });

  test("bookings are sorted, and saved as filtered and as selected", async () => {
    await page.goto("/at/acme/production/bookings");
    await rowOf("ANN").waitFor();
    const sort = page.getByRole("button", { name: "External id" });
    const heading = page.getByRole("columnheader", { name: "External id" });
    await sort.click();
    assert.equal(await heading.getAttribute("aria-sort"), "ascending");
    await sort.press("Enter");
    assert.equal(await heading.getAttribute("aria-sort"), "descending");
    assert.match(await page.getByRole("row").nth(1).innerText(), /HERE/);
    const all = await textOf(() => page.getByRole("link", { name: "All of them as CSV" }).click());
    assert.equal(all.trimEnd().split("\r\n").length, 6);
    assert.match(all, /,'=DORA,/);
    await tick("ANN");
    await tick("=DORA");
    await page.getByText("2 selected").waitFor();
    await assertAccessible(page, "with selected bookings");
    const some = await textOf(() => page.getByRole("link", { name: "Selected as CSV" }).click());
    assert.equal(some.trimEnd().split("\r\n").length, 3);
    assert.deepEqual(shown.troubles, []);
  });

  test("the selected ones move together: those that fit have seats, each says what became of it", async () => {
    await tick("BOB");
    await tick("HERE");
    await page.getByRole("button", { name: "Move…" }).click();
    await dialog()
      .getByText(/An attendee checked in/)
      .waitFor();
    await dialog().getByLabel(/^Slot/).selectOption({ index: 2 });
    await dialog().getByText("Will be moved to").first().waitFor();
    await assertAccessible(page, "before a move of many");
    await dialog().getByRole("button", { name: "Move 3 bookings" }).click();
    await dialog().getByText("3 done, 0 refused, 0 without an answer.").waitFor();
    assert.equal(await dialog().getByText("Moved.", { exact: true }).count(), 2);
    assert.equal(await dialog().getByText("Moved, on the waitlist.").count(), 1);
    await dialog().getByRole("button", { name: "Close" }).click();
    assert.deepEqual(shown.troubles, []);
  });

  test("on a phone they are cancelled together; without an answer, the same again is done once", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole("checkbox", { name: "Select all that are shown" }).check();
    await page.getByText("5 selected").waitFor();
    let lost = 0;
    await page.route("**/cancel", async (route) => {
      const response = await route.fetch();
      lost += 1;
      await (lost === 2 ? route.abort() : route.fulfill({ response }));
    });
    await page.getByRole("button", { name: "Cancel…" }).click();
    await dialog().getByLabel("Reason (optional)").fill("Storm");
    await dialog().getByText("Will be cancelled.").nth(3).waitFor();
    await assertAccessible(page, "before a cancel of many");
    await dialog().getByRole("button", { name: "Cancel 4 bookings" }).click();
    await dialog().getByText("3 done, 0 refused, 1 without an answer.").waitFor();
    await dialog().getByRole("button", { name: "Try 1 again" }).click();
    await dialog().getByText("4 done, 0 refused, 0 without an answer.").waitFor();
    await dialog().getByRole("button", { name: "Close" }).click();
    await page.getByText("Tick bookings").waitFor();
    // One was cancelled before.
    assert.equal(await page.getByText("CANCELLED", { exact: true }).count(), 5);
    // The lost answer is the trouble that the test made.
    assert.deepEqual(
      shown.troubles.filter((each) => !/cancel|Failed to load|ERR_FAILED/.test(each)),
      [],
    );
  });
});
