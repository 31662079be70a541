#!/usr/bin/env bash
# Chromium 153 returns a promise from scrollIntoView (CSSOM View, since 2026). React 19.3.1 takes what an effect returns for its
# clean-up: `useEffect(() => ref.current?.scrollIntoView(), [rows])`, right for years, now ends the whole page with "is not a
# function" when the rows change. TypeScript's DOM types still say void, so that no compiler sees it. Braces around the call mend it.
# Matters to: consoles and shops that scroll to a preview or a chosen row.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund react@19.3.1 react-dom@19.3.1 esbuild@0.25.12 playwright-core@1.65.1 @sparticuz/chromium@153.0.0 >/dev/null 2>&1
cat >page.jsx <<'JSX'
import { useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
function Rows({ concise }) {
  const [rows, setRows] = useState(1);
  const end = useRef(null);
  const scroll = () => end.current.scrollIntoView();
  useEffect(concise ? () => scroll() : () => { scroll(); }, [rows]);
  return <button onClick={() => setRows(rows + 1)}>{rows} rows<i ref={end} /></button>;
}
createRoot(document.getElementById("root")).render(<Rows concise={location.hash === "#concise"} />);
JSX
npx esbuild page.jsx --bundle --jsx=automatic --outfile=page.js --log-level=error
echo '<!doctype html><div id="root"></div><script src="page.js"></script>' >page.html
cat >click.mjs <<'JS'
import chromium from "@sparticuz/chromium";
import { chromium as playwright } from "playwright-core";
const browser = await playwright.launch({ executablePath: await chromium.executablePath(), args: chromium.args });
for (const kind of ["concise", "braces"]) {
  const page = await browser.newPage();
  const faults = [];
  page.on("pageerror", ({ message }) => faults.push(message.replace(/^\S+ (is not)/, "… $1")));
  await page.goto(`file://${process.cwd()}/page.html#${kind}`);
  await page.getByRole("button").click();
  await page.waitForTimeout(500);
  console.log(`${kind}: ${faults[0] ?? "no fault"}, page says "${await page.locator("#root").innerText()}"`);
}
await browser.close();
JS
node click.mjs | tee seen
diff seen - <<'SEEN'
concise: … is not a function, page says ""
braces: no fault, page says "2 rows"
SEEN
