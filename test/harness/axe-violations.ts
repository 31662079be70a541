import axe from "axe-core";
import type { Page } from "playwright-core";

/**
 * What would be told besides is the greater part of the work: which elements passed, how to select
 * each, and the style sheets and films that only rules look at which nobody switched on.
 */
const options: axe.RunOptions = {
  resultTypes: ["violations"],
  selectors: false,
  preload: false,
};

/** Every fault of accessibility that axe finds on what is shown now, with the elements that have it. */
export async function axeViolations(page: Page): Promise<string[]> {
  const { source } = axe;
  return page.evaluate(`${source}; axe.run(${JSON.stringify(options)}).then((found) =>
    found.violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`);
}
