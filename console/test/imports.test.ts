import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { templateOf } from "../../src/domain/data-file/template.ts";
import { acmePath, openDesk } from "../../test/harness/operator-api.ts";
import { booking, catalogue, withSlots } from "../../test/harness/seed.ts";
import { assertAccessible } from "./assert-accessible.ts";
import { startConsoleUnderTest, type ConsoleUnderTest } from "./console-under-test.ts";

const at = "/at/acme/production/imports";

describe("imports in the console", () => {
  let shown: ConsoleUnderTest;
  before(async () => {
    shown = await startConsoleUnderTest();
  });
  after(() => shown?.[Symbol.asyncDispose]());

  const choose = (page: Page, ...lines: string[]) => chooseAs(page, "acme.ndjson", ...lines);
  const chooseAs = (page: Page, name: string, ...lines: string[]) =>
    page.getByLabel("Data file", { exact: true }).setInputFiles({
      name,
      mimeType: "application/octet-stream",
      buffer: Buffer.from(lines.map((line) => `${line}\n`).join("")),
    });
  const group = '{"kind":"group","unique_key":"acme-fr","display_name":"<b>Acme</b>"}';

  test("P28 a file with a bad line is refused with its number; mended, it is checked and imported", async () => {
    const page = await shown.signIn({}, at);
    await page.getByRole("heading", { name: "No import yet" }).waitFor();
    await assertAccessible(page, "no imports");
    await page.getByRole("button", { name: "Check the file" }).click();
    await page.getByRole("alert").getByText("Choose a file.").waitFor();
    const field = page.getByLabel("Data file", { exact: true });
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    await page.getByLabel("Only check it: nothing is changed").uncheck();
    await choose(page, group, '{"kind":"group","unique_key":"<i>x</i>"}');
    await page.getByRole("alert").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Import the file" }).click();
    const row = page.getByRole("group", { name: "Bad lines" }).getByRole("row").nth(1);
    // The line itself comes a moment after its number: the list of imports may be read first.
    await row.getByText('"kind"').waitFor();
    const words = (await row.innerText()).replace(/\s+/g, " ");
    assert.match(
      words,
      /^2 group <i>x<\/i> display_name .* \{"kind":"group","unique_key":"<i>x<\/i>"}$/,
    );
    assert.equal(await page.locator("#main i, #main b").count(), 0);
    await assertAccessible(page, "a refused import");

    const desk = await openDesk(shown.service);
    const groups = async () =>
      (await desk.ask("GET", `${acmePath}/groups`)).json.items.map(
        (each: { display_name: string }) => each.display_name,
      );
    await page.getByLabel("Only check it: nothing is changed").check();
    await choose(page, group);
    await page.getByRole("button", { name: "Check the file" }).click();
    await page.getByText("1 line is good. Nothing was changed: it was only checked.").waitFor();
    assert.deepEqual(await groups(), []);
    await page.getByLabel("Only check it: nothing is changed").uncheck();
    await page.getByRole("button", { name: "Import the file" }).click();
    await page.getByText("1 line is good. All of it is imported.").waitFor();
    assert.deepEqual(await groups(), ["<b>Acme</b>"]);
    const first = page.getByRole("list", { name: "Imports" }).getByRole("listitem").first();
    await first.getByText("done", { exact: true }).waitFor();
    assert.match((await first.innerText()).replace(/\s+/g, " "), /done.*Groups 1 0 0 0$/);
    await page.context().close();
    assert.deepEqual(shown.troubles, []);
  });

  test("good lines are imported and bad ones handed back; a spreadsheet too, with what is odd", async () => {
    const page = await shown.signIn({}, at);
    const first = page.getByRole("list", { name: "Imports" }).getByRole("listitem").first();
    await page.getByLabel("Only check it: nothing is changed").uncheck();
    await page.getByLabel(/^Import the good lines/).check();
    const bad = '{"kind":"group","unique_key":"no-name"}';
    await chooseAs(
      page,
      "data.ndjson",
      bad,
      ...[...catalogue, ...withSlots([booking("CUST-1")])].map((line) => JSON.stringify(line)),
    );
    await page.getByRole("button", { name: "Import the file" }).click();
    await first.getByText("It is left out.").waitFor();
    const coming = page.waitForEvent("download");
    await first.getByRole("button", { name: "Download the lines that were left out" }).click();
    const handed = readFileSync(await (await coming).path(), "utf8").split("\n");
    assert.match(handed[0] ?? "", /^# line 1: group no-name display_name: expected /);
    assert.deepEqual(handed.slice(1), [bad, ""]);

    await page.getByLabel(/^Known bookings become/).check();
    const rows = ["CONFIRMED", "PERHAPS"].map((status) => {
      const { kind: _, ...fields } = booking(`CUST-${status}`, { booking_status: status });
      return fields;
    });
    const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
    await chooseAs(page, "shop.csv", ...lines.map((cells) => cells.join(",")));
    await page.getByRole("button", { name: "Import the file" }).click();
    await first.getByText("shop.csv").waitFor();
    await first.getByText("1 line is bad.").waitFor();
    await first.getByText("CSV", { exact: true }).waitFor();
    const comingRows = page.waitForEvent("download");
    await first.getByRole("button", { name: "Download the lines that were left out" }).click();
    const spreadsheet = await comingRows;
    assert.equal(spreadsheet.suggestedFilename(), "left-out.csv");
    const handedRows = readFileSync(await spreadsheet.path(), "utf8").split("\r\n");
    assert.match(handedRows[0] ?? "", /^\uFEFF?import_error,/);
    assert.match(handedRows[1] ?? "", /line 3: booking .*PERHAPS/);
    assert.equal(handedRows.length, 3);

    const activity = catalogue.find((line) => "kind" in line && line.kind === "activity");
    await chooseAs(page, "titles.ndjson", JSON.stringify({ ...activity, title: { en: "" } }));
    await page.getByRole("button", { name: "Import the file" }).click();
    await first.getByText("1 line is good, but odd.").waitFor();
    await first.getByText(/^Changed in activities$/).waitFor();
    await first.getByText("title", { exact: true }).first().waitFor();
    await assertAccessible(page, "imports with odd lines");
    await page.context().close();
    assert.deepEqual(shown.troubles, []);
  });

  test("a spreadsheet under another name is refused with what it has to be called", async () => {
    const page = await shown.signIn({}, at);
    await chooseAs(page, "bookings.txt", "booking,external_id,interaction", "1,CUST-1,pk_summer");
    await page.getByRole("button", { name: "Check the file" }).click();
    const row = page.getByRole("group", { name: "Bad lines" }).getByRole("row").nth(1);
    await row.getByText(/under a name that ends in \.csv$/).waitFor();
    await page.context().close();
  });

  test("a spreadsheet of another system is checked with its mapping, and makes the slots that it names", async () => {
    const page = await shown.signIn({}, at);
    await page.getByLabel("Only check it: nothing is changed").uncheck();
    await choose(page, ...catalogue.map((line) => JSON.stringify(line)));
    await page.getByRole("button", { name: "Import the file" }).click();
    const first = page.getByRole("list", { name: "Imports" }).getByRole("listitem").first();
    await first.getByText("All of it is imported.").waitFor();
    await page.getByLabel("Only check it: nothing is changed").check();
    await chooseAs(
      page,
      "export.csv",
      "Order;Who;When;Paid",
      "A-1;CUST-9;2031-02-03 10:00;yes",
      "A-2;CUST-8;2031-02-03 10:00;no",
    );
    const map = {
      columns: {
        Order: "reference",
        Who: "external_id",
        When: "slot_starting_at",
        Paid: { field: "booking_status", values: { yes: "CONFIRMED", no: "CANCELLED" } },
      },
      fixed: {
        interaction: "pk_summer",
        activity: "tasting",
        ticket_type: "standard",
        booked_at: "2024-01-01T00:00:00Z",
      },
    };
    await page.getByLabel("Mapping of a spreadsheet’s columns").setInputFiles({
      name: "map.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(map, null, 2)),
    });
    await page.getByLabel("Make the slots that a spreadsheet names").check();
    await page.getByLabel("Seats of each of these slots").fill("7");
    await page.getByRole("button", { name: "Check the file" }).click();
    await first.getByText("1 slot is new:").waitFor();
    const table = first.getByRole("group", { name: "Bookings by month and status" });
    const rows = (await table.getByRole("row").allInnerTexts()).map((row) =>
      row.replace(/\s+/g, " "),
    );
    assert.deepEqual(rows.slice(1), ["2031-02 1 0 1 1 0", "All 1 0 1 1 0"]);
    await assertAccessible(page, "a checked spreadsheet");
    await page.context().close();
    assert.deepEqual(shown.troubles, []);
  });

  test("P28 a viewer sees what was imported, and no form", async () => {
    const page = await shown.signIn({ role: "viewer" }, at);
    await page.getByRole("list", { name: "Imports" }).waitFor();
    assert.deepEqual(await page.locator("#main").getByRole("button").allInnerTexts(), []);
    assert.equal(await page.locator('#main input[type="file"]').count(), 0);
    await page.context().close();
    assert.deepEqual(shown.troubles, []);
  });

  test("an example file is offered with what its columns are", async () => {
    const page = await shown.signIn({}, at);
    await page.getByText("Bookings from a spreadsheet: an example, and its columns").click();
    const columns = page.getByRole("region", { name: /Bookings from a spreadsheet/ });
    const row = columns.getByRole("row").filter({ hasText: "booking_status" });
    await row.getByText("one of CONFIRMED, WAITLIST, CANCELLED").waitFor();
    await assertAccessible(page, "the columns of a spreadsheet");
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download template.csv" }).click();
    const path = await (await downloading).path();
    assert.match(readFileSync(path, "utf8"), /^\uFEFFbooking,external_id,.*\r\n.*CUST-2/);
    assert.deepEqual(shown.troubles, []);
  });

  test("who waits beside free seats after an import is named, and promoted", async () => {
    const page = await shown.signIn({}, at);
    const file = templateOf("ndjson")
      .replaceAll("pk_summer", "pk_waits")
      .replace('"manual"', '"automatic"')
      .replace("CONFIRMED", "WAITLIST");
    await page.getByLabel("Only check it: nothing is changed").uncheck();
    await choose(page, file);
    await page.getByRole("button", { name: "Import the file" }).click();
    await page.getByText("1 booking of the file waits beside free seats").waitFor();
    await page.getByRole("button", { name: "Promote all of the account that fit" }).click();
    await page.getByText("1 booking is promoted.").waitFor();
    assert.deepEqual(shown.troubles, []);
  });
});
