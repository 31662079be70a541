import { setTimeout as pause } from "node:timers/promises";
import chromium from "@sparticuz/chromium";
import { chromium as playwright, type Browser } from "playwright-core";

/**
 * A browser that npm alone installs, on Linux with an x64 processor. Elsewhere `TEST_BROWSER` is the
 * path of a Chromium.
 */
export async function openBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: process.env["TEST_BROWSER"] ?? (await chromium.executablePath()),
    // The package's own list is for machines of another kind: it switches web security off.
    args: ["--no-sandbox"],
  });
}

/** Now and then a browser that has ended is waited for in vain; whatever comes after goes on. */
export async function closeBrowser(browser: Browser | undefined): Promise<void> {
  await Promise.race([browser?.close(), pause(10_000, undefined, { ref: false })]);
}
