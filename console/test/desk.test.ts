import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { encodeQR } from "qr";
import { acmePath, openDesk, type Desk } from "../../test/harness/operator-api.ts";
import { assertAccessible } from "./assert-accessible.ts";
import { startConsoleUnderTest, type ConsoleUnderTest } from "./console-under-test.ts";
import {
  cancelled,
  doorAccount,
  family,
  hostileName,
  noon,
  singles,
  today,
  tomorrows,
  waiting,
} from "./door-data.ts";

const atTheDoor = `/at/acme/production/desk?${new URLSearchParams({
  interaction: "pk_summer",
  day: today,
  activity: "tasting",
  slot: noon,
}).toString()}`;

const tablet = { viewport: { width: 820, height: 1180 } };

describe("the check-in desk", () => {
  let shown: ConsoleUnderTest;
  let api: Desk;
  before(async () => {
    shown = await startConsoleUnderTest([doorAccount()]);
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
    const page = await shown.signIn({ role }, atTheDoor, options);
    await page.getByRole("list", { name: "People" }).waitFor();
    return new Door(page);
  };

  test("30 people come in without anybody touching the mouse, whatever else is scanned", async () => {
    const door = await openAs("staff");
    await door.sees("0 of 30 arrived");
    const [first, second, ...others] = singles;
    assert.ok(first && second);

    await door.scan(first.booking);
    await door.outcome("Checked in", hostileName);
    await door.scan(first.booking);
    await door.outcome(/^Already checked in at \d\d:\d\d$/);
    await door.scan("https://tickets.example/t/00000000-0000-4000-8000-000000000000");
    await door.outcome("Unknown");
    await door.scan(waiting.booking);
    await door.outcome("On the waitlist: no seat", /number 1 on the waitlist/);
    await door.scan(cancelled.booking);
    await door.outcome("Cancelled");
    await door.scan(tomorrows.booking);
    await door.outcome(/^Not for now: tomorrow at 12:00 CES?T$/);
    await door.sees("1 of 30 arrived");

    // Somebody without a ticket tells a name; somebody else shows a customer's card.
    await door.type("b pers");
    await door.enter();
    await door.outcome("Checked in", "Guest B Person");
    const [carol, dave, eve, ...queue] = others;
    assert.ok(carol && dave && eve);
    await door.scan(carol.external_id);
    await door.outcome("Checked in", "Guest C Person");

    // The wrong one was let in: taken back, and the right one chosen with the arrow keys.
    await door.scan(dave.booking);
    await door.outcome("Checked in", "Guest D Person");
    await door.page.keyboard.press("Control+z");
    await door.outcome("Check-in taken back", "Guest D Person");
    await door.type("guest e");
    await door.page.keyboard.press("ArrowDown");
    await door.enter();
    await door.outcome("Checked in", "Guest E Person");
    await door.scan(dave.booking);

    // A family: two now, the rest a moment later.
    await door.scan(family.booking);
    await door.outcome("Who is here? 4 are expected");
    await door.scan(family.booking);
    await door.outcome("Who is here? 4 are expected");
    await door.type("1 3");
    await door.enter();
    await door.outcome("Checked in", "Ada Lovelace and Anne Lovelace: 2 of 4 are here");
    await door.scan(family.booking);
    await door.outcome("Who is here? 2 are expected");
    await door.page.waitForTimeout(450);
    await door.enter();
    await door.outcome("Checked in", "Byron Lovelace and Ralph Lovelace: 4 of 4 are here");

    // The rest comes faster than anything is answered, each code twice, with Enter twice.
    for (const { booking } of queue) {
      await door.scan(booking);
      await door.enter();
    }
    await door.scan(queue[0]?.booking ?? "");
    await door.sees("30 of 30 arrived");
    assert.ok(await door.boxHasFocus());

    const slots = await api.ask("GET", `${acmePath}/bookings?slot=${noon}&status=CONFIRMED`);
    const arrived = slots.json.items.flatMap((each: { tickets: { attendee: object }[] }) =>
      each.tickets.map(({ attendee }) => (attendee as { checked_in_at: unknown }).checked_in_at),
    );
    assert.equal(arrived.length, 30);
    assert.ok(arrived.every((at: unknown) => at !== null));
    await assertAccessible(door.page, "the desk with everybody here");
    await door.close();
    assert.deepEqual(shown.troubles, []);
  });

  for (const viewport of [
    { width: 1280, height: 860 },
    { width: 820, height: 1180 },
    { width: 390, height: 844 },
  ]) {
    test(`at ${viewport.width} px the panel is the newest scan's alone, whatever the network does`, async () => {
      const door = await openAs("staff", { viewport });
      const [, , , slow, never, quick] = singles;
      assert.ok(slow && never && quick);
      const panel = door.page.getByRole("status").first();
      let release: () => void = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await door.page.route(`**/${slow.booking}/check-in`, async (route) => {
        await held;
        await route.continue().catch(() => null);
      });
      await door.page.route(`**/${never.booking}/check-in`, () => {});
      await door.scan(slow.booking);
      await door.outcome("Waiting for the answer", "Guest D Person");
      await door.looks("wait");
      await door.scan(never.booking);
      await door.outcome("Waiting for the answer", "Guest E Person");
      await door.looks("wait");
      assert.doesNotMatch(await panel.innerText(), /Guest D/);
      await door.scan(quick.booking);
      await door.outcome("Checked in", "Guest F Person");
      await door.looks("good");
      release();
      await door.line("Checked in", "Guest D Person");
      assert.match(await panel.innerText(), /Guest F/);
      // Longer than the limit of time: it is said, and sent again once the service answers.
      await door.line("Not yet recorded", /Guest E Person/);
      assert.match(await panel.innerText(), /Guest F/);
      await door.page.unroute(`**/${never.booking}/check-in`);
      await door.line("Checked in", "Guest E Person");
      await assertAccessible(door.page, "the desk after slow answers");
      await door.close();
    });
  }

  test("a name that means several people stays in the box with its list", async () => {
    const door = await openAs("staff");
    const [, second] = singles;
    assert.ok(second);
    await door.type("guest");
    await door.enter();
    await door.outcome("26 bookings match");
    await door.page.getByRole("heading", { name: "Who matches" }).waitFor();
    const box = door.page.getByLabel("Scan a ticket, or type a name");
    assert.equal(await box.inputValue(), "guest");
    await door.page.keyboard.press("ArrowDown");
    await door.page.keyboard.press("Escape");
    await door.type("guest");
    await door.enter();
    // What is scanned next replaces it.
    await door.scan(second.booking);
    await door.outcome("Checked in", "Guest B Person");
    assert.equal(await box.inputValue(), "");
    await door.close();
  });

  test("what another desk does shows by itself, and a finger is enough", async () => {
    const door = await openAs("staff");
    const [first, second] = singles;
    assert.ok(first && second);
    await api.ask("POST", `${acmePath}/bookings/${first.booking}/check-in`);
    await door.sees("1 of 30 arrived");
    await door.page.getByRole("button", { name: "Check in Guest B Person" }).click();
    await door.sees("2 of 30 arrived");
    assert.ok(await door.boxHasFocus());
    await door.page.getByRole("button", { name: "Ticket 2, Byron Lovelace" }).click();
    await door.outcome("Checked in", "Byron Lovelace: 1 of 4 are here");
    await door.page.getByRole("button", { name: /^Undo the last/ }).click();
    await door.outcome("Check-in taken back", "Byron Lovelace");
    await door.scan(tomorrows.booking);
    await door.page.getByRole("button", { name: /^Check in anyway/ }).click();
    await door.outcome("Checked in", "Tom Tomorrow");
    assert.ok(await door.boxHasFocus());
    await api.ask("POST", `${acmePath}/bookings/${tomorrows.booking}/undo-check-in`);
    await assertAccessible(door.page, "the desk");
    await door.close();
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
    const door = await openAs("staff");
    // A camera before which somebody holds the ticket.
    await door.page.evaluate(`navigator.mediaDevices.getUserMedia = async () => {
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
    await door.page.getByLabel("Scan with the camera").check();
    await door.outcome("Checked in", "Guest G Person");
    await door.page.waitForTimeout(500);
    await door.outcome("Checked in", "Guest G Person");
    await assertAccessible(door.page, "the desk with its camera");
    await door.page.getByLabel("Scan with the camera").uncheck();
    await door.page.getByLabel("Camera", { exact: true }).waitFor({ state: "detached" });
    await door.close();
  });

  test("a viewer looks people up and changes nothing", async () => {
    const door = await openAs("viewer", { viewport: { width: 390, height: 844 } });
    const [first] = singles;
    assert.ok(first);
    await door.sees("0 of 30 arrived");
    for (const name of [/check in/i, /undo/i, /all 4/i]) {
      assert.equal(await door.page.getByRole("button", { name }).count(), 0, String(name));
    }
    await door.scan(first.booking, "Look somebody up");
    await door.outcome("Expected, not here yet", hostileName);
    await door.page.keyboard.press("Control+z");
    const found = await api.ask("GET", `${acmePath}/bookings/${first.booking}`);
    assert.equal(found.json.tickets[0].attendee.checked_in_at, null);
    await assertAccessible(door.page, "the desk of a viewer");
    await door.close();
  });

  test("scans without a connection are kept, and recorded once when it is back", async () => {
    const door = await openAs("staff");
    const [first, second, third] = singles;
    assert.ok(first && second && third);
    // The first check-in arrives, and its answer does not.
    await door.page.route("**/check-in", async (route) => {
      if (route.request().url().includes(first.booking)) await route.fetch();
      await route.abort();
    });
    await door.scan(first.booking);
    await door.outcome("Not yet recorded", new RegExp(`^${hostileName.replace("(1)", ".*")}`));
    await door.scan(second.booking);
    await door.outcome("Not yet recorded", /^Guest B Person/);
    await door.scan(third.booking);
    await door.outcome("Not yet recorded", /^Guest C Person/);
    await door.page.getByText("3 scans are not yet recorded.").waitFor();
    // Cancelled while nobody at the door could know.
    await api.ask("POST", `${acmePath}/bookings/${third.booking}/cancel`);
    await door.page.unroute("**/check-in");
    const conflicts = door.page.getByRole("alert");
    await conflicts.getByText(/Cancelled: Guest C Person/).waitFor();
    await door.line("Checked in", hostileName);
    await door.line("Checked in", "Guest B Person");
    await door.line("Cancelled", /Guest C Person/);
    await door.page.getByRole("button", { name: "Seen" }).click();
    await conflicts.waitFor({ state: "detached" });
    const found = await api.ask("GET", `${acmePath}/bookings/${first.booking}`);
    const events = found.json.history.map((each: { event: string }) => each.event);
    assert.equal(events.at(-1), "checked-in");
    assert.notEqual(events.at(-2), "checked-in", "it was recorded once");
    await door.close();
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
    const door = await openAs("staff", phone);
    await door.page.getByRole("list", { name: "People" }).getByText("FIVE").first().waitFor();
    await door.page.route(/\/bookings\/|\/contacts/, async (route) => {
      await door.page.waitForTimeout(4_200);
      await route.continue().catch(() => null);
    });
    await door.scan(winter);
    await door.outcome("Waiting for the answer");
    await door.looks("wait");
    // The party is on the day's list, so the question needs no answer of the service.
    await door.scan(five);
    await door.outcome("Who is here? 5 are expected");
    await assertAccessible(door.page, "who of five is here, dark");
    await door.type("1 2 3 4 5");
    await door.enter();
    await door.outcome(/^(Waiting for the answer|Not yet recorded)$/);
    await door.line("For another campaign: pk_winter", /SKIER/);
    await door.line("Checked in", /FIVE/);
    await assertAccessible(door.page, "late answers, dark");
    const found = await api.ask("GET", `${acmePath}/bookings/${five}`);
    const events = found.json.history.map((each: { event: string }) => each.event);
    assert.deepEqual(events, ["booked", "checked-in"], "it was recorded once, for all five");
    const elsewhere = await api.ask("GET", `${acmePath}/bookings/${winter}`);
    assert.equal(elsewhere.json.tickets[0].attendee.checked_in_at, null);
    await door.page.unrouteAll({ behavior: "ignoreErrors" });
    await door.close();
  });
});

/** The desk as somebody with a scanner and a keyboard has it. */
class Door {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  /** What a scanner does: it types, and presses Enter, without looking where. */
  async scan(code: string, label?: string): Promise<void> {
    if (label !== undefined) await this.page.getByLabel(label).waitFor();
    await this.type(code);
    await this.enter();
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  async enter(): Promise<void> {
    await this.page.keyboard.press("Enter");
  }

  /** The last outcome, as it is read out. */
  async outcome(title: string | RegExp, detail?: string | RegExp): Promise<void> {
    const told = this.page.getByRole("region", { name: "Outcome" }).getByRole("status");
    await told.getByText(title, { exact: true }).waitFor();
    if (detail !== undefined) {
      await told.getByText(detail, typeof detail === "string" ? { exact: true } : {}).waitFor();
    }
  }

  /** A scan's own line. */
  async line(title: string, detail: string | RegExp): Promise<void> {
    const lines = this.page.getByRole("list", { name: "Scans" }).getByRole("listitem");
    const named = lines.filter({ has: this.page.getByText(title, { exact: true }) });
    await named.filter({ hasText: detail }).first().waitFor();
  }

  /** The panel's colour, by its name. */
  async looks(tone: string): Promise<void> {
    await this.page.locator(`section[aria-label=Outcome][data-tone=${tone}]`).waitFor();
  }

  async sees(count: string): Promise<void> {
    await this.page.getByRole("group", { name: "Arrived" }).getByText(count).waitFor();
  }

  async boxHasFocus(): Promise<boolean> {
    const label = await this.page.evaluate("document.activeElement?.labels?.[0]?.textContent");
    return label === "Scan a ticket, or type a name";
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
