import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import { acmePath, openDesk, type Desk } from "../../test/harness/operator-api.ts";
import { cancelPath } from "../../test/harness/seed.ts";
import { assertAccessible } from "./assert-accessible.ts";
import {
  fillBooking,
  removedSlot,
  slot,
  slotWords,
  startConsoleWithSlots,
} from "./booking-form.ts";
import type { ConsoleUnderTest } from "./console-under-test.ts";

const hostile = "<b onclick=alert(1)>Bob</b>";

describe("bookings in the console", () => {
  let shown: ConsoleUnderTest;
  let api: Desk;
  let page: Page;
  before(async () => {
    shown = await startConsoleWithSlots();
    api = await openDesk(shown.service);
    page = await shown.signIn({}, "/at/acme/production/bookings");
    await page.getByRole("heading", { name: "Bookings", exact: true }).waitFor();
  });
  after(() => shown?.[Symbol.asyncDispose]());

  const to = (path: string, who = page) => who.goto(`/at/acme/production/${path}`);
  const dialog = () => page.getByRole("dialog");
  const bookingOf = async (externalId: string): Promise<string> => {
    const found = await api.ask("GET", `${acmePath}/bookings?external_id=${externalId}`);
    return found.json.items[0].booking;
  };

  test("are made until the slot is full, then wait; a cancel lets the next one in", async () => {
    await fillBooking(page, "ANN", ["Ann Archer"]);
    await dialog().getByText("There are seats: it will be confirmed.").waitFor();
    await assertAccessible(page, "the form");
    await dialog().getByRole("button", { name: "Book", exact: true }).dblclick();
    await dialog().getByText("Confirmed booking: Ann Archer").waitFor();
    await dialog().getByText("It took one seat for one ticket; nobody was waiting.").waitFor();
    await assertAccessible(page, "booked");
    await dialog().getByRole("button", { name: "Done" }).click();
    const made = await api.ask("GET", `${acmePath}/bookings?external_id=ANN`);
    assert.equal(made.json.items.length, 1, "a double click books once");

    await fillBooking(page, "BOB", [hostile]);
    await dialog().getByRole("button", { name: "Book", exact: true }).click();
    await dialog().getByText(`Confirmed booking: ${hostile}`).waitFor();
    await dialog().getByRole("button", { name: "Done" }).click();

    await fillBooking(page, "CLEO", ["Cleo Carter"]);
    await dialog().getByText("It is full: it will join the waitlist.").waitFor();
    await dialog().getByRole("button", { name: "Book", exact: true }).click();
    await dialog().getByText("On the waitlist: Cleo Carter").waitFor();
    await dialog().getByText("It is number 1 on the waitlist").waitFor();
    await dialog().getByRole("link", { name: "Show the booking" }).click();

    await page.getByRole("heading", { name: "Booking of Cleo Carter" }).waitFor();
    await page.getByRole("button", { name: "Promote" }).click();
    await dialog().getByRole("button", { name: "Promote" }).click();
    await dialog().getByText("It needs 1 seat and 0 are free").waitFor();
    await dialog().getByRole("button", { name: "Leave it waiting" }).click();

    await to(`bookings/${await bookingOf("ANN")}`);
    await page.getByRole("button", { name: "Cancel the booking" }).click();
    await dialog().getByText("go to the first on the waitlist at once").waitFor();
    await dialog().getByRole("button", { name: "Cancel the booking" }).click();
    await page.getByText("Cancelled the booking.").waitFor();
    await page.getByLabel("Facts").getByText("CANCELLED").waitFor();
    await page.getByRole("heading", { name: "It cannot be cancelled" }).waitFor();

    await to(`bookings/${await bookingOf("CLEO")}`);
    await page.getByLabel("Facts").getByText("CONFIRMED").waitFor();
    const address = page.url();
    await page.getByLabel("Facts").getByRole("link", { name: slotWords }).click();
    await page.getByRole("region", { name: "Waitlist" }).waitFor();
    await page.goto(address);
    const history = page.getByRole("list", { name: "History" });
    await history.getByText("Moved up from the waitlist").waitFor();
    await history.getByText("By itself, into seats that became free, took one seat.").waitFor();
    await assertAccessible(page, "a booking");
    assert.deepEqual(shown.troubles, []);
  });

  test("R48 who has checked in cannot be cancelled, until that is taken back", async () => {
    await to(`bookings/${await bookingOf("BOB")}`);
    await page.getByRole("heading", { name: hostile }).waitFor();
    await page.getByRole("button", { name: "Check in ticket 1" }).click();
    await page.getByText("checked in", { exact: true }).waitFor();
    await page.getByRole("heading", { name: "It cannot be cancelled" }).waitFor();
    await page.getByText(/^An attendee checked in: /).waitFor();
    await page.getByText(/The attendee of ticket 1 checked in at \w{3}, \d+ \w+ \d{4}/).waitFor();
    assert.equal(await page.getByRole("button", { name: "Cancel the booking" }).count(), 0);
    await page.getByRole("button", { name: "Undo check-in of ticket 1" }).click();
    await page.getByRole("heading", { name: "It can be cancelled" }).waitFor();
    const events = page.getByRole("list", { name: "History" }).getByRole("listitem");
    await events.first().getByText("Check-in taken back").waitFor();
    assert.match((await events.first().innerText()) ?? "", /^Check-in taken back\s+Ticket 1\.\s/);
    assert.match(await events.first().innerText(), /by operator: admin-\d+\s+Request [\w-]+$/);
  });

  test("are found by external id, booking and request id, each said to be what it is", async () => {
    const booking = await bookingOf("BOB");
    const { service } = shown;
    const cancel = await service.call({
      method: "POST",
      path: cancelPath,
      token: await service.token(),
      body: { booking: await bookingOf("CLEO") },
    });
    assert.equal(cancel.status, 200, cancel.text);
    const requestId = String(cancel.headers["x-request-id"]);

    await to("bookings");
    const find = async (id: string) => {
      await page
        .getByLabel("Find by name, external id, reference, booking or request id")
        .fill(` ${id}`);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: `What “${id}” is` }).waitFor();
    };
    await find("BOB");
    await page.getByRole("heading", { name: "A contact" }).waitFor();
    await page.getByRole("table", { name: "Bookings of BOB" }).getByText(slotWords).waitFor();
    await assertAccessible(page, "what was found");
    await find(booking);
    await page.getByRole("heading", { name: "A booking", exact: true }).waitFor();
    await page.getByRole("link", { name: "tasting of BOB" }).waitFor();
    // What callers asked is written down a moment after its answer.
    while ((await api.ask("GET", `/requests/${requestId}`)).status === 404) await pause(100);
    await find(requestId);
    await page.getByText(/was answered 200/).waitFor();
    const changed = page.getByRole("table", { name: "Bookings that the request changed" });
    await changed.getByText("CLEO", { exact: true }).waitFor();
    // An external id is compared sign by sign, and a name without case.
    await find("bob");
    await page.getByRole("table", { name: "Bookings by name" }).waitFor();
    assert.equal(await page.getByRole("heading", { name: "A contact" }).count(), 0);
    await find("nobody");
    await page.getByText("Nothing has this id or name.").waitFor();
  });

  test("are filtered by campaign, status and the days of their slots", async () => {
    await to("bookings");
    const rows = page.getByRole("table", { name: "Bookings" }).getByRole("row");
    await rows.nth(3).waitFor();
    await page.getByLabel("Status").selectOption("CANCELLED");
    await page.getByText("ANN", { exact: true }).waitFor();
    await page.getByText("BOB", { exact: true }).waitFor({ state: "detached" });
    await page.getByLabel("Campaign").selectOption("pk_winter");
    await page.getByText("No bookings here").waitFor();
    await page.getByRole("button", { name: "Show all to come" }).click();
    await page.getByText("BOB", { exact: true }).waitFor();
    await page.getByLabel("Campaign").selectOption("pk_summer");
    await page.getByLabel("From (Europe/Paris)").fill("2031-05-02");
    await page.getByText("No bookings here").waitFor();
    await page.getByLabel("From (Europe/Paris)").fill("2031-05-01");
    await page.getByLabel("To (Europe/Paris)").fill("2031-05-01");
    await page.getByText("BOB", { exact: true }).waitFor();
    await assertAccessible(page, "the list");
  });

  test("a contact is handed over as a file, and erased once the id was typed", async () => {
    await to("bookings?q=BOB");
    await page.getByRole("link", { name: "Everything about BOB" }).click();
    await page.getByRole("heading", { name: "BOB", exact: true }).waitFor();
    await assertAccessible(page, "a contact");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download everything" }).click();
    const file = JSON.parse(readFileSync(await (await download).path(), "utf8"));
    assert.equal(file.external_id, "BOB");
    assert.equal(file.bookings[0].tickets[0].attendee.display_name, hostile);

    await page.getByRole("button", { name: "Merge" }).click();
    await dialog().getByLabel("External id of the contact that stays").fill("NOBODY");
    await assertAccessible(page, "merging");
    await dialog().getByRole("button", { name: "Merge for good" }).click();
    await dialog().getByText("The account has no contact with the other external id.").waitFor();
    await dialog().getByRole("button", { name: "Keep both" }).click();
    await page.getByRole("button", { name: "Erase" }).click();
    const erase = dialog().getByRole("button", { name: "Erase for good" });
    const id = dialog().getByLabel("Type the external id to confirm");
    await id.fill("bob");
    await erase.click();
    await dialog().getByText("Type BOB, letter by letter.").waitFor();
    assert.equal(await id.getAttribute("aria-invalid"), "true");
    await dialog().getByText("Choose one of the two.").waitFor();
    await assertAccessible(page, "what is missing before erasing");
    await id.fill("BOB");
    await erase.click();
    await dialog().getByText("Choose one of the two.").waitFor();
    await dialog()
      .getByLabel(/^Cancel them/)
      .check();
    assert.equal(await dialog().getByRole("alert").count(), 0);
    await erase.click();
    await page.getByText("Erased; 1 cancelled.").waitFor();
    const found = await api.ask("GET", `${acmePath}/contacts?external_id=BOB`);
    assert.deepEqual(found.json.items, []);
  });

  test("staff checks in and does no more, and a viewer only looks", async () => {
    const booked = await api.ask("POST", `${acmePath}/bookings`, {
      external_id: "DORA",
      interaction: "pk_summer",
      activity: "tasting",
      slot_starting_at: slot,
      ticket_type: "standard",
      attendees: ["Dora", "Dana"],
    });
    assert.equal(booked.json.booking_status, "CONFIRMED");
    const { booking } = booked.json;
    const buttons = async (role: "staff" | "viewer", path: string, ready: string) => {
      const theirs = await shown.signIn({ role }, `/at/acme/production/${path}`);
      await theirs.getByRole("heading", { name: ready, exact: true }).waitFor();
      await theirs.getByRole("main").getByText("Thu, 1 May 2031").first().waitFor();
      const all = await theirs.getByRole("main").getByRole("button").all();
      const names = await Promise.all(
        all.map(
          async (each) => (await each.getAttribute("aria-label")) ?? (await each.innerText()),
        ),
      );
      await theirs.context().close();
      return names;
    };
    assert.deepEqual(await buttons("staff", `bookings/${booking}`, "Booking of Dora and Dana"), [
      "Change…",
      "Check in ticket 1",
      "Check in ticket 2",
    ]);
    assert.deepEqual(
      await buttons("viewer", `bookings/${booking}`, "Booking of Dora and Dana"),
      [],
    );
    const sorted = ["Slot", "Status", "External id", "Activity"];
    assert.deepEqual(await buttons("viewer", "bookings", "Bookings"), ["Find", ...sorted]);
    assert.deepEqual(await buttons("staff", "bookings", "Bookings"), ["Find", ...sorted]);
    const found = await api.ask("GET", `${acmePath}/contacts?external_id=DORA`);
    const { contact } = found.json.items[0];
    assert.deepEqual(await buttons("staff", `contacts/${contact}`, "DORA"), [
      "Download everything",
    ]);
  });

  test("an operator moves one to a free slot of its campaign, and cancels it with a reason", async () => {
    const booking = await bookingOf("DORA");
    const second = { ticket: 2, reason: "came alone" };
    const cancelled = await api.ask("POST", `${acmePath}/bookings/${booking}/cancel`, second);
    assert.equal(cancelled.status, 200, cancelled.text);
    await to(`bookings/${booking}`);
    await page.getByRole("button", { name: "Move", exact: true }).click();
    const slots = dialog().getByLabel("Slot (times in Europe/Paris)");
    const offered = slots.getByRole("option", { name: /1 of 1 left/ });
    await offered.nth(1).waitFor({ state: "attached" });
    // Its own slot is no place to move to.
    assert.equal(await slots.getByRole("option").count(), 3);
    await assertAccessible(page, "moving");
    await dialog()
      .getByText(/One ticket of Dora, now Tasting/)
      .waitFor();
    await slots.selectOption((await offered.nth(1).getAttribute("value")) ?? "");
    await dialog().getByText("There are seats: it will be confirmed.").waitFor();
    const gone = `${acmePath}/interactions/pk_summer/activities/tasting/slots/${removedSlot}`;
    assert.equal((await api.ask("DELETE", gone)).status, 204);
    const move = dialog().getByRole("button", { name: "Move the booking" });
    await move.click();
    const fault = dialog().getByRole("alert");
    await fault.waitFor();
    const described = (await slots.getAttribute("aria-describedby")) ?? "";
    assert.ok(described.split(" ").includes((await fault.getAttribute("id")) ?? "none"));
    await slots.selectOption((await offered.first().getAttribute("value")) ?? "");
    await move.click();
    await page.getByText(/^Moved to Fri, 2 May 2031, 10:00 CEST\.$/).waitFor();
    const history = page.getByRole("list", { name: "History" });
    await history.getByText("Moved to another slot").waitFor();
    await history
      .getByText(`From ${slotWords} to Fri, 2 May 2031, 10:00 CEST, took one seat.`)
      .waitFor();
    await history.getByText(/reason: “came alone”/).waitFor();
    await page.getByRole("button", { name: "Cancel the booking" }).click();
    await dialog()
      .getByText(/One ticket of Dora, Tasting/)
      .waitFor();
    await dialog().getByLabel("Reason (optional)").fill("the venue is shut");
    await dialog().getByRole("button", { name: "Cancel the booking" }).click();
    await history.getByText(/reason: “the venue is shut”/).waitFor();
    await page.getByRole("button", { name: "Move", exact: true }).waitFor({ state: "detached" });
    assert.deepEqual(shown.troubles, []);
  });

  test("A70 a contact's bookings are given to another", async () => {
    const found = await api.ask("GET", `${acmePath}/contacts?external_id=DORA`);
    await to(`contacts/${found.json.items[0].contact}`);
    await page.getByRole("button", { name: "Merge" }).click();
    await dialog().getByText("Its booking becomes the other contact's").waitFor();
    await dialog().getByLabel("External id of the contact that stays").fill("ANN");
    await dialog().getByRole("button", { name: "Merge for good" }).click();
    await page.getByText("One booking is the other contact's now.").waitFor();
    await page.getByRole("heading", { name: "What “ANN” is" }).waitFor();
    const bookings = await api.ask("GET", `${acmePath}/bookings?external_id=ANN`);
    assert.equal(bookings.json.items.length, 2);
  });

  test("A69 after the cut-off a cancel asks whether it is meant", async () => {
    const booked = await api.ask("POST", `${acmePath}/bookings`, {
      external_id: "EVE",
      interaction: "pk_summer",
      activity: "tasting",
      slot_starting_at: slot,
      ticket_type: "standard",
    });
    assert.equal(booked.status, 201, booked.text);
    const campaign = `${acmePath}/interactions/pk_summer`;
    const stored = await api.ask("GET", campaign);
    const { kind: _kind, public_key: _key, ...fields } = stored.json;
    const late = { ...fields, cancellation_cutoff_minutes: 100_000_000 };
    const saved = await api.ask("PUT", campaign, late, { "if-match": String(stored.headers.etag) });
    assert.equal(saved.status, 200, saved.text);
    await to(`bookings/${booked.json.booking}`);
    await page.getByRole("heading", { name: "Callers can no longer cancel it" }).waitFor();
    await page.getByRole("button", { name: "Cancel after the cut-off" }).click();
    const meant = dialog().getByLabel(/^Cancel it although the cut-off has passed/);
    await dialog().getByRole("button", { name: "Cancel the booking" }).click();
    await dialog()
      .getByText(/cut-off for cancelling has passed/)
      .waitFor();
    await assertAccessible(page, "cancelling after the cut-off");
    await meant.check();
    await dialog().getByRole("button", { name: "Cancel the booking" }).click();
    const history = page.getByRole("list", { name: "History" });
    await history.getByText(/after the cut-off, on purpose/).waitFor();
  });

  test("who may not pass over a limit is not asked to, and reads a sentence for people", async () => {
    const campaign = `${acmePath}/interactions/pk_summer`;
    const stored = await api.ask("GET", campaign);
    const { kind: _kind, public_key: _key, ...fields } = stored.json;
    const limited = { ...fields, tickets_per_contact: 1 };
    await api.ask("PUT", campaign, limited, { "if-match": String(stored.headers.etag) });
    const pastIt = "Give the contact more tickets than the limit allows, which is recorded";
    for (const role of ["agent", "admin"] as const) {
      const theirs = await shown.signIn({ role }, "/at/acme/production/bookings");
      await fillBooking(theirs, "LIMA", ["Ann", "Bob"]);
      const form = theirs.getByRole("dialog");
      const may = role === "admin" ? 1 : 0;
      assert.equal(await form.getByLabel(/^Book even if it is full/).count(), may, role);
      await form.getByRole("button", { name: "Book", exact: true }).click();
      await form.getByText(/of 1 at most: cancel some of them first\.$/).waitFor();
      assert.equal(await form.getByLabel(pastIt).count(), may, role);
      await theirs.context().close();
    }
  });
});
