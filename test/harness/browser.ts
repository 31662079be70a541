import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium as playwright, type Browser } from "playwright-core";
import { madeOnce } from "./made-once.ts";

/**
 * A browser that npm alone installs, on Linux with an x64 processor. Elsewhere `TEST_BROWSER` is the
 * path of a Chromium.
 */
export async function openBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: process.env["TEST_BROWSER"] ?? (await unpackedChromium()),
    // The package's own list is for machines of another kind: it switches web security off.
    args: ["--no-sandbox"],
  });
}

/** Now and then a browser that has ended is waited for in vain; whatever comes after goes on. */
export async function closeBrowser(browser: Browser | undefined): Promise<void> {
  await Promise.race([browser?.close(), pause(10_000, undefined, { ref: false })]);
}

const packages = new URL("../../node_modules/", import.meta.url);
const unpack = fileURLToPath(new URL("unpack-chromium.ts", import.meta.url));

/**
 * The package holds it compressed, and unpacks it into the folder for temporary files. A process that
 * starts no other one does that: a program cannot be run as long as any process has it open to write,
 * and a child inherits what is open for a moment.
 */
async function unpackedChromium(): Promise<string> {
  const { version } = JSON.parse(
    readFileSync(new URL("@sparticuz/chromium/package.json", packages), "utf8"),
  );
  const folder = fileURLToPath(new URL(`.cache/chromium-${version}`, packages));
  await madeOnce(folder, (aside) =>
    promisify(execFile)(process.execPath, [unpack], { env: { ...process.env, TMPDIR: aside } }),
  );
  return `${folder}/chromium`;
}
