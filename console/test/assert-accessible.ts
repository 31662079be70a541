import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import { axeViolations } from "../../test/harness/axe-violations.ts";

/**
 * What is shown now has no fault that axe finds, and nothing of it needs to be pushed sideways, down
 * to the width of a small phone.
 */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  // What fades has less contrast; what breathes is still being loaded.
  // Waiting inside the page would need eval, which the console's policy forbids.
  while ((await page.evaluate("document.getAnimations().length")) !== 0) await pause(50);
  assert.deepEqual(await axeViolations(page), [], what);
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 320, `${what}, narrow`);
  if (before !== null) await page.setViewportSize(before);
}
