import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { acmePath, openDesk, type Desk } from "../../test/harness/operator-api.ts";
import { booking, catalogue, withSlots } from "../../test/harness/seed.ts";
import { acme } from "../../test/harness/service.ts";
import { assertAccessible } from "./assert-accessible.ts";
import { startConsoleUnderTest, type ConsoleUnderTest } from "./console-under-test.ts";

const at = "/at/acme/production/campaigns";
const markup = '<img src=x onerror="document.title=1"><b>Bold</b>';

describe("campaigns in the console", () => {
  let shown: ConsoleUnderTest;
  let desk: Desk;
  before(async () => {
    const data = [...catalogue, ...withSlots([booking("CUST-1")])];
    shown = await startConsoleUnderTest([{ name: acme, hosts: ["api.acme.example"], data }]);
    desk = await openDesk(shown.service);
  });
  after(() => shown?.[Symbol.asyncDispose]());

  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
  const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

  async function done(page: Page): Promise<void> {
    await page.context().close();
    assert.deepEqual(shown.troubles, []);
  }

  test("R14 a campaign is made with group, activity and ticket type, all by hand", async () => {
    const page = await shown.signIn({}, at);
    await button(page, "New campaign").click();
    await field(page, "Public key").fill("pk_autumn");
    await field(page, "Group").selectOption("A new group…");
    await field(page, "New group: unique key").fill("acme-it");
    await field(page, "New group: display name").fill("Acme Italia");
    await field(page, "Time zone").fill("Europe/Rome");
    await said(page, /^Clocks there show .* CES?T\.$/);
    await field(page, "Languages").fill("it, en-GB");
    await said(page, /“en-gb” is no base language code/);
    await field(page, "Languages").fill("it, en");
    await field(page, "Default language").selectOption("Italian (it)");
    await field(page, "Waitlist").selectOption("Promotes by itself");
    await field(page, "Cancelling closes … minutes before the slot").fill("1440");
    await said(page, /Callers can cancel until 1 day before/);
    await field(page, "First activity: id").fill("harvest");
    await field(page, "First activity: title (it)").fill("Vendemmia");
    await assertAccessible(page, "a new campaign");
    await button(page, "Save campaign").click();
    await page.getByRole("heading", { name: "pk_autumn" }).waitFor();
    await said(page, "None yet: nobody can book this activity.");
    await button(page, "Add ticket type").click();
    await field(page, "Id").fill("standard");
    await field(page, "Display name").fill("Posto");
    const [from, until] = [/^Bookable from/, /^Bookable until/].map((label) =>
      page.getByLabel(label),
    );
    await from?.fill("2031-05-02T10:00");
    await until?.fill("2031-05-01T10:00");
    await button(page, "Save ticket type").click();
    // The form's words and the campaign's clocks, not the API's.
    await said(
      page,
      "Expected: a time later than “Bookable from”, which is Fri, 2 May 2031, 10:00 CEST.",
    );
    await from?.fill("");
    await until?.fill("");
    await button(page, "Save ticket type").click();
    await page.getByRole("listitem").filter({ hasText: "Posto" }).waitFor();
    await assertAccessible(page, "a campaign");

    const { json } = await desk.ask("GET", `${acmePath}/interactions/pk_autumn`);
    const { id: _id, ...campaign } = json;
    assert.deepEqual(campaign, {
      kind: "interaction",
      public_key: "pk_autumn",
      group: "acme-it",
      timezone: "Europe/Rome",
      default_language: "it",
      languages: ["it", "en"],
      cancellation_cutoff_minutes: 1440,
      booking_cutoff_minutes: null,
      waitlist_promotion: "automatic",
      waitlist_offer_minutes: null,
      reminder_minutes: null,
      tickets_per_contact: null,
      contact_limit_counts: "upcoming",
    });
    await page.getByRole("link", { name: "Campaigns" }).first().click();
    await page.getByRole("region", { name: "Campaigns of Acme Italia" }).waitFor();
    await done(page);
  });

  test("A42 a missing translation is marked with what callers get, until it is filled", async () => {
    const page = await shown.signIn({}, `${at}/pk_summer`);
    const card = page.getByRole("article", { name: "Activity tour" });
    await card.getByText("Missing: falls back to French (fr), “Visite”.").waitFor();
    await card.getByText("1 text missing").waitFor();
    await button(page, "Edit Visite (fr)").click();
    const english = page.getByRole("group", { name: /English/ });
    await english.getByText("missing", { exact: true }).waitFor();
    await field(page, "Title (en)").fill(markup);
    assert.equal(await english.getByText("missing", { exact: true }).count(), 0);
    await assertAccessible(page, "an activity");
    await button(page, "Save activity").click();
    // What was stored is text, whatever it looks like.
    await card.getByText(markup).first().waitFor();
    assert.equal(await card.getByText("1 text missing").count(), 0);
    assert.equal(await page.locator("#main b, #main img").count(), 0);
    await done(page);
  });

  test("B68 a lost update is refused, told, and what was typed is kept", async () => {
    const page = await shown.signIn({}, `${at}/pk_summer`);
    await button(page, "Edit Tasting").click();
    await field(page, "Title (fr)").fill("Dégustation du soir");

    const path = `${acmePath}/interactions/pk_summer/activities/tasting`;
    const before = await desk.ask("GET", path);
    const { kind: _kind, interaction: _interaction, id: _id, ...body } = before.json;
    const theirs = { ...body, title: { ...body.title, en: "Evening tasting" } };
    const put = await desk.ask("PUT", path, theirs, { "if-match": before.headers["etag"] ?? "" });
    assert.equal(put.status, 200, put.text);

    await button(page, "Save activity").click();
    const note = page.getByRole("alert");
    await note.getByText("Somebody changed it meanwhile").waitFor();
    const words = (await note.innerText()).replace(/\s+/g, " ");
    assert.match(words, /Title \(en\) Tasting → Evening tasting/);
    assert.doesNotMatch(words, /Title \(fr\)/);
    assert.equal(await field(page, "Title (fr)").inputValue(), "Dégustation du soir");
    assert.equal((await desk.ask("GET", path)).json.title.fr, "Dégustation");
    await assertAccessible(page, "a lost update");

    await button(page, "Keep mine").click();
    await button(page, "Save activity").click();
    await page.getByText("Dégustation du soir").waitFor();
    const stands = (await desk.ask("GET", path)).json.title;
    assert.deepEqual(stands, { fr: "Dégustation du soir", en: "Tasting" });
    await done(page);
  });

  test("a refused field that the form shows under no name is called by its label", async () => {
    const page = await shown.signIn({}, `${at}/pk_summer`);
    await button(page, "New activity").click();
    await field(page, "Id").fill("long");
    await field(page, "Title (fr)").fill("x".repeat(17_000));
    await button(page, "Save activity").click();
    await said(page, "Nothing was changed: correct what is listed here.");
    const [fault = ""] = await page.getByRole("dialog").getByRole("listitem").allInnerTexts();
    assert.match(fault, /^activity, “Title”: Expected: /);
    await assertAccessible(page, "a refused activity");
    await done(page);
  });

  test("B68 a new activity under a known id gets another id", async () => {
    const page = await shown.signIn({}, `${at}/pk_summer`);
    await button(page, "New activity").click();
    await field(page, "Id").fill("tasting");
    await field(page, "Title (fr)").fill("Mosaïque");
    await button(page, "Save activity").click();
    await said(page, "There is one of this name already");
    await field(page, "Id").fill("mosaic");
    await button(page, "Save activity").click();
    await page.getByRole("article", { name: "Activity mosaic" }).waitFor();
    await done(page);
  });

  test("B68 what is still used is not removed, and why is said; what is not used goes", async () => {
    const page = await shown.signIn({}, `${at}/pk_summer`);
    const card = page.getByRole("article", { name: "Activity tasting" });
    await card.getByRole("button", { name: "Remove ticket type Standard" }).click();
    await button(page, "Remove ticket type").click();
    await said(page, /There are still bookings of it/);
    await assertAccessible(page, "a refused removal");
    await page.keyboard.press("Escape");
    await card.getByRole("button", { name: "Remove ticket type Open" }).click();
    await button(page, "Remove ticket type").click();
    await card.getByText("Open").waitFor({ state: "detached" });
    await done(page);
  });

  test("a campaign that nobody booked goes with what belongs to it, then its group", async () => {
    const lines = [
      { kind: "group", unique_key: "brief", display_name: "Brief" },
      {
        kind: "interaction",
        public_key: "pk_brief",
        group: "brief",
        timezone: "Etc/UTC",
        default_language: "en",
        languages: ["en"],
      },
      { kind: "activity", interaction: "pk_brief", id: "talk", title: { en: "Talk" } },
      { kind: "activity", interaction: "pk_brief", id: "walk", title: { en: "Walk" } },
      {
        kind: "slot",
        interaction: "pk_brief",
        activity: "walk",
        starting_at: "2031-05-01T08:00:00Z",
        capacity: 3,
      },
    ];
    const edits = lines.map((line) => ({ line }));
    const made = await desk.ask("POST", `${acmePath}/catalogue`, { edits });
    assert.equal(made.status, 200, made.text);
    const page = await shown.signIn({}, `${at}/pk_brief`);
    await button(page, "Remove activity Walk").click();
    await button(page, "Remove activity").click();
    await page.getByRole("article", { name: "Activity walk" }).waitFor({ state: "detached" });
    await button(page, "Remove activity Talk").click();
    await button(page, "Remove activity").click();
    await said(page, /A campaign has at least one activity/);
    await page.keyboard.press("Escape");
    await button(page, "Remove campaign").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Type it to confirm").fill("pk_brief");
    await assertAccessible(page, "a campaign's removal");
    await dialog.getByRole("button", { name: "Remove campaign" }).click();
    await page.getByRole("heading", { name: "Campaigns", exact: true }).waitFor();
    const group = page.getByRole("region", { name: "Group Brief" });
    await group.getByText("No campaign belongs to it.").waitFor();
    await button(page, "Remove group Brief").click();
    await button(page, "Remove group").click();
    await group.waitFor({ state: "detached" });
    assert.equal((await desk.ask("GET", `${acmePath}/groups/brief`)).status, 404);
    await done(page);
  });

  test("A95 a new length asks about existing slots, and a ticket type keeps its limit in each slot", async () => {
    const page = await shown.signIn({}, `${at}/pk_summer`);
    const activity = page.getByRole("article", { name: "Activity tasting" });
    await activity.getByRole("button", { name: /^Edit T/ }).click();
    await field(page, "Length of its slots in minutes").fill("50");
    await button(page, "Save activity").click();
    await said(page, "Also change existing slots?");
    await said(page, "1 slot so far: 45 minutes");
    await assertAccessible(page, "the question about existing slots");
    await field(page, "From day").fill("2030-05-02");
    await said(page, "No slot from that day on lasts otherwise.");
    await field(page, "From day").fill("2030-05-01");
    await button(page, "Change 1 slot").click();
    await said(page, "1 slot is changed.");
    const { json } = await desk.ask(
      "GET",
      `${acmePath}/slots?interaction=pk_summer&activity=tasting`,
    );
    assert.equal(json.items[0].slot_duration_in_minutes, 50);

    // Nothing is asked where no slot lasts otherwise.
    await activity.getByRole("button", { name: /^Edit T/ }).click();
    await button(page, "Save activity").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await activity.getByRole("button", { name: "Edit ticket type Standard" }).click();
    await field(page, "Tickets of it in each slot, at most").fill("7");
    await assertAccessible(page, "a ticket type");
    await button(page, "Save ticket type").click();
    await activity.getByText("at most 7 in a slot").waitFor();
    await activity.getByRole("button", { name: "Edit ticket type Standard" }).click();
    await field(page, "Display name").fill("Simple");
    await button(page, "Save ticket type").click();
    await activity.getByText("Simple").waitFor();
    const type = `${acmePath}/interactions/pk_summer/activities/tasting/ticket-types/standard`;
    assert.equal((await desk.ask("GET", type)).json.capacity_per_slot, 7);
    await activity.getByRole("button", { name: "Edit ticket type Simple" }).click();
    await page.getByLabel(/^Limited: each ticket/).uncheck();
    assert.equal(await field(page, "Tickets of it in each slot, at most").count(), 0);
    await page.keyboard.press("Escape");
    await done(page);
  });

  test("P28 a viewer sees everything and no button that changes it", async () => {
    const page = await shown.signIn({ role: "viewer" }, at);
    await page.getByRole("link", { name: "pk_winter" }).click();
    await page.getByRole("article", { name: "Activity tasting" }).waitFor();
    await page.getByText("Standard").waitFor();
    const changing = page.locator("#main").getByRole("button");
    assert.deepEqual(await changing.allInnerTexts(), []);
    await page.getByRole("link", { name: "Campaigns" }).first().click();
    await page.getByRole("heading", { name: "Campaigns" }).waitFor();
    await page.getByRole("link", { name: "pk_summer" }).waitFor();
    assert.deepEqual(await changing.allInnerTexts(), []);
    await assertAccessible(page, "campaigns");
    await done(page);
  });
});
