import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";
import { openDesk } from "../../test/harness/operator-api.ts";
import { booking, cancelPath, catalogue, fetchPath, withSlots } from "../../test/harness/seed.ts";
import { acme } from "../../test/harness/service.ts";
import { until } from "../../test/harness/until.ts";
import { assertAccessible } from "./assert-accessible.ts";
import { startConsoleUnderTest, type ConsoleUnderTest } from "./console-under-test.ts";

const hostile = `<img src=x onerror="document.title='broken'"><script>alert(1)</script>`;
const cancelled = booking("CUST-1");
const present = booking("CUST-2", {
  slot_starting_at: "2025-05-01T08:00:00Z",
  tickets: [{ attendee: { checked_in_at: "2025-05-01T08:01:00Z" } }],
});
const later = booking("<i>CUST-3</i>", { slot_starting_at: "2030-05-02T08:00:00Z" });
const data = [...catalogue, ...withSlots([cancelled, present, later])];
const at = "/at/acme/production";

describe("what was recorded, in the console", () => {
  let shown: ConsoleUnderTest;
  before(async () => {
    const accounts = [
      { name: acme, hosts: ["api.acme.example"], data },
      { name: { tenant: "other", environment: "uat" }, hosts: ["api.other.example"] },
    ] as const;
    shown = await startConsoleUnderTest(accounts);
  });
  after(() => shown?.[Symbol.asyncDispose]());

  async function cancel(line: { readonly booking: string }): Promise<string> {
    const { service } = shown;
    const answer = await service.call({
      method: "POST",
      path: cancelPath,
      token: await service.token(),
      body: { booking: line.booking },
    });
    const id = answer.headers["x-request-id"];
    assert.ok(typeof id === "string");
    // A request is recorded a moment after its answer.
    await until(async () => (await service.store.requestRecords.trace(id)).length > 0);
    return id;
  }

  test("A62 a cancel is traced from its question to its answer, with what it changed", async () => {
    const id = await cancel(cancelled);
    const page = await shown.signIn({ role: "viewer" }, "/requests");
    await page.getByText("What happened to my request?").waitFor();
    await assertAccessible(page, "no request asked for");
    await page.getByLabel("Request id").fill(` ${id} `);
    await page.keyboard.press("Enter");
    await page.getByText("What it changed").waitFor();
    await page.getByText("It was answered 200").waitFor();
    await page.getByRole("link", { name: cancelled.booking }).waitFor();
    await assertAccessible(page, "a traced cancel");

    // Why not, in words; it can be sent as a link.
    const refused = await cancel(present);
    await page.goto(`/requests?id=${refused}`);
    await page.getByText("The attendee had checked in.").waitFor();
    await page.getByText("Nothing changed").waitFor();
    await page.getByText("It was answered 400").waitFor();

    await page.goto("/requests?id=nobody-knows-it");
    await page.getByText("Nothing is recorded under this id").waitFor();
    await assertAccessible(page, "an unknown request");
    await page.context().close();
  });

  test("P28 an operator of another account traces nothing of it", async () => {
    const id = await cancel(present);
    const accounts = [{ tenant: "other", environment: "uat" }] as const;
    const page = await shown.signIn({ role: "admin", accounts }, `/requests?id=${id}`);
    await page.getByText("Nothing is recorded under this id").waitFor();
    await page.context().close();
  });

  test("the latest changes show at once and then as they happen, older ones are read, and filtered by what", async () => {
    const page = await shown.signIn({ role: "viewer" }, `${at}/changes`);
    await page.getByText("Followed: what happens shows at once.").waitFor();
    const table = page.getByRole("table", { name: "Changes, newest first" });
    await table.getByText("Imported").first().waitFor();
    await page.getByText("These are all that are kept.").waitFor();
    await assertAccessible(page, "the latest changes");
    const desk = await openDesk(shown.service);
    const path = `/accounts/acme/production/interactions/pk_summer/activities/tasting/slots/${later.slot_starting_at}`;
    const put = await desk.ask("PUT", path, { capacity: 7 }, { "if-match": "*" });
    assert.equal(put.status, 200, put.text);
    const rows = table.getByRole("row");
    await rows.nth(1).getByText("Capacity changed").waitFor();
    await rows.nth(1).getByText("7 seats").waitFor();
    await cancel(later);
    await rows.nth(1).getByText("Cancelled", { exact: true }).waitFor();
    await rows.nth(1).getByRole("link", { name: "<i>CUST-3</i>" }).waitFor();
    await assertAccessible(page, "changes");
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Not followed now.").waitFor();

    await page.getByLabel("What").selectOption("Capacity changed");
    await rows.nth(2).waitFor({ state: "detached" });
    await rows.nth(1).getByText("7 seats").waitFor();
    assert.match(page.url(), /\?kind=capacity-changed$/);

    const asked: string[] = [];
    await page.route("**/changes?before=*", async (route) => {
      const address = new URL(route.request().url());
      asked.push(address.searchParams.get("before") ?? "");
      // A page of two, so that there are older ones.
      address.searchParams.set("limit", "2");
      await route.continue({ url: address.href });
    });
    await page.goto(`${at}/changes`);
    await rows.nth(1).getByText("Cancelled", { exact: true }).waitFor();
    await rows.nth(2).getByText("Capacity changed").waitFor();
    assert.equal(await rows.count(), 3);
    const more = page.getByRole("button", { name: "Show older ones" });
    await more.press("Enter");
    await rows.nth(4).getByText("Imported").waitFor();
    assert.equal(asked[0], "end");
    while (await more.isVisible()) await more.press("Enter");
    await page.getByText("These are all that are kept.").waitFor();
    assert.equal(new Set(asked).size, asked.length);
    await page.context().close();
    assert.deepEqual(shown.troubles, []);
  });

  test("the audit log tells who changed what, before and after, and shows stored HTML as text", async () => {
    const desk = await openDesk(shown.service);
    const group = (name: string, headers: Record<string, string>) =>
      desk.ask("PUT", "/accounts/acme/production/groups/g1", { display_name: name }, headers);
    const made = await group("Before", { "if-none-match": "*" });
    assert.ok([200, 201].includes(made.status), made.text);
    const changed = await group(hostile, { "if-match": String(made.headers["etag"]) });
    assert.equal(changed.status, 200, changed.text);

    const page = await shown.signIn({}, "/audit");
    const rows = page.getByRole("table", { name: "What operators did" }).getByRole("row");
    await rows.filter({ hasText: "catalogue changed" }).getByText(hostile).waitFor();
    await rows
      .filter({ hasText: "catalogue changed" })
      .locator("del")
      .getByText("Before")
      .waitFor();
    await assertAccessible(page, "the audit log");
    assert.equal(await page.title(), "Audit log · Booking console");

    const filter = page.getByRole("form", { name: "Filter" });
    await filter.getByLabel("What").selectOption("catalogue changed");
    await filter.getByLabel("Account").selectOption("acme/production");
    await filter.getByRole("button", { name: "Filter" }).click();
    await page.waitForURL(/action=catalogue/);
    await page.locator("tbody tr").first().waitFor();
    await page.locator("tbody tr").nth(1).waitFor({ state: "detached" });
    await rows.getByRole("link", { name: String(changed.headers["x-request-id"]) }).click();
    await page.getByRole("region", { name: "What an operator did" }).getByText(hostile).waitFor();
    await page.goto("/audit?from=2001-01-01&to=2001-01-02");
    await page.getByText("Nothing fits").waitFor();
    await assertAccessible(page, "nothing in the audit log");
    // A name has a space, before which its first word ends.
    const who = filter.getByLabel("Who");
    await who.pressSequentially("operator: ada ");
    await filter.getByRole("button", { name: "Filter" }).click();
    await page.waitForURL(/actor=/);
    assert.equal(new URL(page.url()).searchParams.get("actor"), "operator: ada");
    await page.context().close();
  });

  test("the overview begins with what is on today and tomorrow", async () => {
    const page = await shown.signIn({ role: "viewer" }, "/");
    const days = page.getByRole("region", { name: /^Today and tomorrow/ }).first();
    await days
      .getByRole("heading", { name: /^Today/ })
      .first()
      .waitFor();
    await days.getByText("Nothing is on.").first().waitFor();
    await assertAccessible(page, "today on the overview");
    await days.getByRole("link", { name: "All slots" }).click();
    await page.waitForURL(/\/at\/acme\/production\/slots/);
    await page.context().close();
  });

  test("the overview shows live traffic, as plots and as tables, in light and dark", async () => {
    const { service } = shown;
    const page = await shown.signIn({ role: "viewer" }, "/", { colorScheme: "dark" });
    await page.getByText("Ready", { exact: true }).waitFor();
    const path = `${fetchPath}?external_id=CUST-1`;
    await service.call({ path, token: await service.token() });
    await service.call({ path, token: "bst_wrong" });
    const reasons = page.getByRole("region", { name: "Why requests were refused" });
    await reasons.getByText("token-refused").waitFor();
    await page.getByRole("figure", { name: "Requests" }).getByText("As a table").click();
    const table = page.getByRole("table", { name: /^Requests, a second/ });
    assert.ok((await table.getByRole("row").count()) > 5);
    await page.getByRole("table", { name: "Endpoints in this window" }).waitFor();
    await assertAccessible(page, "the overview, dark");
    await page.getByRole("radio", { name: "1 hour" }).check();
    await page.waitForURL(/window=1h/);
    await page.emulateMedia({ colorScheme: "light" });
    await assertAccessible(page, "the overview, light");
    await page.context().close();
  });

  test("P28 a page of another site gets nothing done with somebody's session", async () => {
    const page = await shown.signIn();
    const evil = createServer((_, response) => {
      response.setHeader("content-type", "text/html");
      response.end(`<!doctype html><title>evil</title>
        <form method="post" enctype="text/plain" action="${shown.url}/operator/v1/accounts">
          <input name='{"account":"evil/production","api_hosts":["evil.example"],"x":"' value='"}'>
        </form>`);
    });
    await new Promise<void>((resolve) => evil.listen(0, "127.0.0.1", resolve));
    // Where this fails, the tests end all the same.
    evil.unref();
    const address = evil.address();
    assert.ok(address !== null && typeof address === "object");
    const before = await shown.service.store.accounts.list();
    // Another port of the same machine is another origin; its cookies are shared all the same.
    const other = await page.context().newPage();
    // What the browser says of this page is not the console's trouble.
    other.removeAllListeners();
    await other.goto(`http://127.0.0.1:${address.port}/`);
    const asked = await other.evaluate(`(async () => {
      const send = (options) => fetch(${JSON.stringify(`${shown.url}/operator/v1/accounts`)},
        { credentials: "include", ...options }).then(({ status }) => status, () => "kept from it");
      return [await send({}), await send({ method: "POST", body: "{}" }),
        await send({ method: "POST", headers: { "content-type": "application/json" }, body: "{}" })];
    })()`);
    assert.deepEqual(asked, ["kept from it", "kept from it", "kept from it"]);
    const navigation = other.waitForResponse((response) => response.url().endsWith("/accounts"));
    await other.evaluate("document.forms[0].submit()");
    assert.ok([403, 415].includes((await navigation).status()));
    // The answer is there before the page that shows it.
    await other.waitForURL(/\/operator\/v1\/accounts$/);
    assert.deepEqual(await shown.service.store.accounts.list(), before);
    // Nor can it hide the console in a frame.
    await other.goto(`http://127.0.0.1:${address.port}/`);
    await other.evaluate(`new Promise((done) => {
      const frame = document.createElement("iframe");
      frame.onload = done;
      frame.src = ${JSON.stringify(shown.url)};
      document.body.append(frame);
    })`);
    const frame = other.frames().find((each) => each !== other.mainFrame());
    assert.equal(frame?.url(), "chrome-error://chromewebdata/");
    evil.close();
    await page.context().close();
  });

  test("the browser had nothing to complain about", () => assert.deepEqual(shown.troubles, []));
});
