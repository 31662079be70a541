import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { acmePath, openDesk, type Desk } from "../../test/harness/operator-api.ts";
import { booking, catalogue } from "../../test/harness/seed.ts";
import { acme } from "../../test/harness/service.ts";
import { assertAccessible } from "./assert-accessible.ts";
import { startConsoleUnderTest, type ConsoleUnderTest } from "./console-under-test.ts";

const place = { interaction: "pk_summer", activity: "tasting" } as const;
const slotAt = "2030-05-01T08:00:00Z";

describe("held seats in the console", () => {
  let shown: ConsoleUnderTest;
  let desk: Desk;
  before(async () => {
    const data = [
      ...catalogue,
      { kind: "slot", ...place, starting_at: slotAt, capacity: 6 },
      booking("CUST-IN", { tickets: [{}] }),
    ];
    shown = await startConsoleUnderTest([{ name: acme, hosts: ["api.acme.example"], data }]);
    desk = await openDesk(shown.service);
  });
  after(() => shown?.[Symbol.asyncDispose]());

  const slotPage = `/at/acme/production/slot?${new URLSearchParams({ ...place, at: slotAt }).toString()}`;
  const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
  const hold = async (tickets: number, fields: object = {}) => {
    const body = {
      ...place,
      slot_starting_at: slotAt,
      ticket_type: "standard",
      tickets,
      ...fields,
    };
    const { status } = await desk.ask("PUT", `${acmePath}/holds/${randomUUID()}`, body);
    assert.equal(status, 201);
  };
  const ended = async (page: Page) => {
    await page.context().close();
    assert.deepEqual(shown.troubles, []);
  };

  test("stand apart with their end, and are extended and released where that is allowed", async () => {
    await hold(2, { external_id: "CUST-PAYS", seconds: 600 });
    await hold(1, { seconds: 900 });
    const page = await shown.signIn({}, slotPage);
    const held = page.getByRole("region", { name: "Held seats", exact: true });
    await held.getByRole("heading", { name: "Held seats (3)" }).waitFor();
    const rows = held.getByRole("row");
    await rows
      .nth(1)
      .getByText(/^(9:\d\d|10:00)$/)
      .waitFor();
    await rows.nth(1).getByRole("link", { name: "CUST-PAYS" }).waitFor();
    await rows.nth(2).getByText("nobody named").waitFor();
    await page.getByText("3 held").first().waitFor();
    await assertAccessible(page, "held seats");
    await button(page, "Extend the hold of 2 for CUST-PAYS").click();
    await page.getByLabel("It ends").selectOption("30 minutes from now");
    await assertAccessible(page, "extending a hold");
    await button(page, "Extend").last().click();
    await page.getByText(/^The hold lasts until/).waitFor();
    // The other one ends first now.
    await rows
      .nth(2)
      .getByText(/^(29:\d\d|30:00)$/)
      .waitFor();
    await button(page, "Release the hold of 2 for CUST-PAYS").click();
    await button(page, "Release 2 seats").click();
    await held.getByRole("heading", { name: "Held seats (1)" }).waitFor();
    await ended(page);
  });

  test("stand in the cells of the heat map, and the table", async () => {
    const slots = "/at/acme/production/slots?interaction=pk_summer&from=2030-04-29&weeks=1";
    const page = await shown.signIn({ role: "viewer" }, slots);
    const cell = button(page, /4 of 6 seats free, 1 held for a while/);
    await cell.getByText(/^1 held (1\d:\d\d|\d:\d\d)$/).waitFor();
    await assertAccessible(page, "a heat map with held seats");
    await page.getByLabel("Show as").selectOption("Table");
    await page.getByText(/^1 held, \d+:\d\d$/).waitFor();
    await page.goto(slotPage);
    await page.getByRole("heading", { name: "Held seats (1)" }).waitFor();
    // Who may only look is offered nothing.
    assert.equal(await button(page, /hold of/).count(), 0);
    await ended(page);
  });
});
