import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runCommandHere } from "../../test/harness/command-here.ts";
import { until } from "../../test/harness/until.ts";
import { pageInBrowserOfSuite } from "./page-in-browser.ts";
import { lines } from "./page-under-test.ts";
import { button, follow, heading, link, mainText } from "./page-words.ts";

const cancelPath = "cancelInteractionBooking";
const listPath = "fetchContactBookings";

describe("cancelling on the account page, and its faults", () => {
  const visit = pageInBrowserOfSuite();

  test("R45 R46 R57 a booking is cancelled after a question, and `booking show` agrees", async () => {
    const page = await visit.signIn("ada");
    await link(page, /^Cancel booking Workshop, Tuesday,? 2 July 2030$/).click();
    await heading(page, "Cancel this booking?");
    await link(page, "No, keep it").click();
    await heading(page, "Your bookings");
    assert.equal((await visit.shop.show(lines["adaHost"])).status, "CONFIRMED");

    await link(page, /^Cancel booking Workshop, Tuesday,? 2 July 2030$/).click();
    await button(page, "Yes, cancel it").click();
    await heading(page, "Your booking is cancelled");
    assert.deepEqual(await visit.shop.show(lines["adaHost"]), { status: "CANCELLED", cancels: 1 });
    // The reload sends nothing again.
    await page.reload();
    await heading(page, "Your booking is cancelled");

    // The operator can trace the reference.
    const reference = (await page.getByText("Reference:").innerText()).split(/\s/)[1] ?? "";
    const trace = ["trace", reference, "--json"];
    await until(
      async () => (await runCommandHere(visit.shop.service.databaseUrl, trace)).status === 0,
    );

    await follow(page, link(page, "See cancelled bookings"));
    assert.match(await mainText(page), /Cancelled Workshop .* Cancelled on/);
    await follow(page, link(page, "Upcoming"));
    assert.doesNotMatch(await mainText(page), /Workshop/);
    await page.context().close();
  });

  test("works without script", async () => {
    const page = await visit.signIn("script", { javaScriptEnabled: false });
    await link(page, "Cancel booking").click();
    await button(page, "Yes, cancel it").click();
    await heading(page, "Your booking is cancelled");
    assert.equal((await visit.shop.show(lines["script"])).status, "CANCELLED");
    await page.context().close();
  });

  test("works on a telephone", async () => {
    const page = await visit.signIn("phone", {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await link(page, "Cancel booking").tap();
    await button(page, "Yes, cancel it").tap();
    await heading(page, "Your booking is cancelled");
    assert.equal((await visit.shop.show(lines["phone"])).status, "CANCELLED");
    await page.context().close();
  });

  test("works with the keyboard alone", async () => {
    const page = await visit.signIn("nobody");
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
    await press(/All bookings in your calendar/);
    await heading(page, "Your bookings in your calendar");
    await press(/Back to your bookings/);
    await heading(page, "Your bookings");
    await press(/Skip to the content/);
    await press(/Cancel booking/);
    await heading(page, "Cancel this booking?");
    await press(/Yes, cancel it/);
    await heading(page, "Your booking is cancelled");
    const file = page.waitForEvent("download");
    await press(/Mark as cancelled in your calendar/);
    assert.match((await file).suggestedFilename(), /^booking-2030-\d\d-\d\d\.ics$/);
    assert.equal((await visit.shop.show(lines["keys"])).status, "CANCELLED");
    await page.context().close();
  });

  test("R40 R47 a waitlisted booking is shown as one, and can leave the waitlist", async () => {
    const page = await visit.signIn("waiting");
    assert.match(await mainText(page), /On the waitlist .* You do not have a place yet/);
    await link(page, "Leave the waitlist").click();
    await heading(page, "Leave the waitlist?");
    await button(page, "Yes, leave the waitlist").click();
    await heading(page, "You have left the waitlist");
    assert.equal((await visit.shop.show(lines["waiting"])).status, "CANCELLED");
    await page.context().close();
  });

  test("R43 R48 R98 after a check-in the page says why nothing was cancelled", async () => {
    const page = await visit.signIn("present");
    assert.match(await mainText(page), /Nothing booked yet/);
    await link(page, "Past").click();
    // The button says so before anybody clicks; an old link shows the service's own answer.
    const grey = page.getByRole("button", { name: /^Cancel booking/ });
    assert.ok(await grey.isDisabled());
    assert.equal(await link(page, /Cancel booking/).count(), 0);
    const why = `id=${await grey.getAttribute("aria-describedby")}`;
    assert.match(await page.locator(why).innerText(), /Somebody has already checked in/);
    const { booking, slot_starting_at: start } = lines["present"] ?? assert.fail();
    await page.goto(`${visit.shop.url}/bookings/${booking}/cancel?start=${start}`);
    await page.getByText("This session has already begun.").waitFor();
    await button(page, "Yes, cancel it").click();
    await heading(page, "This booking can no longer be cancelled");
    assert.match(await mainText(page), /The booking service says: .*checked in/);
    assert.equal((await visit.shop.show(lines["present"])).status, "CONFIRMED");
    await page.context().close();
  });

  test("R41 R48 a booking that is cancelled meanwhile is said to be cancelled already", async () => {
    const page = await visit.signIn("twice");
    await link(page, "Cancel booking").click();
    const address = page.url();
    const words = ["cancel", lines["twice"]?.booking ?? ""];
    assert.equal((await runCommandHere(visit.shop.service.databaseUrl, words)).status, 0);
    await button(page, "Yes, cancel it").click();
    await heading(page, "This booking was already cancelled");
    // An old link after the slot began is refused before any request.
    await page.goto(address);
    await heading(page, "This booking was already cancelled");
    assert.equal(await page.getByRole("main").getByRole("button").count(), 0);
    assert.equal((await visit.shop.show(lines["twice"])).cancels, 1);
    await page.context().close();
  });

  test("R99 when too many ask, it says when to come back", async () => {
    const page = await visit.signIn("busy");
    visit.shop.gateway.fail(listPath, { status: 429, retryAfter: "40" });
    const answer = await page.reload();
    assert.equal(answer?.status(), 503);
    assert.equal(answer?.headers()["retry-after"], "40");
    await heading(page, "One moment, please");
    assert.match(await mainText(page), /try again in 40 seconds.*Reference: [\w-]{36}/);
    visit.shop.gateway.heal();
    await link(page, "Try again").click();
    await link(page, "Cancel booking").click();
    visit.shop.gateway.fail(cancelPath, { status: 429, retryAfter: "90" });
    await button(page, "Yes, cancel it").click();
    await heading(page, "Not cancelled yet: one moment, please");
    assert.match(await mainText(page), /try again in 2 minutes/);
    assert.equal((await visit.shop.show(lines["busy"])).status, "CONFIRMED");
    visit.shop.gateway.heal();
    await button(page, "Try again").click();
    await heading(page, "Your booking is cancelled");
    assert.deepEqual(await visit.shop.show(lines["busy"]), { status: "CANCELLED", cancels: 1 });
    await page.context().close();
  });

  test("R101 when the service is down, it says so and can be asked again", async () => {
    const page = await visit.signIn("down");
    visit.shop.gateway.fail(listPath, { status: 503 });
    assert.equal((await page.reload())?.status(), 503);
    await heading(page, "Your bookings cannot be shown right now");
    visit.shop.gateway.heal();
    await link(page, "Try again").click();
    await link(page, "Cancel booking").click();
    visit.shop.gateway.fail(cancelPath, { status: 503 });
    await button(page, "Yes, cancel it").click();
    await heading(page, "Your booking could not be cancelled right now");
    visit.shop.gateway.heal();
    await button(page, "Try again").click();
    await heading(page, "Your booking is cancelled");
    await page.context().close();
  });

  test("R100 what only we can mend is not offered to be tried again", async () => {
    const page = await visit.signIn("other");
    visit.shop.gateway.fail(listPath, { status: 500 });
    assert.equal((await page.reload())?.status(), 500);
    await heading(page, "Something is wrong on our side");
    assert.equal(await link(page, "Try again").count(), 0);
    visit.shop.gateway.heal();
    await page.context().close();
  });

  test("A35 an answer that is lost on the way is found out about", async () => {
    const page = await visit.signIn("lost");
    await link(page, "Cancel booking").click();
    visit.shop.gateway.fail(cancelPath, "lose the answer");
    await button(page, "Yes, cancel it").click();
    await heading(page, "Your booking is cancelled");
    visit.shop.gateway.heal();
    assert.deepEqual(await visit.shop.show(lines["lost"]), { status: "CANCELLED", cancels: 1 });
    await page.context().close();
  });

  test("A35 what cannot be found out is said to be unknown, and can safely be tried again", async () => {
    const page = await visit.signIn("unknown");
    await link(page, "Cancel booking").click();
    // Neither the cancel nor the read after it gets an answer.
    visit.shop.gateway.fail("/v1/interactions", "lose the answer");
    await button(page, "Yes, cancel it").click();
    await heading(page, "We do not know yet whether it is cancelled");
    assert.doesNotMatch(await mainText(page), /Confirmed/);
    visit.shop.gateway.heal();
    await button(page, "Try again").click();
    await heading(page, "Your booking is cancelled");
    assert.deepEqual(await visit.shop.show(lines["unknown"]), { status: "CANCELLED", cancels: 1 });
    await page.context().close();
  });

  test("R1 R90 no byte that was sent holds the secret, a token or the client", () =>
    visit.assertNoSecretSent());

  test("R111 browsers talk to this page alone, and no rule of its policy is broken", () =>
    visit.assertNoTrouble());
});
