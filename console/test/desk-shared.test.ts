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

describe("a tablet that several operators share", () => {
  let shown: ConsoleUnderTest;
  let api: Desk;
  let page: Page;
  let door: DeskUnderTest;
  let first: Operator;
  let second: Operator;
  before(async () => {
    shown = await startConsoleUnderTest([deskAccount()]);
    api = await openDesk(shown.service);
    [first, second] = [await operator("door-first"), await operator("door-second")];
    page = await shown.open("/sign-in", { viewport: { width: 820, height: 1180 } });
    door = new DeskUnderTest(page);
  });
  after(() => shown?.[Symbol.asyncDispose]());

  const operator = async (name: string): Promise<Operator> => {
    const { json } = await api.ask("POST", "/operators", { name, role: "staff" });
    return { name, key: json.key as string };
  };
  const signIn = async ({ key }: Operator) => {
    await page.getByLabel("Operator key").fill(key);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.locator("#main").waitFor();
  };
  const signOut = async () => {
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Operator key").waitFor();
  };
  const checkIns = async ({ booking }: { readonly booking: string }) => {
    const { json } = await api.ask("GET", `${acmePath}/bookings/${booking}`);
    return (json.history as { event: string; actor: string }[])
      .filter(({ event }) => event === "checked-in")
      .map(({ actor }) => actor);
  };
  const sessions = async () => {
    const { json } = await api.ask("GET", "/session/everybody");
    return (json.items as { operator: string }[]).map((each) => each.operator);
  };

  test("signing out without a connection says what is to be sent, and forgets the names", async () => {
    await signIn(first);
    await page.goto(desk);
    await page.getByText("0 of 30 arrived").waitFor();
    await until(async () => (await page.evaluate<string>(kept("days"))).includes("Guest"));
    await page.context().setOffline(true);
    await door.scan(ann.booking);
    await door.outcome("Not yet recorded");
    await signOut();
    await page.getByText("You have signed out.").waitFor();
    await page.getByText("1 scan of door-first is not yet recorded.").waitFor();
    assert.equal(await page.evaluate(kept("days")), "[]");
    assert.doesNotMatch(await page.evaluate<string>(kept("errands")), /Guest/);
    assert.deepEqual(await sessions(), [first.name], "the service knows of no end yet");
  });

  test("its session ends as soon as there is a connection, also for a page that is opened then", async () => {
    // Nobody opens the sign-in page again: the address of the desk is opened.
    await page.goto("about:blank");
    await page.context().setOffline(false);
    await page.goto(desk);
    await page.getByLabel("Operator key").waitFor();
    await page.getByText("1 scan of door-first is not yet recorded.").waitFor();
    assert.deepEqual(await sessions(), []);
    assert.equal(await page.getByText("You have signed out.").count(), 0);
    assert.deepEqual(await checkIns(ann), []);
  });

  test("another operator sends nothing of it, and the desk says so", async () => {
    await signIn(second);
    await page.getByText("0 of 30 arrived").waitFor();
    await page.getByText("1 scan of door-first is not yet recorded.").waitFor();
    await door.scan(bob.booking);
    await page.getByText("1 of 30 arrived").waitFor();
    assert.deepEqual(await checkIns(bob), ["operator: door-second"]);
    assert.deepEqual(await checkIns(ann), []);
    await signOut();
  });

  test("it is sent when its operator is back, as theirs", async () => {
    await page.getByText("1 scan of door-first is not yet recorded.").waitFor();
    await page.goto(desk);
    await signIn(first);
    await page.getByText("2 of 30 arrived").waitFor();
    assert.deepEqual(await checkIns(ann), ["operator: door-first"]);
    await until(async () => (await page.evaluate(kept("errands"))) === "[]");
  });

  test("a desk in another window sends nothing once somebody else has signed in", async () => {
    const [, , , cat] = singles;
    assert.ok(cat);
    await page.route("**/check-in", (route) => route.abort());
    await door.scan(cat.booking);
    await door.outcome("Not yet recorded");
    const other = await page.context().newPage();
    await other.goto("/sign-in");
    await other.getByLabel("Operator key").fill(second.key);
    await other.getByRole("button", { name: "Sign in" }).click();
    await other.locator("#main").waitFor();
    let sent = 0;
    page.on("request", (request) => (sent += Number(request.url().includes(cat.booking))));
    await page.unroute("**/check-in");
    await page.getByRole("button", { name: "Send now" }).click();
    await page.getByText("1 scan is not yet recorded.").waitFor();
    await other.goto(desk);
    await other.getByText("1 scan of door-first is not yet recorded.").waitFor();
    assert.equal(sent, 0);
    assert.deepEqual(await checkIns(cat), []);
  });
});

interface Operator {
  readonly name: string;
  readonly key: string;
}

/** A store of what the browser keeps of the desk, as text. */
function kept(store: "days" | "errands"): string {
  return `new Promise((resolve, reject) => {
    const opening = indexedDB.open("booking-console-desk");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const asked = opening.result.transaction("${store}").objectStore("${store}").getAll();
      asked.onsuccess = () => {
        opening.result.close();
        resolve(JSON.stringify(asked.result));
      };
    };
  })`;
}
