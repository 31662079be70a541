import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium as playwright, type Browser } from "playwright-core";
import { madeOnce } from "./made-once.ts";

/**
 * A browser that npm installs, on Linux with an x64 processor. Elsewhere `TEST_BROWSER` is the path of a
 * Chromium.
 */
export async function openBrowser(): Promise<Browser> {
  const folder = await unpackedChromium();
  return playwright.launch({
    executablePath: process.env["TEST_BROWSER"] ?? `${folder}/chromium`,
    // Pages look the same whatever fonts a machine has.
    env: { ...process.env, FONTCONFIG_FILE: `${folder}/own-fonts.conf` },
    // The package's own list of flags is for serverless machines and switches web security off.
    args: ["--no-sandbox"],
  });
}

/** Closes the browser with a time limit: sometimes a browser that has ended never answers. */
export async function closeBrowser(browser: Browser | undefined): Promise<void> {
  await Promise.race([browser?.close(), pause(10_000, undefined, { ref: false })]);
}

const packages = new URL("../../node_modules/", import.meta.url);
const unpack = fileURLToPath(new URL("unpack-chromium.ts", import.meta.url));

const fontsIn = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>
`;

/**
 * The package has the browser with its fonts compressed and unpacks it into the folder for temporary files. A process of its
 * own does that, and starts no other: a program cannot run while any process has it open for writing, and a
 * child inherits open files for a moment.
 */
async function unpackedChromium(): Promise<string> {
  const { version } = JSON.parse(
    readFileSync(new URL("@sparticuz/chromium/package.json", packages), "utf8"),
  );
  const folder = fileURLToPath(new URL(`.cache/chromium-${version}-fonts`, packages));
  await madeOnce(folder, async (aside) => {
    await promisify(execFile)(process.execPath, [unpack], {
      env: { ...process.env, TMPDIR: aside },
    });
    writeFileSync(`${aside}/own-fonts.conf`, fontsIn(folder));
  });
  return folder;
}
