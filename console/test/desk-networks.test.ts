import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { acmePath, openDesk, type Desk } from "../../test/harness/operator-api.ts";
import { assertAccessible } from "./assert-accessible.ts";
import { startConsoleUnderTest, type ConsoleUnderTest } from "./console-under-test.ts";
import {
  cancelled,
  deskAccount,
  deskPath,
  family,
  noon,
  singles,
  tomorrows,
  waiting,
} from "./desk-data.ts";
import { DeskUnderTest } from "./desk-under-test.ts";

/** Longer than a request of the desk may take. */
const lateMs = 4_200;
const calls = /\/bookings\/|\/contacts/;

interface Network {
  readonly name: string;
  readonly options: BrowserContextOptions;
  /** Takes the network away; what it returns brings it back. */
  readonly cut: (page: Page) => Promise<() => Promise<void>>;
}

const networks: readonly Network[] = [
  {
    name: "that never answers, at 1280 px",
    options: { viewport: { width: 1280, height: 860 } },
    cut: async (page) => {
      await page.route(calls, () => {});
      return () => page.unroute(calls);
    },
  },
  {
    name: "that is not there, at 820 px",
    options: { viewport: { width: 820, height: 1180 } },
    cut: async (page) => {
      await page.context().setOffline(true);
      return () => page.context().setOffline(false);
    },
  },
  {
    name: "whose answers are 4 s late, at 390 px",
    options: { viewport: { width: 390, height: 844 } },
    cut: async (page) => {
      await page.route(calls, async (route) => {
        await page.waitForTimeout(lateMs);
        await route.continue().catch(() => null);
      });
      // A late answer may still be waiting when the page is closed.
      return () => page.unrouteAll({ behavior: "ignoreErrors" });
    },
  },
];

describe("the check-in desk on a network", () => {
  let shown: ConsoleUnderTest;
  let api: Desk;
  let skier = "";
  before(async () => {
    shown = await startConsoleUnderTest([deskAccount()]);
    api = await openDesk(shown.service);
    const place = { interaction: "pk_winter", activity: "tasting" };
    const slot = { ...place, starting_at: [noon], capacity: 9 };
    assert.equal((await api.ask("POST", `${acmePath}/slots`, slot)).status, 200);
    const made = await api.ask("POST", `${acmePath}/bookings`, {
      ...place,
      external_id: "SKIER",
      slot_starting_at: noon,
      ticket_type: "standard",
    });
    assert.equal(made.status, 201, made.text);
    skier = String(made.json.booking);
  });
  after(() => shown?.[Symbol.asyncDispose]());

  const openAs = async (options: BrowserContextOptions) => {
    const page = await shown.signIn({ role: "staff" }, deskPath, options);
    await page.getByRole("list", { name: "People" }).waitFor();
    return new DeskUnderTest(page);
  };
  const checkedIn = async (booking: string): Promise<number> => {
    const { json } = await api.ask("GET", `${acmePath}/bookings/${booking}`);
    const tickets = json.tickets as readonly { attendee: { checked_in_at: string | null } }[];
    return tickets.filter(({ attendee }) => attendee.checked_in_at !== null).length;
  };

  for (const { name, options, cut } of networks) {
    test(`${name}: nobody is greeted who must not come in, and every scan gets its truth`, async () => {
      const [guest, other] = singles;
      assert.ok(guest && other);
      for (const { booking } of [guest, other, family]) {
        await api.ask("POST", `${acmePath}/bookings/${booking}/undo-check-in`);
      }
      const desk = await openAs(options);
      const there = await openAs({ viewport: { width: 1280, height: 860 } });
      await desk.sees("0 of 30 arrived");
      // Somebody whom the other desk let in, which this one cannot know any more.
      const mend = await cut(desk.page);
      await there.scan(other.booking);
      await there.outcome("Checked in", "Guest B Person");

      for (const code of [
        waiting.booking,
        cancelled.booking,
        tomorrows.booking,
        skier,
        other.booking,
      ]) {
        await desk.scan(code);
        await desk.page.waitForTimeout(100);
        const tone = await desk.page
          .locator("section[aria-label=Outcome]")
          .getAttribute("data-tone");
        assert.notEqual(tone, "good", code);
      }
      await desk.scan(family.booking);
      await desk.outcome("Who is here? 4 are expected");
      await desk.type("1 3");
      await desk.enter();
      await desk.outcome(/^(Waiting for the answer|Not yet recorded)$/);
      await assertAccessible(desk.page, name);
      await mend();

      await desk.line("On the waitlist: no seat", /Wanda Waiting/);
      await desk.line("Cancelled", /CANCELLED/);
      await desk.line(/^Not for now: tomorrow/, /Tom Tomorrow/);
      await desk.line("For another campaign: pk_winter", /SKIER/);
      await desk.line(/^(Already checked in|Checked in at another desk)/, /Guest B Person/);
      await desk.line("Checked in", /Ada Lovelace/);
      assert.equal(await checkedIn(family.booking), 2);
      for (const { booking } of [waiting, cancelled, tomorrows, { booking: skier }]) {
        assert.equal(await checkedIn(booking), 0, booking);
      }

      // Each desk takes back its own: the other's guest stays.
      await desk.page.keyboard.press("Control+z");
      await desk.line("Check-in taken back", /Lovelace/);
      assert.equal(await checkedIn(family.booking), 0);
      assert.equal(await checkedIn(other.booking), 1);
      await there.page.keyboard.press("Control+z");
      await there.outcome("Check-in taken back", "Guest B Person");
      assert.equal(await checkedIn(other.booking), 0);
      await desk.page.unrouteAll({ behavior: "ignoreErrors" });
      await desk.close();
      await there.close();
    });
  }
});
