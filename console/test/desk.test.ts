import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import type { BrowserContextOptions } from "playwright-core";
import { encodeQR } from "qr";
import { acmePath, openDesk, type Desk } from "../../test/harness/operator-api.ts";
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
  tomorrows,
  waiting,
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

  for (const viewport of [
    { width: 1280, height: 860 },
    { width: 820, height: 1180 },
    { width: 390, height: 844 },
  ]) {
    test(`at ${viewport.width} px the panel is the newest scan's alone, whatever the network does`, async () => {
      const desk = await openAs("staff", { viewport });
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
      await desk.scan(slow.booking);
      await desk.outcome("Waiting for the answer", "Guest D Person");
      await desk.looks("wait");
      await desk.scan(never.booking);
      await desk.outcome("Waiting for the answer", "Guest E Person");
      await desk.looks("wait");
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
  }

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

  test("scans without a connection are kept, and recorded once when it is back", async () => {
    const desk = await openAs("staff");
    const [first, second, third] = singles;
    assert.ok(first && second && third);
    // The first check-in arrives, and its answer does not.
    await desk.page.route("**/check-in", async (route) => {
      if (route.request().url().includes(first.booking)) await route.fetch();
      await route.abort();
    });
    await desk.scan(first.booking);
    await desk.outcome("Not yet recorded", new RegExp(`^${hostileName.replace("(1)", ".*")}`));
    await desk.scan(second.booking);
    await desk.outcome("Not yet recorded", /^Guest B Person/);
    await desk.scan(third.booking);
    await desk.outcome("Not yet recorded", /^Guest C Person/);
    await desk.page.getByText("3 scans are not yet recorded.").waitFor();
    // Cancelled while nobody at the door could know.
    await api.ask("POST", `${acmePath}/bookings/${third.booking}/cancel`);
    await desk.page.unroute("**/check-in");
    const conflicts = desk.page.getByRole("alert");
    await conflicts.getByText(/Cancelled: Guest C Person/).waitFor();
    await desk.line("Checked in", hostileName);
    await desk.line("Checked in", "Guest B Person");
    await desk.line("Cancelled", /Guest C Person/);
    await desk.page.getByRole("button", { name: "Seen" }).click();
    await conflicts.waitFor({ state: "detached" });
    const found = await api.ask("GET", `${acmePath}/bookings/${first.booking}`);
    const events = found.json.history.map((each: { event: string }) => each.event);
    assert.equal(events.at(-1), "checked-in");
    assert.notEqual(events.at(-2), "checked-in", "it was recorded once");
    await desk.close();
  });

  test("on a dark phone, with every answer 4 s late: a party of five, and a ticket of another campaign", async () => {
    const book = async (interaction: string, tickets: number, externalId: string) => {
      const starting_at = [noon];
      const place = { interaction, activity: "tasting" };
      const slots = await api.ask("POST", `${acmePath}/slots`, {
        ...place,
        starting_at,
        capacity: 9,
      });
      assert.equal(slots.status, 200, slots.text);
      const made = await api.ask("POST", `${acmePath}/bookings`, {
        ...place,
        external_id: externalId,
        slot_starting_at: noon,
        ticket_type: "standard",
        tickets,
        overbook: true,
      });
      assert.equal(made.status, 201, made.text);
      return String(made.json.booking);
    };
    const five = await book("pk_summer", 5, "FIVE");
    const winter = await book("pk_winter", 1, "SKIER");
    const phone = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const;
    const desk = await openAs("staff", phone);
    await desk.page.getByRole("list", { name: "People" }).getByText("FIVE").first().waitFor();
    await desk.page.route(/\/bookings\/|\/contacts/, async (route) => {
      await desk.page.waitForTimeout(4_200);
      await route.continue().catch(() => null);
    });
    await desk.scan(winter);
    await desk.outcome("Waiting for the answer");
    await desk.looks("wait");
    // The party is on the day's list, so the question needs no answer of the service.
    await desk.scan(five);
    await desk.outcome("Who is here? 5 are expected");
    await assertAccessible(desk.page, "who of five is here, dark");
    await desk.type("1 2 3 4 5");
    await desk.enter();
    await desk.outcome(/^(Waiting for the answer|Not yet recorded)$/);
    await desk.line("For another campaign: pk_winter", /SKIER/);
    await desk.line("Checked in", /FIVE/);
    await assertAccessible(desk.page, "late answers, dark");
    const found = await api.ask("GET", `${acmePath}/bookings/${five}`);
    const events = found.json.history.map((each: { event: string }) => each.event);
    assert.deepEqual(events, ["booked", "checked-in"], "it was recorded once, for all five");
    const elsewhere = await api.ask("GET", `${acmePath}/bookings/${winter}`);
    assert.equal(elsewhere.json.tickets[0].attendee.checked_in_at, null);
    await desk.page.unrouteAll({ behavior: "ignoreErrors" });
    await desk.close();
  });
});
