import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { sqliteIn, startPostgresEngine } from "../../bench/world/engines.ts";
import { account, install } from "../../bench/world/installation.ts";
import { closeBrowser, openBrowser } from "../../test/harness/browser.ts";
import { runCommand } from "../../test/harness/command.ts";
import { startServerProcess } from "../../test/harness/process.ts";
import { booking, catalogue, withSlots } from "../../test/harness/seed.ts";
import { engine } from "../../test/harness/test-database.ts";
import { medianOf, partsOf, watchScans, type Scan } from "../parts/desk-scans.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

const bookingsInAll = 400_000;
const guestsMax = 200;
const limitMs = 100;
const day = "2031-05-05";
const slot = `${day}T10:00:00Z`;
/** From one person in the line to the next. */
const pauseMs = 300;

/**
 * A check-in desk in a browser, on an account of 400,000 bookings. Each scan is measured from the scanner's
 * Enter until the panel is green on the screen, and taken apart by the browser's own clock. The console is
 * the one that `npm run console:build` built last.
 */
export const scans: Proof = {
  promises: ["P17"],
  what: "scans at a check-in desk of an account with 400,000 bookings",
  goal: "95 of 100 are green within 100 ms",
  unit: "scans",
  engines: ["sqlite", "postgres"],
  usual: 50,
  full: guestsMax,
  shows: ["scans"],
  prove,
};

async function prove({ count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  const folder = mkdtempSync(`${tmpdir()}/booking-scans-`);
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const database = stack.use(engine === "sqlite" ? sqliteIn(folder) : await startPostgresEngine());
  const world = { bookings: bookingsInAll, heavy: 0 };
  const { databaseUrl } = await install(database, "scans", world, Date.now());
  const guests = Array.from({ length: guestsMax }, (_, index) =>
    booking(`guest-${index}`, { slot_starting_at: slot }),
  );
  const lines = [...catalogue, ...withSlots(guests)].map((line) => JSON.stringify(line));
  await commanded(databaseUrl, ["import", account, "-"], lines.join("\n"));
  const { key } = await commanded(databaseUrl, ["operator", "create", "door", "--role", "staff"]);
  const server = stack.use(await startServerProcess(databaseUrl));
  tell(0, "the desk opens");
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ baseURL: server.operator, locale: "en-GB" });
    page.setDefaultTimeout(60_000);
    const place = { interaction: "pk_summer", activity: "tasting", day, slot };
    const desk = `/at/${account}/desk?${new URLSearchParams(place).toString()}`;
    await page.goto(`/sign-in?${new URLSearchParams({ from: desk }).toString()}`);
    await page.getByLabel("Operator key").fill(String(key));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText(`0 of ${guests.length} arrived`).waitFor();
    await page.evaluate(watchScans);
    const green: Scan[] = [];
    for (const [index, { booking: code }] of guests.slice(0, count).entries()) {
      if (!timeLeft()) break;
      const next = page.evaluate<Scan | null>("nextScan()");
      await page.keyboard.type(code);
      await page.keyboard.press("Enter");
      const scan = await next;
      if (scan === null) return { figures: {}, breaches: [`scan ${index + 1} never was green`] };
      green.push(scan);
      tell(index + 1);
      await page.waitForTimeout(pauseMs);
    }
    return judged(green);
  } finally {
    await closeBrowser(browser);
  }
}

function judged(green: readonly Scan[]): Proven {
  const parts = partsOf(green);
  const totals = green.map(({ enter, painted }) => painted - enter).toSorted((a, b) => a - b);
  const within = totals[Math.ceil(totals.length * 0.95) - 1] ?? Infinity;
  return {
    figures: {
      scans: green.length,
      "ms to green: median, 95 of 100, slowest": [medianOf(totals), within, totals.at(-1) ?? 0]
        .map((each) => each.toFixed(0))
        .join(", "),
      ...Object.fromEntries(
        Object.entries(parts).map(([name, each]) => [
          `of these ${name}`,
          medianOf(each).toFixed(1),
        ]),
      ),
    },
    breaches: within <= limitMs ? [] : [`95 of 100 scans took up to ${within.toFixed(0)} ms`],
  };
}

async function commanded(
  databaseUrl: string,
  words: readonly string[],
  input = "",
): Promise<Readonly<Record<string, unknown>>> {
  const { status, err, json } = await runCommand(databaseUrl, [...words, "--json"], { input });
  if (status !== 0) throw new Error(`booking ${words.join(" ")} ended with ${status}: ${err}`);
  return json;
}
