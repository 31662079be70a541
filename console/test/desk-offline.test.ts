import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { acmePath, openDesk, type Desk } from "../../test/harness/operator-api.ts";
import { until } from "../../test/harness/until.ts";
import { startConsoleUnderTest, type ConsoleUnderTest } from "./console-under-test.ts";
import { deskAccount, singles, today } from "./desk-data.ts";
import { DeskUnderTest } from "./desk-under-test.ts";

const desk = `/at/acme/production/desk?interaction=pk_summer&day=${today}`;
const [, ann, bob] = singles;
assert.ok(ann && bob);

/** What the browser keeps under the desk's name: files of the page, days, errands. */
const keptHere = `(async () => {
  const files = await (await caches.open("booking-console-desk")).keys();
  const database = await new Promise((resolve, reject) => {
    const opening = indexedDB.open("booking-console-desk");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const all = (store) => new Promise((resolve) => {
    const asked = database.transaction(store).objectStore(store).getAll();
    asked.onsuccess = () => resolve(JSON.stringify(asked.result));
  });
  const kept = { files: files.length, days: await all("days"), errands: await all("errands") };
  database.close();
  return kept;
})()`;
interface Kept {
  readonly files: number;
  readonly days: string;
  readonly errands: string;
}

describe("the check-in desk without a connection", () => {
  let shown: ConsoleUnderTest;
  let api: Desk;
  let page: Page;
  before(async () => {
    shown = await startConsoleUnderTest([deskAccount()]);
    api = await openDesk(shown.service);
    page = await shown.signIn({ role: "staff" }, desk, { viewport: { width: 820, height: 1180 } });
    await page.getByText("0 of 30 arrived").waitFor();
  });
  after(() => shown?.[Symbol.asyncDispose]());

  const kept = async () => (await page.evaluate(keptHere)) as Kept;
  const scan = async (code: string) => {
    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
  };
  const panel = () => page.getByRole("region", { name: "Outcome" }).getByRole("status");

  test("leaves every page of the account to the service while it answers", async () => {
    await until(async () => (await kept()).files > 5);
    await page.goto("/at/acme/production/bookings");
    await page.getByRole("heading", { name: "Bookings", level: 1 }).waitFor();
    const answer = await page.goto(desk);
    await page.getByText("0 of 30 arrived").waitFor();
    // Files that the worker answers with are not taken for a preload, and the browser warns of each.
    const preloads = /rel="modulepreload"/;
    assert.equal(answer?.fromServiceWorker(), true);
    assert.ok(answer.headers()["content-security-policy"]);
    assert.doesNotMatch(await answer.text(), preloads);
    assert.match(await (await page.context().request.get(desk)).text(), preloads);
  });

  test("is loaded again, knows the day's people, and loses no scan", async () => {
    await until(async () => {
      const { files, days } = await kept();
      return files > 5 && days.includes(ann.names[0] ?? "?");
    });
    await page.context().setOffline(true);
    await scan(ann.booking);
    await panel().getByText("Not yet recorded").waitFor();
    await page.reload();
    await page.getByText("0 of 30 arrived").waitFor();
    await page.getByText("1 scan is not yet recorded.").waitFor();
    await scan(bob.booking);
    await panel().getByText("Not yet recorded").waitFor();
    await panel()
      .getByText(/^Guest C Person/)
      .waitFor();
    await page.getByText("2 scans are not yet recorded.").waitFor();
    await page.context().setOffline(false);
    await page.getByText("2 of 30 arrived").waitFor();
    for (const { booking } of [ann, bob]) {
      const { json } = await api.ask("GET", `${acmePath}/bookings/${booking}`);
      const events = json.history.map(({ event }: { event: string }) => event);
      assert.equal(events.filter((each: string) => each === "checked-in").length, 1);
    }
    await until(async () => (await kept()).errands === "[]");
  });

  test("keeps no token, and after signing out nobody's name", async () => {
    const { days } = await kept();
    assert.match(days, /Guest D Person/);
    assert.match(days, /"csrf_token":null/);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Operator key").waitFor();
    await until(async () => (await kept()).days === "[]");
    assert.doesNotMatch(JSON.stringify(await kept()), /Guest/);
    await page.context().setOffline(true);
    await page.goto(desk);
    await page.getByText("The service does not answer.").waitFor();
    await page.context().close();
  });

  test("forgets the names when somebody signs out, also where nothing marks the stored day", async () => {
    const unmarked = await shown.signIn({ role: "staff" }, desk, {
      viewport: { width: 820, height: 1180 },
    });
    await unmarked.getByText(/ of 30 arrived/).waitFor();
    const days = async () => (await unmarked.evaluate<Kept>(keptHere)).days;
    await until(async () => (await days()).includes("Guest"));
    await unmarked.evaluate(`Storage.prototype.setItem = () => {}; localStorage.clear()`);
    await unmarked.getByRole("button", { name: "Menu" }).click();
    await unmarked.getByRole("button", { name: "Sign out" }).click();
    await unmarked.getByLabel("Operator key").waitFor();
    await until(async () => (await days()) === "[]");
    await unmarked.context().close();
  });

  test("records a scan once whose answer was lost, and names what was cancelled meanwhile", async () => {
    const door = new DeskUnderTest(await shown.signIn({ role: "staff" }, desk));
    await door.sees("2 of 30 arrived");
    const [, , , first, second, third] = singles;
    assert.ok(first && second && third);
    // The first check-in arrives, and its answer does not.
    await door.page.route("**/check-in", async (route) => {
      if (route.request().url().includes(first.booking)) await route.fetch();
      await route.abort();
    });
    await door.scan(first.booking);
    await door.outcome("Not yet recorded", /^Guest D Person/);
    await door.scan(second.booking);
    await door.outcome("Not yet recorded", /^Guest E Person/);
    await door.scan(third.booking);
    await door.outcome("Not yet recorded", /^Guest F Person/);
    await door.page.getByText("3 scans are not yet recorded.").waitFor();
    // Cancelled while nobody at the door could know.
    await api.ask("POST", `${acmePath}/bookings/${third.booking}/cancel`);
    await door.page.unroute("**/check-in");
    const conflicts = door.page.getByRole("alert");
    await conflicts.getByText(/Cancelled: Guest F Person/).waitFor();
    await door.line("Checked in", "Guest D Person");
    await door.line("Checked in", "Guest E Person");
    await door.line("Cancelled", /Guest F Person/);
    await door.page.getByRole("button", { name: "Seen" }).click();
    await conflicts.waitFor({ state: "detached" });
    const found = await api.ask("GET", `${acmePath}/bookings/${first.booking}`);
    const events = found.json.history.map((each: { event: string }) => each.event);
    assert.equal(events.at(-1), "checked-in");
    assert.notEqual(events.at(-2), "checked-in", "it was recorded once");
    await door.close();
  });
});
