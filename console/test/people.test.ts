import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { acmePath, openDesk, type Desk } from "../../test/harness/operator-api.ts";
import { catalogue, productionHost } from "../../test/harness/seed.ts";
import { acme } from "../../test/harness/service.ts";
import { until } from "../../test/harness/until.ts";
import { assertAccessible } from "./assert-accessible.ts";
import { slot } from "./booking-form.ts";
import { startConsoleUnderTest, type ConsoleUnderTest } from "./console-under-test.ts";

const place = { interaction: "pk_summer", activity: "tasting" } as const;

/** The summer's tasting with one slot; a contact has two tickets of the campaign at most. */
const data = [
  ...catalogue.map((line) =>
    "public_key" in line && line.public_key === "pk_summer"
      ? { ...line, tickets_per_contact: 2 }
      : line,
  ),
  { kind: "slot", ...place, starting_at: slot, capacity: 20 },
];

describe("people in the console", () => {
  let shown: ConsoleUnderTest;
  let api: Desk;
  let page: Page;
  before(async () => {
    shown = await startConsoleUnderTest([{ name: acme, hosts: [productionHost], data }]);
    api = await openDesk(shown.service);
    page = await shown.signIn({}, "/at/acme/production/bookings");
  });
  after(() => shown?.[Symbol.asyncDispose]());

  const to = (path: string, who = page) => who.goto(`/at/acme/production/${path}`);
  const dialog = (who = page) => who.getByRole("dialog");
  const button = (name: string) => dialog().getByRole("button", { name, exact: true });
  const book = async (externalId: string, fields: object) => {
    const { json, text } = await api.ask("POST", `${acmePath}/bookings`, {
      external_id: externalId,
      ...place,
      slot_starting_at: slot,
      ticket_type: "standard",
      ...fields,
    });
    assert.ok(json.booking, text);
    return json.booking as string;
  };
  const show = async (booking: string) =>
    (await api.ask("GET", `${acmePath}/bookings/${booking}`)).json;

  test("names, the reference and the shop's data are changed on the booking's page", async () => {
    const booking = await book("ANN", {
      attendees: ["Anne Archer", "Bo"],
      reference: "A-1",
      data: { allergies: "nuts", seats: 2, gone: "x" },
    });
    await to(`bookings/${booking}`);
    await page.getByRole("heading", { name: "Booking of Anne Archer and Bo" }).waitFor();
    await page.getByRole("button", { name: "Change…" }).click();
    await dialog().getByLabel("Ticket 1", { exact: true }).fill("Ann Archer");
    await dialog().getByLabel("Ticket 2", { exact: true }).fill("");
    await dialog().getByLabel("Reference").fill("A-2");
    await dialog().getByLabel("Value 1", { exact: true }).fill("none");
    await dialog().getByLabel("Value 2, as JSON").fill("two");
    await button("Remove gone").click();
    await button("Add a row").click();
    await dialog().getByLabel("Key 3").fill("seats");
    await dialog().getByLabel("Value 3", { exact: true }).fill("front");
    await button("Save the changes").click();
    await dialog().getByText("This is no JSON.").waitFor();
    await dialog().getByText("Another row has this key.").first().waitFor();
    await assertAccessible(page, "changing a booking");
    await dialog().getByLabel("Value 2, as JSON").fill("3");
    await dialog().getByLabel("Key 3").fill("row");
    await button("Save the changes").click();
    await page.getByText("Booking changed.").waitFor();
    await page.getByRole("heading", { name: "Booking of Ann Archer and 1 more" }).waitFor();
    await page.getByLabel("Facts").getByText("A-2").waitFor();
    const history = page.getByRole("list", { name: "History" });
    await history.getByText("Name changed").waitFor();
    const { data: kept, reference, tickets } = await show(booking);
    assert.deepEqual(kept, { allergies: "none", seats: 3, row: "front" });
    assert.equal(reference, "A-2");
    assert.deepEqual(
      tickets.map(({ attendee }: any) => attendee.display_name),
      ["Ann Archer", null],
    );
    await page.getByRole("button", { name: "Change…" }).click();
    for (const row of ["allergies", "seats", "row"]) await button(`Remove ${row}`).click();
    await dialog().getByLabel("Reference").fill("");
    await button("Save the changes").click();
    await page.getByLabel("Facts").getByText("A-2").waitFor({ state: "detached" });
    assert.ok(!("data" in (await show(booking))));
    assert.deepEqual(shown.troubles, []);
  });

  test("what is changed by nobody is not sent, and another booking's reference is refused", async () => {
    const booking = await book("BEA", { reference: "B-1" });
    await book("BEN", { reference: "B-2" });
    await to(`bookings/${booking}`);
    await page.getByRole("button", { name: "Change…" }).click();
    await button("Save the changes").click();
    await dialog().waitFor({ state: "detached" });
    assert.equal((await show(booking)).history.length, 1);
    await page.getByRole("button", { name: "Change…" }).click();
    await dialog().getByLabel("Reference").fill("B-2");
    await button("Save the changes").click();
    await dialog().getByText("Another booking of the campaign has this reference").waitFor();
    await button("Cancel").click();
  });

  test("a booking is given to a contact that is known, or to a new one that is named as such", async () => {
    const booking = await book("CLEO", { attendees: ["Cleo"] });
    await book("DAN", { attendees: ["Dan", "Dora"] });
    await to(`bookings/${booking}`);
    await page.getByRole("button", { name: "Change…" }).click();
    const contact = dialog().getByLabel("External id of the contact");
    await contact.fill("DNA");
    await dialog().getByText("Nobody has this external id yet: a new contact is made.").waitFor();
    await contact.fill("DAN");
    await dialog().getByText("A contact that is known: last with Dan.").waitFor();
    await button("Save the changes").click();
    await dialog().getByText("Give the contact more tickets than the limit allows").waitFor();
    await assertAccessible(page, "beyond the limit");
    await dialog().getByLabel("Give the contact more tickets").check();
    await button("Save the changes").click();
    await page.getByText("Booking changed.").waitFor();
    await page.getByLabel("Facts").getByRole("link", { name: "DAN" }).waitFor();
    assert.equal((await show(booking)).external_id, "DAN");
  });

  test("a new contact is named as one before it is booked for", async () => {
    await to("bookings");
    await page.getByRole("button", { name: "Book for a contact" }).click();
    await dialog().getByLabel("External id of the contact").fill("DNA");
    await dialog().getByText("Nobody has this external id yet: a new contact is made.").waitFor();
    await dialog().getByLabel("External id of the contact").fill("DAN");
    await dialog().getByText("A contact that is known").waitFor();
    await button("Cancel").click();
  });

  test("a booking is found by its reference", async () => {
    const booking = await book("EVE", { attendees: ["Eve"], reference: "ORDER-7" });
    await to("bookings?q=ORDER-7");
    const found = page.getByRole("table", { name: "Bookings by reference" });
    await found.getByText("EVE", { exact: true }).waitFor();
    await page.getByText("Nothing has this id").waitFor({ state: "detached" });
    await found.getByRole("link").first().click();
    await page.getByText(booking).first().waitFor();
  });

  test("contacts are found by name, external id, reference and their own id, on a page of theirs", async () => {
    await book("FAY", { attendees: ["Fay Flint"], reference: "ORDER-8" });
    const { json } = await api.ask("GET", `${acmePath}/contacts?external_id=FAY`);
    const { contact } = json.items[0];
    const gone = await book("GIL", {});
    await api.ask("POST", `${acmePath}/bookings/${gone}/cancel`, {});
    await to("contacts");
    await page.getByRole("heading", { name: "Whose bookings come next" }).waitFor();
    const list = page.getByRole("table", { name: "Contacts" });
    await list.getByRole("link", { name: "FAY" }).waitFor();
    // Nobody comes to a booking that was cancelled.
    assert.equal(await list.getByRole("link", { name: "GIL" }).count(), 0);
    await assertAccessible(page, "contacts");
    for (const text of ["flint", "FAY", "ORDER-8", contact]) {
      await page.getByLabel(/^Find by name/).fill(text);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: `Who “${text}” is` }).waitFor();
      await list.getByRole("link", { name: "FAY" }).waitFor();
      assert.equal(await list.getByRole("row").count(), 2, text);
    }
    await page.getByLabel(/^Find by name/).fill("fay");
    await page.keyboard.press("Enter");
    await list.getByRole("cell", { name: "Fay Flint" }).waitFor();
    await page.getByLabel(/^Find by name/).fill("nobody at all");
    await page.keyboard.press("Enter");
    await page.getByText("Nobody is found").waitFor();
    await page.getByRole("button", { name: "Back to who comes next" }).click();
    await list.getByRole("link", { name: "FAY" }).click();
    await page.getByRole("heading", { name: "FAY", exact: true }).waitFor();
    assert.deepEqual(shown.troubles, []);
  });

  test("a name is put right at the desk, also on a phone, and found by its reference", async () => {
    const booking = await book("GUS", { attendees: ["Gsu Gray"], reference: "ORDER-9" });
    const theirs = await shown.signIn(
      { role: "staff" },
      "/at/acme/production/desk?interaction=pk_summer&day=2031-05-01",
      { viewport: { width: 390, height: 844 } },
    );
    const people = theirs.getByRole("list", { name: "People" });
    await people.getByText("Gsu Gray").waitFor();
    await theirs.getByLabel("Scan a ticket, or type a name").fill("order-9");
    await people.getByText("EVE", { exact: true }).waitFor({ state: "detached" });
    await people.getByRole("button", { name: "Put the name right: Gsu Gray" }).click();
    await assertAccessible(theirs, "a name at the desk");
    await dialog(theirs).getByLabel("Ticket 1", { exact: true }).fill("Gus Gray");
    await theirs.keyboard.press("Enter");
    await people.getByText("Gus Gray").waitFor();
    assert.equal((await show(booking)).tickets[0].attendee.display_name, "Gus Gray");
    // What the desk keeps for hours without a connection has the name too.
    const kept = async () =>
      String(
        await theirs.evaluate(`(async () => {
          const texts = [];
          for (const { name } of await indexedDB.databases()) {
            const database = await new Promise((done) => {
              const request = indexedDB.open(name);
              request.onsuccess = () => done(request.result);
            });
            for (const store of database.objectStoreNames) {
              const all = database.transaction(store).objectStore(store).getAll();
              await new Promise((done) => { all.onsuccess = done; });
              texts.push(JSON.stringify(all.result));
            }
            database.close();
          }
          return texts.join();
        })()`),
      );
    await until(async () => (await kept()).includes("Gus Gray"));
    // The history says what the name was.
    await until(async () => !(await kept()).includes(`"attendee":{"display_name":"Gsu Gray"`));
    await theirs.context().close();
  });
});
