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
  const { source } = axe;
  return page.evaluate(`${source}; axe.run(${JSON.stringify(options)}).then((found) =>
    found.violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`);
}
