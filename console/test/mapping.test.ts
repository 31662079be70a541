import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { acmePath, openDesk } from "../../test/harness/operator-api.ts";
import { catalogue } from "../../test/harness/seed.ts";
import { assertAccessible } from "./assert-accessible.ts";
import { startConsoleUnderTest, type ConsoleUnderTest } from "./console-under-test.ts";

const at = "/at/acme/production/imports";

/** As a German Excel writes it. */
const german =
  "\uFEFFBuchungsnummer;Kundennummer;Vorname;Nachname;Kurs;Datum;Uhrzeit;Anzahl;Zustand;Gebucht am;Anwesend;Firma\r\n" +
  "B-1;K-007;Jürgen;Weiß;Weinprobe;01.05.2024;10:00;2,0;bezahlt;04.03.2024 11:23;ja;\r\n" +
  "B-2;K-008;Käthe;Jäger;Weinprobe;01.05.2024;10:00;1;storniert;04.03.2024 11:23;;ACME\r\n";

describe("the columns of a spreadsheet in the console", () => {
  let shown: ConsoleUnderTest;
  before(async () => {
    shown = await startConsoleUnderTest();
    const desk = await openDesk(shown.service);
    const lines = catalogue.map((line) => `${JSON.stringify(line)}\n`).join("");
    const path = `${acmePath}/imports`;
    const type = { "content-type": "application/x-ndjson" };
    const { json } = await desk.ask("POST", path, lines, type);
    while ((await desk.ask("GET", `${path}/${json.import}`)).json.state === "running");
  });
  after(() => shown?.[Symbol.asyncDispose]());

  const choose = (page: Page, label: string, name: string, text: string) =>
    page.getByLabel(label, { exact: true }).setInputFiles({
      name,
      mimeType: "application/octet-stream",
      buffer: Buffer.from(text),
    });
  const chooseSheet = (page: Page, text: string) =>
    choose(page, "Data file", "buchungen.csv", text);
  const fieldOf = (page: Page, column: string) =>
    page.getByLabel(`What column ${column} is`, { exact: true });
  const rowsOf = async (page: Page) => {
    const rows = page.getByRole("group", { name: "The first rows as bookings" }).getByRole("row");
    const texts = await rows.allInnerTexts();
    return texts.slice(1).map((text) => text.replace(/\s+/g, " "));
  };

  test("are guessed, put right with the keyboard, seen as bookings, imported, and saved for tomorrow", async () => {
    const page = await shown.signIn({}, at);
    await chooseSheet(page, german);
    await page.getByRole("heading", { name: "What the columns are" }).waitFor();
    const chosen = await page
      .getByRole("group", { name: "Columns of the file" })
      .getByRole("combobox")
      .evaluateAll((all) =>
        all.map((each) => (each as unknown as { readonly value: string }).value),
      );
    assert.deepEqual(chosen, [
      "reference",
      "external_id",
      "first_name",
      "last_name",
      "activity",
      "slot_date",
      "slot_time",
      "tickets",
      "booking_status",
      "booked_at",
      "checked_in_at",
      "",
    ]);
    assert.equal(await page.getByLabel("Activity", { exact: true }).count(), 0);
    await page.getByLabel("Campaign", { exact: true }).selectOption("pk_summer");
    // Nothing in the campaign is called so.
    const value = page.getByLabel("Weinprobe", { exact: true });
    assert.equal(await value.inputValue(), "");
    assert.equal(await page.getByLabel("bezahlt").inputValue(), "CONFIRMED");
    assert.equal(await page.getByLabel("storniert").inputValue(), "CANCELLED");
    await assertAccessible(page, "a mapping");
    await value.focus();
    await page.keyboard.type("Tas");
    await page.keyboard.press("Enter");
    await page.getByLabel("Ticket type", { exact: true }).selectOption("standard");
    const preview = page.getByRole("group", { name: "The first rows as bookings" });
    await preview.getByText("Jürgen Weiß").waitFor();
    await preview.getByText("Tasting").first().waitFor();
    const [first = "", second = ""] = await rowsOf(page);
    assert.match(
      first,
      /K-007 Jürgen Weiß Wed, 1 May 2024, 10:00 CEST Tasting .*2 × Standard Confirmed, and came .*B-1$/,
    );
    assert.match(second, /K-008 Käthe Jäger .*1 × Standard Cancelled .*B-2$/);
    await page.getByLabel("Make the slots that a spreadsheet names").check();
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the mapping as a file" }).click();
    const saved = readFileSync(await (await downloading).path(), "utf8");
    assert.deepEqual(JSON.parse(saved).columns["Kurs"], {
      field: "activity",
      values: { Weinprobe: "tasting" },
    });
    await page.getByRole("button", { name: "Check the file" }).click();
    const job = page.getByRole("list", { name: "Imports" }).getByRole("listitem").first();
    await job.getByText("Nothing was changed: it was only checked.").waitFor();
    // What the form says meanwhile changes nothing of what was checked.
    await fieldOf(page, "Kundennummer").selectOption("");
    await job.getByRole("button", { name: "Import what was checked" }).click();
    await job.getByText("2 lines are good. All of it is imported.").waitFor();
    assert.equal(await page.getByRole("button", { name: "Import what was checked" }).count(), 0);

    // Tomorrow: the file, and the mapping.
    await page.reload();
    await chooseSheet(page, german.replace("B-2;", "B-3;"));
    await choose(page, "Mapping of a spreadsheet’s columns", "mapping.json", saved);
    await preview.getByText("B-3").waitFor();
    await preview.getByText("Tasting").first().waitFor();
    await page.getByLabel("Only check it: nothing is changed").uncheck();
    await page.getByRole("button", { name: "Import the file" }).click();
    // After that of the catalogue and the one above.
    await page.getByText("All of it is imported.").nth(2).waitFor();
    const desk = await openDesk(shown.service);
    const found = await desk.ask("GET", `${acmePath}/bookings`);
    assert.deepEqual(found.json.items.map(({ reference }: any) => reference).toSorted(), [
      "B-1",
      "B-2",
      "B-3",
    ]);
    await page.context().close();
    assert.deepEqual(shown.troubles, []);
  });

  test("are asked for where two are the same, where one is lacking, and where a date shows no order", async () => {
    const page = await shown.signIn({}, at);
    await chooseSheet(
      page,
      "Order;Email;Start;Status\n1;a@b.example;5/01/2031 9:00 AM;paid\n2;a@b.example;6/01/2031 9:00 AM;paid\n",
    );
    await fieldOf(page, "Order").waitFor();
    assert.equal(await page.getByLabel("Activity", { exact: true }).isDisabled(), true);
    const open = page.getByText(/^Still to be said above/);
    await open.getByText(": Campaign, Activity, Ticket type, Booked at: date and time.").waitFor();
    await page.getByLabel("Campaign", { exact: true }).selectOption("pk_summer");
    await page.getByLabel("Activity", { exact: true }).selectOption("tasting");
    await page.getByLabel("Ticket type", { exact: true }).selectOption("standard");
    await open
      .getByText(/“The same in every row”, or as a column: Booked at: date and time\.$/)
      .waitFor();
    await page.getByLabel("Booked at: date and time").fill("2024-01-01 09:00");
    const preview = page.getByRole("group", { name: "The first rows as bookings" });
    await preview
      .getByText(/--dates dmy, mdy or ymd/)
      .first()
      .waitFor();
    await page.getByLabel("Dates of a spreadsheet").selectOption("dmy");
    await preview
      .getByText(/Sun, 5 Jan 2031|5 Jan 2031/)
      .first()
      .waitFor();
    await fieldOf(page, "Order").selectOption("external_id");
    await page.getByText("Two columns are this.").first().waitFor();
    await page.getByText(/^No column says which booking a row is/).waitFor();
    await fieldOf(page, "Email").selectOption("");
    assert.equal(await page.getByText("Two columns are this.").count(), 0);
    await fieldOf(page, "Order").selectOption("");
    await page.getByText(/^No column says whose a booking is/).waitFor();
    await page.context().close();
    assert.deepEqual(shown.troubles, []);
  });

  test("need nothing where they have the names of fields, and a file in another encoding says so", async () => {
    const page = await shown.signIn({}, at);
    await chooseSheet(
      page,
      "reference,external_id,interaction,activity,slot_starting_at,ticket_type,booking_status,booked_at\n" +
        "R-9,CUST-9,pk_summer,tasting,2031-05-01 09:00,standard,CONFIRMED,2024-01-01 09:00\n",
    );
    await page.getByText(/^The columns have the names of a booking’s fields/).waitFor();
    await page
      .getByRole("group", { name: "The first rows as bookings" })
      .getByText("R-9")
      .waitFor();
    assert.equal(await fieldOf(page, "reference").count(), 0);
    await page.getByRole("button", { name: "Say what the columns are" }).click();
    assert.equal(await fieldOf(page, "reference").inputValue(), "reference");
    await page.getByLabel("Data file", { exact: true }).setInputFiles({
      name: "alt.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("Name;Straße\r\nJürgen;Weg\r\n", "latin1"),
    });
    await page.getByText(/^The file is not in UTF-8/).waitFor();
    assert.equal(await fieldOf(page, "reference").count(), 0);
    await chooseSheet(
      page,
      "Bookings of May\n\nOrder;Email;Start\n1;a@b.example;2031-05-01 09:00\n",
    );
    await page
      .getByText(/^the names of the columns in the first row: .* in line 3; remove/)
      .waitFor();
    assert.equal(await page.getByRole("heading", { name: "What the columns are" }).count(), 0);
    await page.context().close();
    assert.deepEqual(shown.troubles, []);
  });
});
