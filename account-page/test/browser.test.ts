import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { axeViolations } from "../../test/harness/axe-violations.ts";
import { readCode } from "../../test/harness/read-code.ts";
import { pageInBrowserOfSuite } from "./page-in-browser.ts";
import { lines } from "./page-under-test.ts";
import { button, follow, heading, link, mainText } from "./page-words.ts";

const phone = { width: 390, height: 844 };

describe("bookings on the account page", () => {
  const visit = pageInBrowserOfSuite();

  test("R21 R24 R26 R31 R32 a booking is shown with all that its customer needs", async () => {
    const page = await visit.signIn("ada");
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

  test("R71 R77 many bookings come in pages, each once", async () => {
    const page = await visit.signIn("many");
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
    await page.goto(`${visit.shop.url}/bookings?page=9`);
    assert.match(await mainText(page), /Page 3 of 3/);
    await page.context().close();
  });

  test("past bookings come with the latest first, over all pages", async () => {
    const page = await visit.signIn("past");
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
    const page = await visit.signIn("raw");
    const text = await mainText(page);
    assert.match(text, /Discorso/);
    assert.doesNotMatch(text, /[{}"]/);
    await page.context().close();
  });

  test("R78 R79 the page says where there are no bookings", async () => {
    const page = await visit.signIn("nobody");
    await heading(page, "Nothing booked yet");
    await link(page, "Cancelled").click();
    await heading(page, "Nothing cancelled");
    await page.context().close();
  });

  test("R67 speaks French or English, as the browser asks or the visitor chooses", async () => {
    const page = await visit.browser.newPage({ locale: "fr-CA" });
    await page.goto(visit.shop.url);
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
    assert.equal(page.url(), `${visit.shop.url}/bookings/past`);
    await heading(page, "No past bookings");
    await follow(page, link(page, "Upcoming"));
    await page.getByText("Tasting", { exact: true }).first().waitFor();
    await page.close();
  });

  test("axe finds nothing, in light and dark, wide and narrow, and nothing needs to be pushed sideways", async () => {
    for (const options of [
      { viewport: { width: 1280, height: 900 }, colorScheme: "light" },
      { viewport: phone, colorScheme: "dark" },
    ] as const) {
      const page = await visit.signIn("ada", options);
      const look = async (what: string) => {
        assert.deepEqual(await axeViolations(page), [], what);
        await page.setViewportSize({ width: 320, height: 700 });
        assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 320, what);
        await page.setViewportSize(options.viewport);
      };
      await look("upcoming");
      await page.goto(`${visit.shop.url}/bookings/cancelled`);
      await look("cancelled");
      await page.goto(`${visit.shop.url}/calendar?new=1`);
      await look("calendar");
      await page.goto(`${visit.shop.url}/nowhere`);
      await look("no such page");
      await follow(page, button(page, "Sign out"));
      await look("sign-in");
      for (const [key, tab] of [
        ["many", "Upcoming"],
        ["nobody", "Past"],
        ["present", "Past"],
      ] as const) {
        await page.context().clearCookies();
        await page.goto(visit.shop.url);
        await follow(page, page.getByRole("button", { name: `Customer ${key}` }));
        await follow(page, link(page, tab));
        await look(`${key}, ${tab}`);
      }
      const { booking, slot_starting_at: start } = lines["present"] ?? assert.fail();
      await page.goto(`${visit.shop.url}/bookings/${booking}/cancel?start=${start}`);
      await look("question");
      await button(page, "Yes, cancel it").click();
      await heading(page, "This booking can no longer be cancelled");
      await look("refused");
      visit.shop.gateway.fail("fetchContactBookings", { status: 429, retryAfter: "40" });
      await page.goto(`${visit.shop.url}/bookings`);
      await look("busy");
      visit.shop.gateway.heal();
      await page.context().close();
    }
  });

  test("R1 R90 no byte that was sent holds the secret, a token or the client", () =>
    visit.assertNoSecretSent());

  test("R111 browsers talk to this page alone, and no rule of its policy is broken", () =>
    visit.assertNoTrouble());
});

function inOrder(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
