import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { buildConsole } from "../../../scripts/build-console.ts";
import { axeViolations } from "../../../test/harness/axe-violations.ts";
import { closeBrowser, openBrowser } from "../../../test/harness/browser.ts";
import { operatorRoles } from "../../../src/domain/operator.ts";
import { actions as auditActions } from "../../src/pages/audit/actions.ts";
import { answers, now } from "../pictures/answers.ts";
import { overview } from "../pictures/installation-answers.ts";
import { answerWith, origin, type Answers } from "../pictures/console-without-service.ts";
import { picturedPages } from "../pictures/pictured-pages.ts";
import { assertAccessible } from "../assert-accessible.ts";
import { disguise, strangeWords } from "./disguise.ts";

const french = JSON.parse(
  readFileSync(new URL("../../src/language/fr.json", import.meta.url), "utf8"),
) as Readonly<Record<string, string>>;
const crowdedPages = new Set(["desk", "overview", "slots", "bookings", "campaign"]);
const narrow = { width: 390, height: 900 };

describe("the console in another language", () => {
  let browser: Browser;
  before(async () => {
    assert.notEqual(await buildConsole(), "no build packages");
    browser = await openBrowser();
  });
  after(() => browser && closeBrowser(browser));

  async function contextOf(locale: string, given: Answers = answers): Promise<BrowserContext> {
    const context = await browser.newContext({ baseURL: origin, locale, timezoneId: "UTC" });
    await context.clock.setFixedTime(now);
    await answerWith(context, given);
    return context;
  }

  async function open(context: BrowserContext, path: string, drawn: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(path);
    await page.locator(drawn).first().waitFor({ state: "attached" });
    await page.locator(".skeleton").first().waitFor({ state: "detached" });
    return page;
  }

  for (const [name, locale, heading, label] of [
    ["French", "fr-CH", "Vue d’ensemble", "Langue"],
    ["German", "de-AT", "Übersicht", "Sprache"],
  ] as const) {
    test(`is ${name} for a browser that prefers it, and English again once that is chosen`, async () => {
      await using context = await contextOf(locale);
      const page = await open(context, "/", "main h1");
      assert.equal(await page.locator("h1").textContent(), heading);
      assert.equal(await page.locator("html").getAttribute("lang"), locale.slice(0, 2));
      await page.getByLabel(label).selectOption("English");
      await page.getByRole("heading", { name: "Overview" }).waitFor();
      await page.reload();
      await page.getByRole("heading", { name: "Overview" }).waitFor();
      assert.equal(await page.locator("html").getAttribute("lang"), "en");
    });

    test(`has no English of the service on any page, in ${name}`, async () => {
      await using context = await contextOf(locale);
      // A campaign's own texts are marked with their languages.
      const others = picturedPages.filter((each) => each.name !== "campaign");
      for (const { name: pictured, path, drawn = "main h1, main h2" } of others) {
        const page = await open(context, path, drawn);
        assert.deepEqual(await page.locator('main [lang="en"]').allInnerTexts(), [], pictured);
        await page.close();
      }
    });

    test(`fits a phone, in ${name}, on the pages with the most in a line`, async () => {
      await using context = await contextOf(locale);
      const crowded = picturedPages.filter((each) => crowdedPages.has(each.name));
      for (const { name: pictured, path, drawn = "main h1, main h2" } of crowded) {
        const page = await open(context, path, drawn);
        await page.setViewportSize(narrow);
        const cut = await page.evaluate(cutTexts);
        assert.deepEqual(cut, [], pictured);
        await page.close();
      }
    });
  }

  test("shows on every page only what the catalogue says, and data, with no fault that axe finds", async () => {
    const told: unknown[] = [];
    await using context = await contextOf("fr-FR", recorded(told));
    const body = `export default ${JSON.stringify(disguise(french))};`;
    await context.route("**/assets/fr-*.js", (route) =>
      route.fulfill({ contentType: "text/javascript", body }),
    );
    // The abbreviations of a zone are the same in every language (A96).
    const names = [...auditActions, ...operatorRoles, "CET CEST"];
    const strange: Record<string, readonly string[]> = {};
    const faults: Record<string, readonly string[]> = {};
    for (const { name, path, drawn = "main h1, main h2" } of picturedPages) {
      const page = await open(context, path, drawn);
      const shown: string[] = await page.evaluate(shownTexts);
      const words = strangeWords(shown, [...names, JSON.stringify(told)].join(" "));
      if (words.length > 0) strange[name] = words;
      const found = await axeViolations(page);
      if (found.length > 0) faults[name] = found;
      await page.close();
    }
    assert.deepEqual(strange, {});
    assert.deepEqual(faults, {});
  });

  test("has the statuses of bookings and the language of a new campaign in German", async () => {
    await using context = await contextOf("de-DE");
    const page = await open(context, "/at/acme/production/bookings", "main h1");
    const badges = await page.locator("main .badge").allTextContents();
    assert.ok(badges.includes("Bestätigt"), badges.join());
    assert.deepEqual(
      badges.filter((each) => /CONFIRMED|WAITLIST|CANCELLED/.test(each)),
      [],
    );
    const status = page.getByLabel("Status", { exact: true });
    await status.selectOption("Auf der Warteliste");
    // The address has the interface's word, whatever the language.
    await page.waitForURL(/status=WAITLIST/);
    const campaigns = await open(context, "/at/acme/production/campaigns", "main h1");
    await campaigns.getByRole("button", { name: "Neue Kampagne" }).click();
    assert.equal(await campaigns.getByLabel("Sprachen", { exact: true }).inputValue(), "de");
  });

  test("tells a quiet time from a service that nobody has called yet", async () => {
    const quiet = { ...overview, totals: { ...overview.totals, requests: 0 } };
    for (const [since, title] of [
      [quiet.counting_since, "No requests in this time"],
      [quiet.to, "No requests yet"],
    ] as const) {
      const showOverview = { ...quiet, counting_since: since };
      await using context = await contextOf("en-GB", { ...answers, showOverview });
      const page = await open(context, "/", "main h1");
      await page.getByRole("heading", { name: title }).waitFor();
    }
  });

  test("cuts a title that an address has at any length", async () => {
    await using context = await contextOf("en-GB");
    const long = "a".repeat(3_000);
    const page = await open(context, `/at/acme/production/campaigns/${long}`, "main h1");
    assert.equal(await page.locator("main h1").textContent(), `${long.slice(0, 256)}…`);
  });

  test("says a refusal in French, or marks it as the English that it is", async () => {
    await using context = await contextOf("fr-FR");
    const page = await open(context, "/operators", "main h1");
    const refuse = async (name: string, title: string, detail: string, more: object = {}) => {
      await page.route("**/operator/v1/operators", (route) =>
        route.request().method() === "POST"
          ? route.fulfill({
              status: 409,
              contentType: "application/problem+json",
              json: { type: `urn:booking-service:problem:${name}`, title, detail, ...more },
            })
          : route.fallback(),
      );
      await page.getByRole("button", { name: "Créer l’opérateur" }).click();
    };
    await page.getByRole("button", { name: "Nouvel opérateur" }).click();
    await page.getByLabel("Nom").fill("door-1");
    await page.getByLabel("Tous, y compris ceux à venir").check();
    const exists = "There is an operator of this name: revoke it first, or choose another name.";
    await refuse("operator-exists", "The state does not allow it", exists);
    const alert = page.getByRole("dialog").getByRole("alert");
    await alert.getByText("Un opérateur de ce nom existe").waitFor();
    assert.equal(await alert.getAttribute("lang"), null);

    await refuse(
      "account-limit-reached",
      "The state does not allow it",
      "The account has 50 operators, and OPERATORS_PER_ACCOUNT allows no more: revoke one, or have it raised.",
    );
    await alert.getByText("50 opérateurs, et OPERATORS_PER_ACCOUNT n’en permet pas plus").waitFor();
    assert.equal(await alert.locator("[lang=en]").count(), 0);

    const known = [
      { kind: null, field: "name", expected: "a text of 1 to 64 printable characters" },
    ];
    await refuse("edits-bad", "It does not fit the catalogue", "See errors.", { errors: known });
    await alert.getByText("Valeur attendue : un texte de 1 à 64 caractères imprimables.").waitFor();

    const errors = [{ kind: null, field: "name", expected: "a name of 3 letters" }];
    await refuse("edits-bad", "It does not fit the catalogue", "See errors.", { errors });
    await alert.getByText("Expected: a name of 3 letters.").waitFor();
    assert.equal(await alert.getAttribute("lang"), "en");

    await refuse("malformed", "The request is malformed", "role must be a colour of two.");
    await alert.getByText("La requête est mal formée").waitFor();
    const english = alert.locator("[lang=en]");
    assert.deepEqual(await english.allTextContents(), ["role must be a colour of two."]);
    await assertAccessible(page, "refusals");
    await page.close();
  });
});

/** The answers, each of which is added to a list when it is given. */
function recorded(told: unknown[]): Answers {
  const record = (answer: unknown) => (address: URL) => {
    const json: unknown = typeof answer === "function" ? answer(address) : answer;
    told.push(json);
    return json;
  };
  const entries = Object.entries(answers).map(([name, answer]) => [name, record(answer)]);
  return Object.fromEntries(entries) as Answers;
}

/** Buttons, labels and headings that are wider than their place, or than the window. */
const cutTexts = `(() => {
  const cut = document.documentElement.scrollWidth > innerWidth ? ["the page"] : [];
  for (const each of document.querySelectorAll("button, label, h1, h2, h3, .badge, .button")) {
    const { right, width } = each.getBoundingClientRect();
    const scrolls = each.closest(".table-frame, .heat-frame, .visually-hidden") !== null;
    const hides = getComputedStyle(each).overflowX !== "visible";
    const isOut = width > 0 && right > innerWidth + 1 && !scrolls;
    if (isOut || (hides && each.scrollWidth > each.clientWidth + 1)) cut.push(each.textContent);
  }
  return cut;
})()`;

const shownTexts = `(() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement.closest("script, style, noscript, code, pre")) {
      texts.push(walker.currentNode.data);
    }
  }
  for (const name of ["aria-label", "placeholder", "title", "alt"]) {
    for (const each of document.querySelectorAll("[" + name + "]")) {
      texts.push(each.getAttribute(name));
    }
  }
  return texts;
})()`;
