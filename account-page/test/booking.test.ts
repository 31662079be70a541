import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { axeViolations } from "../../test/harness/axe-violations.ts";
import { openDesk, type Desk } from "../../test/harness/operator-api.ts";
import { until } from "../../test/harness/until.ts";
import { pageInBrowserOfSuite } from "./page-in-browser.ts";
import { button, follow, heading, link, mainText } from "./page-words.ts";
import { free, full, holdsOffered, last, offered, waitsForOffer, week } from "./sold-lines.ts";

const phone = { width: 390, height: 844 };
const of = "/accounts/acme/production";
const slotPath = (start: string) => `${of}/interactions/pk_class/activities/yoga/slots/${start}`;
const yogaAt = (start: string) =>
  `/book/slot?interaction=pk_class&activity=yoga&start=${encodeURIComponent(start)}`;

describe("booking on the account page", () => {
  const visit = pageInBrowserOfSuite({ sells: true, holdMinutes: 10 });
  let made: Desk | null = null;
  const operator = async () => (made ??= await openDesk(visit.shop.service));
  const taken = async (start: string) =>
    (await (await operator()).ask("GET", slotPath(start))).json.taken;
  const bookingsOf = async (externalId: string) =>
    (await (await operator()).ask("GET", `${of}/bookings?external_id=${externalId}`)).json.items;
  const bookForOther = async (start: string, tickets = 1) =>
    (await operator()).ask("POST", `${of}/bookings`, {
      external_id: "shop-quick",
      interaction: "pk_class",
      activity: "yoga",
      slot_starting_at: start,
      ticket_type: "standard",
      tickets,
    });

  test("shows what can be read, and says that this is not all", async () => {
    const page = await visit.signIn("buyer");
    visit.shop.operator?.fail("/pk_choir/activities", { status: 503 });
    await page.goto(`${visit.shop.url}/book?week=${week}`);
    const note = page.getByText("Some sessions cannot be shown at the moment.");
    await note.waitFor();
    assert.match(await mainText(page), /Morning yoga/);
    assert.deepEqual(await axeViolations(page), []);
    const choices = page.getByLabel("Session").getByRole("option");
    assert.deepEqual(await choices.allInnerTexts(), [
      "All sessions",
      "Gala",
      "Morning yoga",
      "Pilates",
    ]);
    const choir = "interaction=pk_choir&activity=choir&start=2030-05-06T08:00:00Z";
    await page.goto(`${visit.shop.url}/book/slot?${choir}`);
    await heading(page, "Nothing can be booked right now");
    visit.shop.operator?.heal();
    await until(async () => {
      await page.goto(`${visit.shop.url}/book?week=${week}`);
      return (await note.count()) === 0;
    });
    assert.equal(await choices.filter({ hasText: "Choir" }).count(), 1);
    await page.context().close();
  });

  test("shows a week by the clocks at the place, and finds an activity and a host", async () => {
    const page = await visit.signIn("buyer");
    await follow(page, link(page, "Book a session"));
    await heading(page, "Nothing in this week");
    await follow(page, page.getByRole("link", { name: "Next:" }));
    const text = (await mainText(page)).replace(/\s+/g, " ");
    assert.match(text, /All times are by the clocks of Europe\/Paris/);
    assert.match(text, /Monday,? 6 May 2030 10:00–11:00 Morning yoga Room 1 5 places left Book/);
    assert.match(
      text,
      /Tuesday,? 7 May 2030 10:00–11:00 Morning yoga Room 1 Full, with a waitlist/,
    );
    assert.match(text, /Gala Room 1 Opens on Wednesday,? 1 May 2030 at 09:00/);
    assert.equal(await page.getByRole("link", { name: /Gala/ }).count(), 0);
    await page.getByLabel("With").selectOption("Ben");
    await follow(page, button(page, "Show"));
    const bens = (await page.getByRole("listitem").allInnerTexts()).join(" ");
    assert.match(bens, /Pilates\s+Ben/);
    assert.doesNotMatch(bens, /yoga|Anna/i);
    await page.getByLabel("With").selectOption("Anybody");
    await page.getByLabel("Session").selectOption("Morning yoga");
    await follow(page, button(page, "Show"));
    assert.doesNotMatch(await page.getByRole("list").first().innerText(), /Pilates/);
    await follow(page, link(page, "Week after"));
    await heading(page, "Nothing in this week");
    await page.context().close();
  });

  test("keeps the seats while the names are typed, books once, and offers a calendar", async () => {
    const page = await visit.signIn("buyer", { viewport: phone });
    await page.goto(`${visit.shop.url}/book?week=${week}`);
    const before = await taken(free);
    await follow(page, page.getByRole("link", { name: /Book Morning yoga.*6 May 2030, 10:00/ }));
    await page.getByLabel("How many").selectOption("2");
    await follow(page, button(page, "Continue"));
    assert.match(await mainText(page), /Your places are kept for 10 minutes/);
    assert.equal(await taken(free), before + 2, "they are taken for everybody else");
    assert.equal(await page.getByLabel("Ticket 1").inputValue(), "Customer buyer");
    await page.getByLabel("Ticket 2").fill("Zoé <b>");
    await follow(page, button(page, "Keep them longer"));
    assert.equal(await page.getByLabel("Ticket 2").inputValue(), "Zoé <b>");
    // The answer is lost twice: the page says so, and the same form again is the same booking.
    visit.shop.operator?.fail("/bookings", "lose the answer", 2);
    await button(page, "Book").click();
    await heading(page, "We do not know yet whether it is booked");
    await button(page, "Try again").click();
    await heading(page, "Your booking is confirmed");
    const booked = await bookingsOf("shop-buyer");
    assert.equal(booked.length, 1);
    assert.deepEqual(
      booked[0].tickets.map(({ attendee }: any) => attendee.display_name),
      ["Customer buyer", "Zoé <b>"],
    );
    assert.equal(await taken(free), before + 2);
    await page.reload();
    assert.equal((await bookingsOf("shop-buyer")).length, 1);
    const calendar = page.waitForEvent("download");
    await page.getByRole("link", { name: /Add to calendar/ }).click();
    assert.match((await calendar).suggestedFilename(), /\.ics$/);
    await page.context().close();
  });

  test("gives the seats back when the form is left, when another is opened, and at the sign-out", async () => {
    const page = await visit.signIn("second");
    const before = await taken(free);
    const open = async (start: string) => {
      await page.goto(visit.shop.url + yogaAt(start));
      await follow(page, button(page, "Continue"));
      await heading(page, "Who is coming?");
    };
    await open(free);
    assert.equal(await taken(free), before + 1);
    await follow(page, button(page, "Back, without booking"));
    assert.equal(await taken(free), before);
    await open(free);
    await open(last);
    assert.deepEqual([await taken(free), await taken(last)], [before, 1]);
    await follow(page, button(page, "Sign out"));
    assert.equal(await taken(last), 0);
    await page.context().close();
  });

  test("a hold that ended is told kindly, and its waitlist stays open", async () => {
    const page = await visit.signIn("second");
    await page.goto(visit.shop.url + yogaAt(last));
    await follow(page, button(page, "Continue"));
    const hold = new URL(page.url()).searchParams.get("hold") ?? assert.fail();
    await (await operator()).ask("DELETE", `${of}/holds/${hold}`);
    await follow(page, button(page, "Keep them longer"));
    assert.match(await mainText(page), /The time for which we kept your places is over/);
    assert.equal((await bookForOther(last)).json.booking_status, "CONFIRMED");
    await button(page, "Book").click();
    await heading(page, "The time for your places is over");
    assert.deepEqual(await bookingsOf("shop-second"), []);
    await follow(page, link(page, "Your tickets"));
    await follow(page, button(page, "Continue"));
    await heading(page, "Join the waitlist");
    await follow(page, button(page, "Join the waitlist"));
    await heading(page, "You are on the waitlist");
    assert.equal((await bookingsOf("shop-second"))[0].booking_status, "WAITLIST");
    await page.context().close();
  });

  test("says what cannot be booked: not open, too many for one person, gone, nonsense", async () => {
    const page = await visit.signIn("third");
    const { url } = visit.shop;
    await page.goto(
      `${url}/book/slot?interaction=pk_class&activity=gala&start=2030-05-09T18:00:00Z`,
    );
    await heading(page, "This session cannot be booked now");
    assert.match(await mainText(page), /Opens on Wednesday,? 1 May 2030 at 09:00/);
    await page.goto(url + yogaAt(full));
    assert.match(await mainText(page), /Full, with a waitlist/);
    const askFor = async (places: string) => {
      await page.getByLabel("How many").selectOption(places);
      await follow(page, button(page, "Continue"));
    };
    // Nobody waits for more places than there are in all.
    await askFor("2");
    await heading(page, "This session is smaller");
    await page.goto(
      `${url}/book/slot?interaction=pk_class&activity=pilates&host=anna&start=2030-05-08T16:00:00Z`,
    );
    await askFor("5");
    await heading(page, "That would be more tickets than one person may have");
    await page.goto(url + yogaAt("2030-05-06T08:01:00Z"));
    await heading(page, "This cannot be booked now");
    for (const path of ["/book/slot", "/book/names?key=x", `/book/names?key=${randomUUID()}`]) {
      await page.goto(url + path);
      await heading(page, "There is no such page");
    }
    assert.deepEqual(await bookingsOf("shop-third"), []);
    visit.shop.operator?.fail("/slots", { status: 503 });
    await page.goto(`${url}/book`);
    await heading(page, "Nothing can be booked right now");
    visit.shop.operator?.heal();
    await page.context().close();
  });

  test("an offered place shows until when it is kept, and is accepted by its own customer alone", async () => {
    await (await operator()).ask("POST", `${of}/bookings/${holdsOffered.booking}/cancel`, {});
    const stranger = await visit.signIn("holder");
    const token = await stranger.locator("input[name=token]").first().inputValue();
    const taking = await stranger.request.post(
      `${visit.shop.url}/bookings/${waitsForOffer.booking}/accept`,
      { form: { token, start: offered }, headers: { origin: visit.shop.url } },
    );
    assert.equal(taking.status(), 409);
    assert.match(await taking.text(), /No place is kept for you any more/);
    assert.equal((await bookingsOf("shop-offered"))[0].booking_status, "WAITLIST");
    await stranger.context().close();
    const page = await visit.signIn("offered", { locale: "fr-FR" });
    assert.match(await mainText(page), /Une place vous est gardée jusqu’au \p{L}+/u);
    assert.deepEqual(await axeViolations(page), []);
    await follow(page, page.getByRole("button", { name: "Accepter la place" }));
    await heading(page, "La place est à vous");
    assert.equal((await bookingsOf("shop-offered"))[0].booking_status, "CONFIRMED");
    await page.context().close();
  });

  test("a session that the house cancelled is told with its reason, to its own customer alone", async () => {
    const start = "2030-05-08T16:00:00Z";
    const pilates = { interaction: "pk_class", activity: "pilates", host: "anna" };
    const order = { ...pilates, slot_starting_at: start, ticket_type: "standard" };
    const desk = await operator();
    const booked = await desk.ask("POST", `${of}/bookings`, {
      ...order,
      external_id: "shop-holder",
    });
    assert.equal(booked.status, 201, booked.text);
    const slot = `${of}/interactions/pk_class/activities/pilates/slots/${start}`;
    const reason = "Anna is <ill> today";
    const closed = await desk.ask("POST", `${slot}/close?host=anna`, { reason });
    assert.equal(closed.status, 200, closed.text);
    for (const [options, sentence] of [
      [{}, "We had to cancel this session for everybody."],
      [
        { locale: "fr-FR", viewport: phone, colorScheme: "dark" },
        "Nous avons dû annuler cette séance pour tout le monde.",
      ],
    ] as const) {
      const page = await visit.signIn("holder", options);
      await page.goto(`${visit.shop.url}/bookings/cancelled`);
      const card = page.getByRole("article", { name: "Pilates" });
      const words = (await card.innerText()).replace(/\s+/g, " ");
      assert.ok(words.includes(`${sentence} ${reason}`), words);
      assert.deepEqual(await axeViolations(page), []);
      await page.context().close();
    }
    const other = await visit.signIn("gone");
    await other.goto(`${visit.shop.url}/bookings/cancelled`);
    assert.doesNotMatch(await mainText(other), /We had to|We cancelled/);
    visit.shop.operator?.fail("/cancellations", { status: 503 });
    const without = await visit.signIn("holder");
    await without.goto(`${visit.shop.url}/bookings/cancelled`);
    assert.match(await mainText(without), /Pilates/);
    assert.doesNotMatch(await mainText(without), /We had to/);
    visit.shop.operator?.heal();
    for (const page of [other, without]) await page.context().close();
  });

  test("with the keyboard alone", async () => {
    const page = await visit.signIn("third");
    await page.goto(visit.shop.url + yogaAt(free));
    const wanted = button(page, "Continue");
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press("Tab");
      if (await wanted.evaluate((node) => node.matches(":focus"))) break;
    }
    await page.keyboard.press("Enter");
    await heading(page, "Who is coming?");
    await page.getByLabel("Ticket 1").focus();
    await page.keyboard.press("Enter");
    await heading(page, "Your booking is confirmed");
    await page.context().close();
  });

  test("axe finds nothing, in light and dark, wide and narrow, and nothing needs to be pushed sideways", async () => {
    for (const options of [
      { viewport: { width: 1280, height: 900 }, colorScheme: "light" },
      { viewport: phone, colorScheme: "dark", locale: "fr-FR" },
    ] as const) {
      const page = await visit.signIn("third", options);
      const look = async (what: string) => {
        assert.deepEqual(await axeViolations(page), [], what);
        await page.setViewportSize({ width: 320, height: 700 });
        assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 320, what);
        await page.setViewportSize(options.viewport);
      };
      await page.goto(`${visit.shop.url}/book?week=${week}`);
      await look("week");
      await page.goto(`${visit.shop.url}/book`);
      await look("empty");
      await page.goto(visit.shop.url + yogaAt(free));
      await look("tickets");
      await follow(page, page.locator("button.main"));
      await look("names");
      await page.goto(visit.shop.url + yogaAt("2030-05-06T08:01:00Z"));
      await look("refused");
      await page.context().close();
    }
  });

  test("no byte that was sent holds a key, and browsers talk to this page alone", () => {
    visit.assertNoTrouble();
    assert.doesNotMatch(visit.shop.proxy.sent(), /bsk_|operator\/v1/);
  });
});
