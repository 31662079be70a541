#!/usr/bin/env bash
# Three packages that collect what a hand scanner types as a keyboard change a code with a hyphen or a capital. onscan.js 1.5.2 drops the
# hyphens, because it keeps letters, digits and the numeric keypad only; simple-barcode-scanner 2.0.0 begins anew at each hyphen and
# hands over the last group; use-scan-detection 0.2.3 writes the key that makes a capital into the code: `ShiftB7`. None reports an error.
# onscan.js takes another `keyCodeMapper`, and simple-barcode-scanner another `validKey`.
# Matters to: entrances that scan a booking's UUID, or a ticket's number with groups. An input field of the page gets each code whole.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund --legacy-peer-deps onscan.js@1.5.2 simple-barcode-scanner@2.0.0 use-scan-detection@0.2.3 react@18.3.1 \
  react-dom@18.3.1 esbuild@0.25.12 playwright-core@1.65.1 @sparticuz/chromium@153.0.0 >/dev/null 2>&1
cat >page.jsx <<'JSX'
import onScan from "onscan.js";
import { createRoot } from "react-dom/client";
import simple from "simple-barcode-scanner";
import useScanDetection from "use-scan-detection";
window.seen = {};
const saw = (name) => (code) => { window.seen[name] ??= code; };
// Times are longer than their defaults, so that a slow machine scans the same.
onScan.attachTo(document, { onScan: saw("onscan.js"), timeBeforeScanTest: 3000, avgTimeByChar: 1000 });
simple({ latency: 3000 }).on(saw("simple-barcode-scanner"));
function Hook() {
  useScanDetection({ onComplete: saw("use-scan-detection"), timeToEvaluate: 3000, averageWaitTime: 1000 });
  return <input />;
}
createRoot(document.getElementById("root")).render(<Hook />);
JSX
node_modules/.bin/esbuild page.jsx --bundle --jsx=automatic --outfile=page.js --log-level=error
echo '<!doctype html><div id="root"></div><script src="page.js"></script>' >page.html
cat >scan.mjs <<'JS'
import chromium from "@sparticuz/chromium";
import { chromium as playwright } from "playwright-core";
const browser = await playwright.launch({ executablePath: await chromium.executablePath(), args: chromium.args });
for (const code of ["0b9e1f7c-4d2a-4f6b-8c3d-a4b5c6d7e8f9", "Hall-B7-1042"]) {
  const page = await browser.newPage();
  await page.goto(`file://${process.cwd()}/page.html`);
  await page.getByRole("textbox").focus();
  for (const key of code) await page.keyboard.press(/[A-Z]/.test(key) ? `Shift+${key}` : key);
  await page.keyboard.press("Enter");
  await page.waitForFunction("Object.keys(seen).length === 3");
  console.log(`input field: ${await page.getByRole("textbox").inputValue()}`);
  for (const [name, read] of Object.entries(await page.evaluate("seen")).sort()) console.log(`  ${name}: ${read}`);
}
await browser.close();
JS
node scan.mjs | tee seen
diff seen - <<'SEEN'
input field: 0b9e1f7c-4d2a-4f6b-8c3d-a4b5c6d7e8f9
  onscan.js: 0b9e1f7c4d2a4f6b8c3da4b5c6d7e8f9
  simple-barcode-scanner: a4b5c6d7e8f9
  use-scan-detection: 0b9e1f7c-4d2a-4f6b-8c3d-a4b5c6d7e8f9
input field: Hall-B7-1042
  onscan.js: HallB71042
  simple-barcode-scanner: 1042
  use-scan-detection: ShiftHall-ShiftB7-1042
SEEN
