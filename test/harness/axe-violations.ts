import axe from "axe-core";
import type { Page } from "playwright-core";

/**
 * The parts of axe's report that nobody reads take most of its time: the passed elements, their selectors,
 * and the style sheets and media that only disabled rules need. They are switched off.
 */
const options: axe.RunOptions = {
  resultTypes: ["violations"],
  selectors: false,
  preload: false,
};

/** Every accessibility fault that axe finds on the present page, with its elements. */
export async function axeViolations(page: Page): Promise<string[]> {
  // A document keeps axe, whose half a megabyte takes as long to send and load as a small page to check.
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(axe.source);
  return page.evaluate(`axe.run(${JSON.stringify(options)}).then((found) =>
    found.violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`);
}
