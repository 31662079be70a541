import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { axeViolations } from "../../test/harness/axe-violations.ts";
import { closeBrowser, openBrowser } from "../../test/harness/browser.ts";
import { runCommandHere } from "../../test/harness/command-here.ts";
import { readCode } from "../../test/harness/read-code.ts";
import { until } from "../../test/harness/until.ts";
import { lines, startPageUnderTest, type PageUnderTest } from "./page-under-test.ts";

const phone = { width: 390, height: 844 };
const cancelPath = "cancelInteractionBooking";
const listPath = "fetchContactBookings";

describe("the account page in a browser", () => {
  let shop: PageUnderTest;
  let browser: Browser;
  const troubles: string[] = [];
  const visited = new Set<string>();
  before(async () => {
    shop = await startPageUnderTest();
    browser = await openBrowser();
  });
  after(async () => {
    await closeBrowser(browser);
    await shop?.[Symbol.asyncDispose]();
  });

  /** Signs in as a customer, by the name that `page-under-test.ts` gives them. */
  async function signIn(key: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ locale: "en-GB", ...options });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    page.on("request", (request) => visited.add(new URL(request.url()).origin));
    page.on("console", (message) => troubles.push(message.text()));
    page.on("pageerror", (error) => troubles.push(error.message));
    await page.goto(shop.url);
    await page.getByRole("button", { name: `Customer ${key}` }).click();
    await page.waitForURL(`${shop.url}/bookings`);
    return page;
  }

  const heading = (page: Page, name: string) =>
    page.getByRole("heading", { name, exact: true }).waitFor();
  const link = (page: Page, name: string | RegExp) => page.getByRole("link", { name });
  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
  /** Clicks a link or a button and waits for the next page, which a click alone does not. */
  async function follow(page: Page, target: Locator): Promise<void> {
    const loaded = page.waitForEvent("domcontentloaded");
    await target.click();
    await loaded;
  }
  const mainText = async (page: Page) =>
    (await page.getByRole("main").innerText()).replace(/\s+/g, " ");

  test("R21 R24 R26 R31 R32 a booking is shown with all that its customer needs", async () => {
    const page = await signIn("ada");
    await heading(page, "Your bookings");
    const text = await mainText(page);
    assert.match(text, /4 bookings/);
    const cards = page.getByRole("article");
    const first = (await cards.nth(0).innerText()).replace(/\s+/g, " ");
    assert.match(first, /Confirmed Tasting Wednesday,? 1 May 2030 10:00–10:45/);
    assert.match(first, /Central European Summer Time, Europe\/Paris/);
    assert.match(first, /Place Hall 2 Duration 45 minutes Ticket Standard/);
    assert.doesNotMatch(first, /With/);
    await cards.nth(0).getByText("Code for the entrance").click();
    const code = cards.nth(0).getByRole("img", { name: "Code for the entrance" });
    const [, , , size = "0"] = ((await code.getAttribute("viewBox")) ?? "").split(" ");
    const dark = (await code.locator("path").getAttribute("d")) ?? "";
    const rows = Array.from({ length: Number(size) }, (_, y) =>
      Array.from({ length: Number(size) }, (__, x) => dark.includes(`M${x} ${y}h`)),
    );
    const booking = (await cards.nth(0).getAttribute("aria-labelledby"))?.replace("booking-", "");
    assert.equal(readCode(rows), booking, "the desk at the door reads it");
    const hosted = (await cards.nth(1).innerText()).replace(/\s+/g, " ");
    assert.match(hosted, /With Ann Duration 20 minutes/);
    // Without a set duration there is neither a length nor an end.
    const open = (await cards.nth(2).innerText()).replace(/\s+/g, " ");
    assert.match(open, /Wednesday,? 3 July 2030 11:00 Central/);
    assert.doesNotMatch(open, /Duration|–/);
    const abroad = (await cards.nth(3).innerText()).replace(/\s+/g, " ");
    assert.match(abroad, /Sunday,? 1 December 2030 18:00–18:30 Eastern Standard Time/);
    await page.context().close();
  });

  test("R45 R46 R57 a booking is cancelled after a question, and `booking show` agrees", async () => {
    const page = await signIn("ada");
    await link(page, /^Cancel booking Workshop, Tuesday,? 2 July 2030$/).click();
    await heading(page, "Cancel this booking?");
    await link(page, "No, keep it").click();
    await heading(page, "Your bookings");
    assert.equal((await shop.show(lines["adaHost"])).status, "CONFIRMED");

    await link(page, /^Cancel booking Workshop, Tuesday,? 2 July 2030$/).click();
    await button(page, "Yes, cancel it").click();
    await heading(page, "Your booking is cancelled");
    assert.deepEqual(await shop.show(lines["adaHost"]), { status: "CANCELLED", cancels: 1 });
    // The reload sends nothing again.
    await page.reload();
    await heading(page, "Your booking is cancelled");

    // The operator can trace the reference.
    const reference = (await page.getByText("Reference:").innerText()).split(/\s/)[1] ?? "";
    const trace = ["trace", reference, "--json"];
    await until(async () => (await runCommandHere(shop.service.databaseUrl, trace)).status === 0);

    await follow(page, link(page, "See cancelled bookings"));
    assert.match(await mainText(page), /Cancelled Workshop .* Cancelled on/);
    await follow(page, link(page, "Upcoming"));
    assert.doesNotMatch(await mainText(page), /Workshop/);
    await page.context().close();
  });

  test("works without script", async () => {
    const page = await signIn("script", { javaScriptEnabled: false });
    await link(page, "Cancel booking").click();
    await button(page, "Yes, cancel it").click();
    await heading(page, "Your booking is cancelled");
    assert.equal((await shop.show(lines["script"])).status, "CANCELLED");
    await page.context().close();
  });

  test("works on a telephone", async () => {
    const page = await signIn("phone", { viewport: phone, hasTouch: true, isMobile: true });
    await link(page, "Cancel booking").tap();
    await button(page, "Yes, cancel it").tap();
    await heading(page, "Your booking is cancelled");
    assert.equal((await shop.show(lines["phone"])).status, "CANCELLED");
    await page.context().close();
  });

  test("works with the keyboard alone", async () => {
    const page = await signIn("nobody");
    await button(page, "Sign out").click();
    const focused = () => page.evaluate("document.activeElement.innerText");
    /** Tabs on until an element with these words has the focus, and presses it. */
    const press = async (words: RegExp) => {
      for (let steps = 0; steps < 60; steps += 1) {
        await page.keyboard.press("Tab");
        if (!words.test(String(await focused()))) continue;
        await page.keyboard.press("Enter");
        return;
      }
      assert.fail(`The keyboard does not reach ${words}.`);
    };
    await heading(page, "Welcome back");
    await press(/Customer keys/);
    await heading(page, "Your bookings");
    await press(/Skip to the content/);
    await press(/Cancel booking/);
    await heading(page, "Cancel this booking?");
    await press(/Yes, cancel it/);
    await heading(page, "Your booking is cancelled");
    assert.equal((await shop.show(lines["keys"])).status, "CANCELLED");
    await page.context().close();
  });

  test("R40 R47 a waitlisted booking is shown as one, and can leave the waitlist", async () => {
    const page = await signIn("waiting");
    assert.match(await mainText(page), /On the waitlist .* You do not have a place yet/);
    await link(page, "Leave the waitlist").click();
    await heading(page, "Leave the waitlist?");
    await button(page, "Yes, leave the waitlist").click();
    await heading(page, "You have left the waitlist");
    assert.equal((await shop.show(lines["waiting"])).status, "CANCELLED");
    await page.context().close();
  });

  test("R43 R48 R98 after a check-in the page says why nothing was cancelled", async () => {
    const page = await signIn("present");
    assert.match(await mainText(page), /Nothing booked yet/);
    await link(page, "Past").click();
    await link(page, "Cancel booking").click();
    await page.getByText("This session has already begun.").waitFor();
    await button(page, "Yes, cancel it").click();
    await heading(page, "This booking can no longer be cancelled");
    assert.match(await mainText(page), /The booking service says: .*checked in/);
    assert.equal((await shop.show(lines["present"])).status, "CONFIRMED");
    await page.context().close();
  });

  test("R41 R48 a booking that is cancelled meanwhile is said to be cancelled already", async () => {
    const page = await signIn("twice");
    await link(page, "Cancel booking").click();
    const address = page.url();
    const words = ["cancel", lines["twice"]?.booking ?? ""];
    assert.equal((await runCommandHere(shop.service.databaseUrl, words)).status, 0);
    await button(page, "Yes, cancel it").click();
    await heading(page, "This booking was already cancelled");
    // An old link after the slot began is refused before any request.
    await page.goto(address);
    await heading(page, "This booking was already cancelled");
    assert.equal(await page.getByRole("main").getByRole("button").count(), 0);
    assert.equal((await shop.show(lines["twice"])).cancels, 1);
    await page.context().close();
  });

  test("R71 R77 many bookings come in pages, each once", async () => {
    const page = await signIn("many");
    const starts: string[] = [];
    for (const [number, range] of [
      [1, "1 to 20 of 45"],
      [2, "21 to 40 of 45"],
      [3, "41 to 45 of 45"],
    ] as const) {
      assert.ok((await mainText(page)).includes(`Page ${number} of 3`));
      assert.ok((await mainText(page)).includes(range));
      for (const time of await page.locator("time").all()) {
        starts.push((await time.getAttribute("datetime")) ?? "");
      }
      if (number < 3) await follow(page, link(page, "Next"));
    }
    assert.equal(new Set(starts).size, 45);
    assert.deepEqual(starts, starts.toSorted(inOrder));
    await follow(page, link(page, "Previous"));
    assert.match(await mainText(page), /Page 2 of 3/);
    // An old link to a page that no longer exists leads to the last page.
    await page.goto(`${shop.url}/bookings?page=9`);
    assert.match(await mainText(page), /Page 3 of 3/);
    await page.context().close();
  });

  test("past bookings come with the latest first, over all pages", async () => {
    const page = await signIn("past");
    await follow(page, link(page, "Past"));
    assert.match(await mainText(page), /1 to 5 of 25 bookings/);
    const starts: string[] = [];
    for (const more of [true, false]) {
      for (const time of await page.locator("time").all()) {
        starts.push((await time.getAttribute("datetime")) ?? "");
      }
      if (more) await follow(page, link(page, "Next"));
    }
    assert.equal(starts.length, 25);
    assert.deepEqual(starts, starts.toSorted(inOrder).toReversed());
    await page.context().close();
  });

  test("R36 R37 a title that comes in all languages at once is shown in one", async () => {
    const page = await signIn("raw");
    const text = await mainText(page);
    assert.match(text, /Discorso/);
    assert.doesNotMatch(text, /[{}"]/);
    await page.context().close();
  });

  test("R78 R79 the page says where there are no bookings", async () => {
    const page = await signIn("nobody");
    await heading(page, "Nothing booked yet");
    await link(page, "Cancelled").click();
    await heading(page, "Nothing cancelled");
    await page.context().close();
  });

  test("R67 speaks French or English, as the browser asks or the visitor chooses", async () => {
    const page = await browser.newPage({ locale: "fr-CA" });
    await page.goto(shop.url);
    await heading(page, "Heureux de vous revoir");
    await page.getByRole("button", { name: "Customer ada" }).click();
    await heading(page, "Vos réservations");
    assert.equal(await page.locator("html").getAttribute("lang"), "fr");
    const text = await mainText(page);
    assert.match(text, /Confirmée Dégustation mercredi 1 mai 2030 10:00\s?–\s?10:45/i);
    assert.match(
      text,
      /heure d’été d’Europe centrale, Europe\/Paris Lieu Halle 2 Durée 45 minutes/,
    );
    await follow(page, link(page, "Passées"));
    await follow(page, link(page, "English"));
    // The same page in the new language, and all later ones.
    assert.equal(page.url(), `${shop.url}/bookings/past`);
    await heading(page, "No past bookings");
    await follow(page, link(page, "Upcoming"));
    await page.getByText("Tasting", { exact: true }).first().waitFor();
    await page.close();
  });

  test("R99 when too many ask, it says when to come back", async () => {
    const page = await signIn("busy");
    shop.gateway.fail(listPath, { status: 429, retryAfter: "40" });
    const answer = await page.reload();
    assert.equal(answer?.status(), 503);
    assert.equal(answer?.headers()["retry-after"], "40");
    await heading(page, "One moment, please");
    assert.match(await mainText(page), /try again in 40 seconds.*Reference: [\w-]{36}/);
    shop.gateway.heal();
    await link(page, "Try again").click();
    await link(page, "Cancel booking").click();
    shop.gateway.fail(cancelPath, { status: 429, retryAfter: "90" });
    await button(page, "Yes, cancel it").click();
    await heading(page, "Not cancelled yet: one moment, please");
    assert.match(await mainText(page), /try again in 2 minutes/);
    assert.equal((await shop.show(lines["busy"])).status, "CONFIRMED");
    shop.gateway.heal();
    await button(page, "Try again").click();
    await heading(page, "Your booking is cancelled");
    assert.deepEqual(await shop.show(lines["busy"]), { status: "CANCELLED", cancels: 1 });
    await page.context().close();
  });

  test("R101 when the service is down, it says so and can be asked again", async () => {
    const page = await signIn("down");
    shop.gateway.fail(listPath, { status: 503 });
    assert.equal((await page.reload())?.status(), 503);
    await heading(page, "Your bookings cannot be shown right now");
    shop.gateway.heal();
    await link(page, "Try again").click();
    await link(page, "Cancel booking").click();
    shop.gateway.fail(cancelPath, { status: 503 });
    await button(page, "Yes, cancel it").click();
    await heading(page, "Your booking could not be cancelled right now");
    shop.gateway.heal();
    await button(page, "Try again").click();
    await heading(page, "Your booking is cancelled");
    await page.context().close();
  });

  test("R100 what only we can mend is not offered to be tried again", async () => {
    const page = await signIn("other");
    shop.gateway.fail(listPath, { status: 500 });
    assert.equal((await page.reload())?.status(), 500);
    await heading(page, "Something is wrong on our side");
    assert.equal(await link(page, "Try again").count(), 0);
    shop.gateway.heal();
    await page.context().close();
  });

  test("A35 an answer that is lost on the way is found out about", async () => {
    const page = await signIn("lost");
    await link(page, "Cancel booking").click();
    shop.gateway.fail(cancelPath, "lose the answer");
    await button(page, "Yes, cancel it").click();
    await heading(page, "Your booking is cancelled");
    shop.gateway.heal();
    assert.deepEqual(await shop.show(lines["lost"]), { status: "CANCELLED", cancels: 1 });
    await page.context().close();
  });

  test("A35 what cannot be found out is said to be unknown, and can safely be tried again", async () => {
    const page = await signIn("unknown");
    await link(page, "Cancel booking").click();
    // Neither the cancel nor the read after it gets an answer.
    shop.gateway.fail("/v1/interactions", "lose the answer");
    await button(page, "Yes, cancel it").click();
    await heading(page, "We do not know yet whether it is cancelled");
    assert.doesNotMatch(await mainText(page), /Confirmed/);
    shop.gateway.heal();
    await button(page, "Try again").click();
    await heading(page, "Your booking is cancelled");
    assert.deepEqual(await shop.show(lines["unknown"]), { status: "CANCELLED", cancels: 1 });
    await page.context().close();
  });

  test("axe finds nothing, in light and dark, wide and narrow, and nothing needs to be pushed sideways", async () => {
    for (const options of [
      { viewport: { width: 1280, height: 900 }, colorScheme: "light" },
      { viewport: phone, colorScheme: "dark" },
    ] as const) {
      const page = await signIn("ada", options);
      const look = async (what: string) => {
        assert.deepEqual(await axeViolations(page), [], what);
        await page.setViewportSize({ width: 320, height: 700 });
        assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 320, what);
        await page.setViewportSize(options.viewport);
      };
      await look("upcoming");
      await page.goto(`${shop.url}/bookings/cancelled`);
      await look("cancelled");
      await page.goto(`${shop.url}/nowhere`);
      await look("no such page");
      await follow(page, button(page, "Sign out"));
      await look("sign-in");
      for (const [key, tab] of [
        ["many", "Upcoming"],
        ["nobody", "Past"],
        ["present", "Past"],
      ] as const) {
        await page.context().clearCookies();
        await page.goto(shop.url);
        await follow(page, page.getByRole("button", { name: `Customer ${key}` }));
        await follow(page, link(page, tab));
        await look(`${key}, ${tab}`);
      }
      await link(page, "Cancel booking").click();
      await look("question");
      await button(page, "Yes, cancel it").click();
      await heading(page, "This booking can no longer be cancelled");
      await look("refused");
      shop.gateway.fail(listPath, { status: 429, retryAfter: "40" });
      await page.goto(`${shop.url}/bookings`);
      await look("busy");
      shop.gateway.heal();
      await page.context().close();
    }
  });

  test("R1 R90 no byte that was sent holds the secret, a token or the client", () => {
    const sent = shop.proxy.sent();
    assert.ok(sent.includes("Your bookings") && sent.includes("shop-ada"), "the scan sees pages");
    const secrets = shop.secrets();
    assert.ok(secrets.length >= 3, "there is a token to look for");
    for (const secret of secrets) assert.ok(!sent.includes(secret), "a secret was sent");
    assert.doesNotMatch(sent, /access_token|client_secret|Bearer/i);
  });

  test("R111 browsers talk to this page alone, and no rule of its policy is broken", () => {
    assert.deepEqual([...visited], [shop.url]);
    // A browser reports 404 and 503 as errors, which these tests expect.
    const others = troubles.filter(
      (text) => !text.startsWith("Failed to load resource: the server"),
    );
    assert.deepEqual(others, []);
  });
});

function inOrder(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
