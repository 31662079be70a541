import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer, request as ask, type RequestListener } from "node:http";
import { after, before, describe, test } from "node:test";
import { openDesk } from "../../test/harness/operator-api.ts";
import { acme } from "../../test/harness/service.ts";
import { startConsoleUnderTest, type ConsoleUnderTest } from "./console-under-test.ts";
import { deskAccount, singles } from "./desk-data.ts";

interface Place {
  readonly exact: boolean;
  readonly path: string;
  readonly rules: string;
}

/** The locations of the example for tablets, as an operator copies them. */
function documentedPlaces(): readonly Place[] {
  const text = readFileSync(new URL("../../docs/operating.md", import.meta.url), "utf8");
  const example = text.split("### Only the check-in desk")[1]?.split("```")[1] ?? "";
  const form = /location (?:(=|~) )?"?(\S+?)"? \{((?:[^{}]|\{[^{}]*\})*)\}/g;
  return [...example.matchAll(form)].map(([, mark, path = "", rules = ""]) => ({
    exact: mark === "=",
    path: mark === undefined ? `^${path}` : path,
    rules,
  }));
}

/** Passes on what these locations pass, chosen as nginx does: exact ones first, then in their order. */
function proxyOf(places: readonly Place[], service: string, refused: string[]): RequestListener {
  return (incoming, outgoing) => {
    const { url = "/", method = "GET", headers } = incoming;
    const [path = "/"] = url.split("?", 1);
    const place =
      places.find((each) => each.exact && each.path === path) ??
      places.find((each) => !each.exact && new RegExp(each.path).test(path));
    const [, status, to] = /return (\d+)(?: (\S+))?;/.exec(place?.rules ?? "return 404;") ?? [];
    const denied =
      place?.rules.includes("limit_except GET") === true && !/^(GET|HEAD)$/.test(method);
    if (status !== undefined || denied) {
      if (to === undefined) refused.push(`${method} ${path}`);
      outgoing.writeHead(denied ? 403 : Number(status), to === undefined ? {} : { location: to });
      outgoing.end();
      return;
    }
    const passed = ask(service + url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  };
}

describe("the documented proxy for tablets at the door", () => {
  let shown: ConsoleUnderTest;
  const refused: string[] = [];
  let proxy: ReturnType<typeof createServer>;
  let door = "";
  before(async () => {
    shown = await startConsoleUnderTest([deskAccount()]);
    proxy = createServer(proxyOf(documentedPlaces(), shown.url, refused));
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const address = proxy.address();
    assert.ok(address !== null && typeof address === "object");
    door = `http://127.0.0.1:${address.port}`;
  });
  after(async () => {
    await shown?.[Symbol.asyncDispose]();
    proxy?.closeAllConnections();
    proxy?.close();
  });

  test("P28 lets somebody sign in, check in and take it back, and needs nothing else for it", async () => {
    const { key } = await openDesk(shown.service, "staff", [acme]);
    const context = await shown.browser.newContext({ locale: "en-GB" });
    const page = await context.newPage();
    await page.goto(`${door}/`);
    await page.getByLabel("Operator key").fill(key);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("0 of 30 arrived").waitFor();
    await page.getByLabel("Scan a ticket").fill(singles[1]?.booking ?? "");
    await page.keyboard.press("Enter");
    await page.getByText("1 of 30 arrived").waitFor();
    await page.keyboard.press("Control+z");
    await page.getByText("0 of 30 arrived").waitFor();
    assert.deepEqual(refused, []);
    await context.close();
  });

  test("P28 passes nothing else on", async () => {
    const below = "/operator/v1/accounts/acme/production";
    const booking = singles[1]?.booking ?? "";
    for (const [method, path] of [
      ["GET", "/metrics"],
      ["GET", "/readyz"],
      ["GET", "/operator/v1/operators"],
      ["GET", "/operator/v1/audit-events"],
      ["POST", "/operator/v1/session/code"],
      ["POST", "/operator/v1/accounts"],
      ["GET", `${below}/contacts`],
      ["GET", "/operator/v1/accounts/other/uat/bookings"],
      ["POST", `${below}/bookings`],
      ["POST", `${below}/bookings/${booking}/cancel`],
      ["POST", `${below}/imports`],
    ] as const) {
      const { status } = await fetch(door + path, { method });
      assert.ok([403, 404].includes(status), `${method} ${path}: ${status}`);
      assert.equal(refused.at(-1), `${method} ${path}`);
    }
  });
});
