import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import { acmePath, openDesk, type Desk } from "../../test/harness/operator-api.ts";
import { assertAccessible } from "./assert-accessible.ts";
import { startConsoleUnderTest, type ConsoleUnderTest } from "./console-under-test.ts";
import { accountOf, deskCells, skier, tomorrows, type DeskCell } from "./desk-cells.ts";
import { today } from "./desk-data.ts";
import { DeskUnderTest } from "./desk-under-test.ts";
import { watchPanel, type PanelMoment } from "./watch-panel.ts";

/** Longer than a request of the desk may take, also in a browser whose timers are late. */
const lateMs = 4_500;
const calls = "**/operator/v1/**";

interface Network {
  /** Takes the network away; what it returns brings it back. */
  readonly cut: (page: Page) => Promise<() => Promise<void>>;
  /** The least time from a scan to its green panel while the network is away; milliseconds. */
  readonly greenAfterMs: number;
}

const networks: Readonly<Record<string, Network>> = {
  "at once": { cut: async () => async () => {}, greenAfterMs: 0 },
  "after 4.5 s": {
    cut: async (page) => {
      await page.route(calls, async (route) => {
        await pause(lateMs);
        await route.continue().catch(() => null);
      });
      // A late answer may still be waiting when the page is closed.
      return () => page.unrouteAll({ behavior: "ignoreErrors" });
    },
    greenAfterMs: lateMs,
  },
  never: {
    cut: async (page) => {
      await page.route(calls, () => {});
      return () => page.unroute(calls);
    },
    greenAfterMs: Infinity,
  },
  "never, offline": {
    cut: async (page) => {
      await page.context().setOffline(true);
      return () => page.context().setOffline(false);
    },
    greenAfterMs: Infinity,
  },
};

interface Scenario {
  readonly what: string;
  /** What the scanner or the person types before Enter, or "undo". */
  readonly entered: string;
  /** What the panel may show about a person: nothing but this. */
  readonly about: readonly string[];
  /** The list has it in the end. */
  readonly title: string | RegExp;
  readonly mayBeGreen?: true;
  /** What the desk says before any answer, where that is more than to wait. */
  readonly atOnce?: string | RegExp;
}

function scenariosOf(cell: DeskCell): readonly Scenario[] {
  const { waiting, cancelled, elsewhere, party, alone } = cell;
  return [
    {
      what: "a booking of tomorrow",
      entered: tomorrows.booking,
      about: ["Tom Tomorrow"],
      title: /^Not for now: tomorrow at \d\d:\d\d/,
    },
    {
      what: "a booking of another campaign",
      entered: skier.booking,
      about: ["Sven Skier"],
      title: "For another campaign: pk_winter",
    },
    {
      what: "a booking on the waitlist",
      entered: waiting.booking,
      about: ["Wanda Waiting"],
      title: "On the waitlist: no seat",
    },
    {
      what: "a cancelled booking",
      entered: cancelled.booking,
      about: ["CANCELLED"],
      title: "Cancelled",
    },
    {
      what: "a name that two people have",
      entered: "zoe",
      about: [],
      title: "2 bookings match",
      atOnce: "2 bookings match",
    },
    {
      what: "a ticket that another desk has just scanned",
      entered: elsewhere.booking,
      about: ["Otto Elsewhere"],
      title: /^Already checked in at \d\d:\d\d$/,
    },
    {
      what: "a party of five",
      entered: party.booking,
      about: party.names,
      title: "Who is here? 5 are expected",
      atOnce: "Who is here? 5 are expected",
    },
    {
      what: "three of the five",
      entered: "1 3 5",
      about: party.names,
      title: "Checked in",
      mayBeGreen: true,
    },
    {
      what: "the wrong person",
      entered: alone.booking,
      about: ["Alma Alone"],
      title: /^(Checked in|Taken back before it was sent|Check-in taken back)$/,
      mayBeGreen: true,
    },
    {
      what: "the wrong person, taken back",
      entered: "undo",
      about: ["Alma Alone"],
      title: /^(Taken back before it was sent|Check-in taken back)$/,
      atOnce: /aken back|^Waiting for the answer$/,
    },
  ];
}

describe("the check-in desk in every situation", { concurrency: 3 }, () => {
  const cells = deskCells(Object.keys(networks));
  let shown: ConsoleUnderTest;
  let api: Desk;
  let there: DeskUnderTest;
  let lastThere: Promise<void> = Promise.resolve();
  before(async () => {
    shown = await startConsoleUnderTest([accountOf(cells)]);
    api = await openDesk(shown.service);
    const wholeDay = `/at/acme/production/desk?interaction=pk_summer&day=${today}`;
    there = new DeskUnderTest(await shown.signIn({ role: "staff" }, wholeDay));
    await there.page.getByRole("list", { name: "People" }).waitFor();
  });
  after(() => shown?.[Symbol.asyncDispose]());

  /** How many are here, and how often a check-in was recorded. */
  const checkIns = async (booking: string) => {
    const { json } = await api.ask("GET", `${acmePath}/bookings/${booking}`);
    const tickets = json.tickets as readonly { attendee: { checked_in_at: string | null } }[];
    const history = json.history as readonly { event: string }[];
    return {
      here: tickets.filter(({ attendee }) => attendee.checked_in_at !== null).length,
      events: history.filter(({ event }) => event === "checked-in").length,
    };
  };
  /** The other desk serves one scan after the other. */
  const scanThere = (code: string): Promise<void> => {
    const before = lastThere;
    lastThere = (async () => {
      await before.catch(() => null);
      await there.scan(code);
      await there.outcome("Checked in");
    })();
    return lastThere;
  };

  for (const cell of cells) {
    test(`at ${cell.size}, with answers ${cell.network}: each scan gets its own truth, and nobody else's`, async () => {
      const page = await shown.signIn({ role: "staff" }, cell.path, cell.options);
      page.setDefaultTimeout(60_000);
      const desk = new DeskUnderTest(page);
      await page.getByRole("list", { name: "People" }).waitFor();
      const moments = await watchPanel(page);
      const network = networks[cell.network];
      assert.ok(network);
      const mend = await network.cut(page);
      const scenarios = scenariosOf(cell);
      await scanThere(cell.elsewhere.booking);
      for (const { entered, atOnce } of scenarios) {
        if (entered === "undo") await page.keyboard.press("Control+z");
        else await desk.scan(entered);
        if (atOnce !== undefined) await desk.outcome(atOnce);
      }
      if (network.greenAfterMs > 0) {
        await page.getByText(/scans? (is|are) not yet recorded\.$/).waitFor();
      }
      assertOwnOutcomes(await moments(), scenarios, network.greenAfterMs);
      await mend();
      // A click of the mouse would scroll the panel out of view.
      await page.getByRole("button", { name: /^All \d+ scans$/ }).dispatchEvent("click");
      for (const { title, about } of scenarios) await desk.line(title, about[0] ?? "zoe");
      await assertAccessible(page, `${cell.size}, answers ${cell.network}`);
      assertOwnOutcomes(await moments(), scenarios, 0);

      assert.deepEqual(await checkIns(cell.party.booking), { here: 3, events: 3 });
      // Each desk takes back its own.
      assert.deepEqual(await checkIns(cell.elsewhere.booking), { here: 1, events: 1 });
      for (const { booking } of [cell.alone, cell.waiting, cell.cancelled, tomorrows, skier]) {
        assert.equal((await checkIns(booking)).here, 0, booking);
      }
      await desk.close();
    });
  }
});

/** Judges every state that the panel has had, by what was entered last. */
function assertOwnOutcomes(
  moments: readonly PanelMoment[],
  scenarios: readonly Scenario[],
  greenAfterMs: number,
): void {
  const toneOf = new Map<string, string>();
  const people = scenarios.flatMap(({ about }) => about);
  let entries = 0;
  let current: (Scenario & { readonly enteredAt: number }) | undefined;
  let isFirst = false;
  for (const { at, entered, tone, title, text, symbols, tooWide, inView } of moments) {
    if (entered !== null) {
      const next = scenarios[entries];
      assert.ok(next, entered);
      assert.equal(entered, next.entered);
      current = { ...next, enteredAt: at };
      entries += 1;
      isFirst = true;
      continue;
    }
    assert.ok(current, text);
    const what = `${current.what}: ${tone}, ${text}`;
    const strangers = people.filter((name) => !current?.about.includes(name));
    for (const name of strangers) assert.ok(!text.includes(name), `${what} names ${name}`);
    if (tone === "good") {
      assert.ok(current.mayBeGreen, what);
      assert.ok(at - current.enteredAt >= greenAfterMs, `${what}: there is no answer yet`);
    }
    if (isFirst && current.atOnce === undefined) {
      // In an outage, which the first scan finds, a later one is amber at once or, off the list, red.
      assert.match(tone, entries === 1 ? /^wait$/ : /^(wait|unsent|fault)$/, what);
    }
    isFirst = false;
    assert.equal(symbols, 1, what);
    assert.notEqual(title, "", what);
    assert.equal(toneOf.get(title) ?? tone, tone, `${what}: the words alone say it`);
    toneOf.set(title, tone);
    assert.ok(!tooWide, `${what}: it is too wide`);
    assert.ok(inView, `${what}: the panel is not in view`);
  }
  assert.equal(entries, scenarios.length);
}
