import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { buildConsole } from "../../../scripts/build-console.ts";
import { closeBrowser, openBrowser } from "../../../test/harness/browser.ts";
import { answers, now } from "./answers.ts";
import { answerWith, origin } from "./console-without-service.ts";
import { picturedPages, type PicturedPage } from "./pictured-pages.ts";

/**
 * Compares every page of the console with its picture, at three widths, light and dark. `--update` keeps
 * the pages as they look now; names of pages limit what is done. No service runs: the pages show fixed
 * answers at a fixed time.
 */
const widths = [1280, 820, 390];
const themes = ["light", "dark"] as const;
const height = 900;
const scale = 0.4;
/** The side of a block in a picture, about two letters: its mean colour hardly depends on how these are drawn. */
const blockSide = 6;
const shotPauseMs = 150;
const shotsMax = 20;
/** Of 255. The browser and its fonts are pinned: a page that is drawn again differs nowhere. */
const tolerance = 12;
/** A select less in the menu changes 57 blocks and more, a button that moves by 8 px changes 17. */
const blocksMax = 5;

const folder = new URL("./", import.meta.url);
const asData = (bytes: Buffer, type: string) => `data:${type};base64,${bytes.toString("base64")}`;

async function main(update: boolean, names: readonly string[]): Promise<number> {
  if ((await buildConsole()) === null) throw new Error("The console cannot be built here.");
  const browser = await openBrowser();
  try {
    const canvas = await browser.newPage();
    await canvas.evaluate(readFileSync(new URL("canvas.js", folder), "utf8"));
    const context = await contextOf(browser);
    const pages = picturedPages.filter(({ name }) => names.length === 0 || names.includes(name));
    const failed: string[] = [];
    for (const pictured of pages) {
      const { name } = pictured;
      const shots = await shotsOf(context, pictured);
      const drawn = await inCanvas<string>(canvas, "montage", shots, scale);
      const bytes = Buffer.from(drawn.slice(drawn.indexOf(",") + 1), "base64");
      const file = new URL(`${name}.webp`, folder);
      if (update) {
        writeFileSync(file, bytes);
        continue;
      }
      const kept = asData(readFileSync(file), "image/webp");
      const blocks = await inCanvas<number>(
        canvas,
        "differingBlocks",
        kept,
        drawn,
        blockSide,
        tolerance,
      );
      if (blocks <= blocksMax) continue;
      failed.push(name);
      process.stdout.write(
        `${name}: ${blocks} blocks differ, now as in ${keepAside(name, bytes)}\n`,
      );
    }
    process.stdout.write(`${pages.length - failed.length} passed, ${failed.length} failed\n`);
    return failed.length === 0 ? 0 : 1;
  } finally {
    await closeBrowser(browser);
  }
}

async function contextOf(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: origin, locale: "en-GB", timezoneId: "UTC" });
  await context.clock.setFixedTime(now);
  await answerWith(context, answers);
  return context;
}

/** A row for each theme. */
async function shotsOf(
  context: BrowserContext,
  { path, ready, drawn = "main" }: PicturedPage,
): Promise<string[][]> {
  const page = await context.newPage();
  await page.setViewportSize({ width: widths[0] ?? 0, height });
  await page.goto(path);
  await page.getByText(ready).first().waitFor({ state: "attached" });
  await page.locator(drawn).first().waitFor({ state: "attached" });
  const rows: string[][] = [];
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const row: string[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height });
      row.push(asData(await settledShot(page), "image/png"));
    }
    rows.push(row);
  }
  await page.close();
  return rows;
}

/** Plots are painted some frames after the page: a picture counts once it comes twice. */
async function settledShot(page: Page): Promise<Buffer> {
  const shoot = () => page.screenshot({ animations: "disabled", caret: "hide" });
  let before = await shoot();
  for (let tries = 0; tries < shotsMax; tries += 1) {
    await page.waitForTimeout(shotPauseMs);
    const shot = await shoot();
    if (shot.equals(before)) return shot;
    before = shot;
  }
  throw new Error(`${page.url()} does not come to rest.`);
}

function inCanvas<T>(page: Page, name: string, ...args: readonly unknown[]): Promise<T> {
  return page.evaluate(`${name}(...${JSON.stringify(args)})`);
}

function keepAside(name: string, bytes: Buffer): string {
  const file = `${mkdtempSync(`${tmpdir()}/console-pictures-`)}/${name}.webp`;
  writeFileSync(file, bytes);
  return file;
}

const given = process.argv.slice(2);
process.exitCode = await main(
  given.includes("--update"),
  given.filter((each) => !each.startsWith("--")),
);
