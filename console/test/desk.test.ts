import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContextOptions } from "playwright-core";
import { encodeQR } from "qr";
import { acmePath, openDesk, type Desk } from "../../test/harness/operator-api.ts";
import { until } from "../../test/harness/until.ts";
import { assertAccessible } from "./assert-accessible.ts";
import { DeskUnderTest } from "./desk-under-test.ts";
import { startConsoleUnderTest, type ConsoleUnderTest } from "./console-under-test.ts";
import {
  cancelled,
  deskAccount,
  deskPath,
  family,
  hostileName,
  noon,
  singles,
  tomorrowNoon,
  tomorrows,
  waiting,
  zone,
} from "./desk-data.ts";

const tablet = { viewport: { width: 820, height: 1180 } };

describe("the check-in desk", () => {
  let shown: ConsoleUnderTest;
  let api: Desk;
  before(async () => {
    shown = await startConsoleUnderTest([deskAccount()]);
    api = await openDesk(shown.service);
  });
  after(() => shown?.[Symbol.asyncDispose]());
  beforeEach(async () => {
    // Nobody is here yet.
    for (const { booking } of [...singles, family]) {
      await api.ask("POST", `${acmePath}/bookings/${booking}/undo-check-in`);
    }
  });

  const openAs = async (role: "staff" | "viewer", options: BrowserContextOptions = tablet) => {
    const page = await shown.signIn({ role }, deskPath, options);
    await page.getByRole("list", { name: "People" }).waitFor();
    return new DeskUnderTest(page);
  };

  test("30 people come in without anybody touching the mouse, whatever else is scanned", async () => {
    const desk = await openAs("staff");
    await desk.sees("0 of 30 arrived");
    const [first, second, ...others] = singles;
    assert.ok(first && second);

    await desk.scan(first.booking);
    await desk.outcome("Checked in", hostileName);
    await desk.scan(first.booking);
    await desk.outcome(/^Already checked in at \d\d:\d\d$/);
    await desk.scan("https://tickets.example/t/00000000-0000-4000-8000-000000000000");
    await desk.outcome("Unknown");
    await desk.scan(waiting.booking);
    await desk.outcome("On the waitlist: no seat", /number 1 on the waitlist/);
    await desk.scan(cancelled.booking);
    await desk.outcome("Cancelled");
    await desk.scan(tomorrows.booking);
    await desk.outcome(/^Not for now: tomorrow at 12:00 CES?T$/);
    await desk.sees("1 of 30 arrived");

    // Somebody without a ticket tells a name; somebody else shows a customer's card.
    await desk.type("b pers");
    await desk.enter();
    await desk.outcome("Checked in", "Guest B Person");
    const [carol, dave, eve, ...queue] = others;
    assert.ok(carol && dave && eve);
    await desk.scan(carol.external_id);
    await desk.outcome("Checked in", "Guest C Person");

    // The wrong one was let in: taken back, and the right one chosen with the arrow keys.
    await desk.scan(dave.booking);
    await desk.outcome("Checked in", "Guest D Person");
    await desk.page.keyboard.press("Control+z");
    await desk.outcome("Check-in taken back", "Guest D Person");
    await desk.type("guest e");
    await desk.page.keyboard.press("ArrowDown");
    await desk.enter();
    await desk.outcome("Checked in", "Guest E Person");
    await desk.scan(dave.booking);

    // A family: two now, the rest a moment later.
    await desk.scan(family.booking);
    await desk.outcome("Who is here? 4 are expected");
    await desk.scan(family.booking);
    await desk.outcome("Who is here? 4 are expected");
    await desk.type("1 3");
    await desk.enter();
    await desk.outcome("Checked in", "Ada Lovelace and Anne Lovelace: 2 of 4 are here");
    await desk.scan(family.booking);
    await desk.outcome("Who is here? 2 are expected");
    await desk.page.waitForTimeout(450);
    await desk.enter();
    await desk.outcome("Checked in", "Byron Lovelace and Ralph Lovelace: 4 of 4 are here");

    // The rest comes faster than anything is answered, each code twice, with Enter twice.
    for (const { booking } of queue) {
      await desk.scan(booking);
      await desk.enter();
    }
    await desk.scan(queue[0]?.booking ?? "");
    await desk.sees("30 of 30 arrived");
    assert.ok(await desk.boxHasFocus());

    const slots = await api.ask("GET", `${acmePath}/bookings?slot=${noon}&status=CONFIRMED`);
    const arrived = slots.json.items.flatMap((each: { tickets: { attendee: object }[] }) =>
      each.tickets.map(({ attendee }) => (attendee as { checked_in_at: unknown }).checked_in_at),
    );
    assert.equal(arrived.length, 30);
    assert.ok(arrived.every((at: unknown) => at !== null));
    await assertAccessible(desk.page, "the desk with everybody here");
    await desk.close();
    assert.deepEqual(shown.troubles, []);
  });

  test("the panel is the newest scan's alone, while answers of earlier ones are slow or missing", async () => {
    const desk = await openAs("staff");
    const [, , , slow, never, quick] = singles;
    assert.ok(slow && never && quick);
    const panel = desk.page.getByRole("status").first();
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await desk.page.route(`**/${slow.booking}/check-in`, async (route) => {
      await held;
      await route.continue().catch(() => null);
    });
    await desk.page.route(`**/${never.booking}/check-in`, () => {});
    // A browser that has few turns may pass the limit of 4 s before this test looks.
    const open = /^(Waiting for the answer|Not yet recorded)$/;
    await desk.scan(slow.booking);
    await desk.outcome(open, "Guest D Person");
    await desk.scan(never.booking);
    await desk.outcome(open, "Guest E Person");
    assert.doesNotMatch(await panel.innerText(), /Guest D/);
    await desk.scan(quick.booking);
    await desk.outcome("Checked in", "Guest F Person");
    await desk.looks("good");
    release();
    await desk.line("Checked in", "Guest D Person");
    assert.match(await panel.innerText(), /Guest F/);
    // Longer than the limit of time: it is said, and sent again once the service answers.
    await desk.line("Not yet recorded", /Guest E Person/);
    assert.match(await panel.innerText(), /Guest F/);
    await desk.page.unroute(`**/${never.booking}/check-in`);
    await desk.line("Checked in", "Guest E Person");
    await assertAccessible(desk.page, "the desk after slow answers");
    await desk.close();
  });

  test("a name that means several people stays in the box with its list", async () => {
    const desk = await openAs("staff");
    const [, second] = singles;
    assert.ok(second);
    await desk.type("guest");
    await desk.enter();
    await desk.outcome("26 bookings match");
    await desk.page.getByRole("heading", { name: "Who matches" }).waitFor();
    const box = desk.page.getByLabel("Scan a ticket, or type a name");
    assert.equal(await box.inputValue(), "guest");
    await desk.page.keyboard.press("ArrowDown");
    await desk.page.keyboard.press("Escape");
    await desk.type("guest");
    await desk.enter();
    // What is scanned next replaces it.
    await desk.scan(second.booking);
    await desk.outcome("Checked in", "Guest B Person");
    assert.equal(await box.inputValue(), "");
    await desk.close();
  });

  test("what another desk does shows by itself, and a finger is enough", async () => {
    const desk = await openAs("staff");
    const [first, second] = singles;
    assert.ok(first && second);
    await api.ask("POST", `${acmePath}/bookings/${first.booking}/check-in`);
    await desk.sees("1 of 30 arrived");
    await desk.page.getByRole("button", { name: "Check in Guest B Person" }).click();
    await desk.sees("2 of 30 arrived");
    assert.ok(await desk.boxHasFocus());
    await desk.page.getByRole("button", { name: "Ticket 2, Byron Lovelace" }).click();
    await desk.outcome("Checked in", "Byron Lovelace: 1 of 4 are here");
    await desk.page.getByRole("button", { name: /^Undo the last/ }).click();
    await desk.outcome("Check-in taken back", "Byron Lovelace");
    await desk.scan(tomorrows.booking);
    await desk.page.getByRole("button", { name: /^Check in anyway/ }).click();
    await desk.outcome("Checked in", "Tom Tomorrow");
    assert.ok(await desk.boxHasFocus());
    await api.ask("POST", `${acmePath}/bookings/${tomorrows.booking}/undo-check-in`);
    await assertAccessible(desk.page, "the desk");
    await desk.close();
    assert.deepEqual(
      shown.troubles.filter((each) => !/net::ERR_(FAILED|ABORTED)/.test(each)),
      [],
    );
  });

  test("A85 a desk that is set to another day asks before each check-in", async () => {
    const day = new Date(Date.parse(tomorrowNoon)).toLocaleDateString("sv-SE", { timeZone: zone });
    const path = `/at/acme/production/desk?interaction=pk_summer&day=${day}`;
    const desk = new DeskUnderTest(await shown.signIn({ role: "staff" }, path, tablet));
    await desk.page.getByLabel("Day (not today)").waitFor();
    await desk.scan(tomorrows.booking, "Scan a ticket, or type a name");
    await desk.outcome(/^Not for now: tomorrow at 12:00 CES?T$/);
    await desk.sees("0 of 1 arrived");
    const people = desk.page.getByRole("list", { name: "People" });
    await people.getByRole("button", { name: "Check in" }).first().click();
    await desk.sees("0 of 1 arrived");
    const outcome = desk.page.getByRole("region", { name: "Outcome" }).getByRole("status");
    const checkedIn = outcome.getByText("Checked in", { exact: true });
    // The key answers the question, which is asked a moment after the click.
    await until(async () => {
      await desk.page.keyboard.press("Control+Enter");
      await sleep(200);
      return checkedIn.isVisible();
    });
    await desk.outcome("Checked in", "Tom Tomorrow");
    await desk.sees("1 of 1 arrived");
    await api.ask("POST", `${acmePath}/bookings/${tomorrows.booking}/undo-check-in`);
    await desk.close();
  });

  test("two desks that scan one ticket: one greets, and only that one can undo it", async () => {
    const [, , , , , , , guest] = singles;
    assert.ok(guest);
    const here = await openAs("staff");
    const there = await openAs("staff", { viewport: { width: 390, height: 844 } });
    await here.scan(guest.booking);
    await here.outcome("Checked in", "Guest H Person");
    await there.scan(guest.booking);
    await there.outcome(/^Already checked in at \d\d:\d\d$/, /^Guest H Person\. By staff-\d+\.$/);
    await there.page.keyboard.press("Control+z");
    await there.outcome("Nothing to take back");
    await here.page.keyboard.press("Control+z");
    await here.outcome("Check-in taken back", "Guest H Person");
    await there.scan(guest.booking);
    await there.outcome("Checked in", "Guest H Person");
    await here.close();
    await there.close();
  });

  test("the camera reads a ticket's code, once", async () => {
    const [, , , , , , guest] = singles;
    assert.ok(guest);
    const rows = JSON.stringify(encodeQR(guest.booking, "raw", { border: 4 }));
    const desk = await openAs("staff");
    // A camera before which somebody holds the ticket.
    await desk.page.evaluate(`navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [640, 480];
      const context = canvas.getContext("2d");
      const draw = () => {
        context.fillStyle = "white";
        context.fillRect(0, 0, 640, 480);
        context.fillStyle = "black";
        ${rows}.forEach((row, y) => row.forEach((dark, x) => {
          if (dark) context.fillRect(120 + x * 10, 40 + y * 10, 10, 10);
        }));
        requestAnimationFrame(draw);
      };
      draw();
      return canvas.captureStream();
    }`);
    await desk.page.getByLabel("Scan with the camera").check();
    await desk.outcome("Checked in", "Guest G Person");
    await desk.page.waitForTimeout(500);
    await desk.outcome("Checked in", "Guest G Person");
    await assertAccessible(desk.page, "the desk with its camera");
    await desk.page.getByLabel("Scan with the camera").uncheck();
    await desk.page.getByLabel("Camera", { exact: true }).waitFor({ state: "detached" });
    await desk.close();
  });

  test("the camera blames another program only where the browser says so", async () => {
    const desk = await openAs("staff");
    const failWith = (error: string) =>
      desk.page.evaluate(`navigator.mediaDevices.getUserMedia = () => Promise.reject(${error})`);
    const box = desk.page.getByLabel("Scan with the camera");
    await failWith('new DOMException("in use", "NotReadableError")');
    await box.check();
    await desk.page
      .getByRole("alert")
      .getByText(/another program may have it/)
      .waitFor();
    await box.uncheck();
    // What the import of the decoder throws where its file does not load.
    await failWith('new TypeError("Failed to fetch dynamically imported module")');
    await box.check();
    await desk.page
      .getByRole("alert")
      .getByText(/^Scanning with the camera did not start/)
      .waitFor();
    await desk.close();
  });

  test("a viewer looks people up and changes nothing", async () => {
    const desk = await openAs("viewer", { viewport: { width: 390, height: 844 } });
    const [first] = singles;
    assert.ok(first);
    await desk.sees("0 of 30 arrived");
    for (const name of [/check in/i, /undo/i, /all 4/i]) {
      assert.equal(await desk.page.getByRole("button", { name }).count(), 0, String(name));
    }
    await desk.scan(first.booking, "Look somebody up");
    await desk.outcome("Expected, not here yet", hostileName);
    await desk.page.keyboard.press("Control+z");
    const found = await api.ask("GET", `${acmePath}/bookings/${first.booking}`);
    assert.equal(found.json.tickets[0].attendee.checked_in_at, null);
    await assertAccessible(desk.page, "the desk of a viewer");
    await desk.close();
  });
});
