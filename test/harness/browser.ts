import chromium from "@sparticuz/chromium";
import { chromium as playwright, type Browser } from "playwright-core";

/** A browser that npm alone installs. */
export async function openBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    // The package's own list is for machines of another kind: it switches web security off.
    args: ["--no-sandbox"],
  });
}
